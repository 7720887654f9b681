import { element } from './dom.ts';

const KEY = 'keelson-colours';

/** The switch between the colours of the system, light ones and dark ones; what was chosen is remembered where the browser does. */
export function colourSwitch(): HTMLElement {
  const choice = element(
    'select',
    { id: 'colours' },
    element('option', { value: '' }, 'as the system'),
    element('option', { value: 'light' }, 'light'),
    element('option', { value: 'dark' }, 'dark'),
  );
  choice.value = remembered();
  apply(choice.value);
  choice.addEventListener('change', () => {
    apply(choice.value);
    remember(choice.value);
  });
  return element('p', { class: 'colours' }, element('label', { for: 'colours' }, 'Colours'), ' ', choice);
}

function apply(colours: string): void {
  if (colours === '') delete document.documentElement.dataset['colours'];
  else document.documentElement.dataset['colours'] = colours;
}

/** A browser may keep nothing for a file, and says so by an exception. */
function remembered(): string {
  try {
    const known = localStorage.getItem(KEY);
    return known === 'light' || known === 'dark' ? known : '';
  } catch {
    return '';
  }
}

function remember(colours: string): void {
  try {
    localStorage.setItem(KEY, colours);
  } catch {
    // It holds until the page is closed.
  }
}
