import type { PageData } from '../page-data.ts';
import { deedOrder, signs } from './deeds.ts';
import { element, grouped, type Child } from './dom.ts';
import { wordOf } from './facet-words.ts';
import { choices, everything, ofFacets, valuesOf, type Choice, type Filters, type Found } from './filters.ts';

/** The form in which one says what is to be shown. */
export interface FilterForm {
  readonly element: HTMLElement;
  /** Fills it in, and tells at each choice how many items it would leave. */
  fill(filters: Filters, counts: Found['counts']): void;
}

const legends: { readonly [Name in Exclude<Choice, 'deed'>]: string } = {
  trait: 'Who',
  risk: 'Risk',
  guard: 'Guard',
  status: 'Outcome',
  kind: 'Kind',
};

/** Makes the form; `changed` hears of every change, but for the scope, which is chosen in the tree. */
export function filterForm(data: PageData, changed: (filters: Omit<Filters, 'scope'>) => void): FilterForm {
  const search = element('input', { type: 'search', id: 'search', autocomplete: 'off', spellcheck: 'false' });
  const groups = choices.map((facet) => ({ facet, options: optionsOf(facet, data) }));
  // What a link has chosen by stays until all is shown again.
  let linked = everything.chosen;
  const read = (): Omit<Filters, 'scope'> => {
    return {
      text: search.value,
      chosen: ofFacets((facet) => {
        const group = groups.find((one) => one.facet === facet);
        return group === undefined ? linked[facet] : new Set(checkedOf(group.options));
      }),
    };
  };
  const form = element(
    'form',
    { role: 'search', 'aria-label': 'What is shown' },
    element(
      'div',
      { class: 'search' },
      element('label', { for: 'search' }, 'Search'),
      search,
      element('span', { class: 'hint', id: 'hint' }, 'names, values, requests, places; words that all occur'),
    ),
    groups.map(({ facet, options }) =>
      options.length === 0
        ? undefined
        : element(
            'fieldset',
            {},
            element('legend', {}, facet === 'deed' ? data.words.deed : legends[facet]),
            element(
              'div',
              { class: 'choices' },
              options.map((option) => option.label),
            ),
          ),
    ),
  );
  search.setAttribute('aria-describedby', 'hint');
  form.addEventListener('input', () => {
    changed(read());
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
  });
  return {
    element: form,
    fill: ({ text, chosen }, counts) => {
      if (search.value.trim() !== text.trim()) search.value = text;
      linked = chosen;
      for (const { facet, options } of groups)
        for (const option of options) {
          option.box.checked = chosen[facet].has(option.value);
          option.tell(counts[facet].get(option.value) ?? 0);
        }
    },
  };
}

interface FacetOption {
  readonly value: string;
  readonly box: HTMLInputElement;
  readonly label: HTMLElement;
  /** Shows how many items choosing it would leave. */
  tell(count: number): void;
}

function checkedOf(options: readonly FacetOption[]): readonly string[] {
  return options.filter(({ box }) => box.checked).map(({ value }) => value);
}

/** The values that occur. */
function optionsOf(facet: Choice, data: PageData): readonly FacetOption[] {
  const values = new Set(data.items.flatMap((item) => valuesOf(item, facet, data)));
  return inOrder(facet, [...values], data).map((value) => {
    const counted = element('span', { class: 'count' });
    const box = element('input', { type: 'checkbox', name: facet, value });
    const label = element(
      'label',
      { class: facet === 'trait' ? 'choice' : `choice ${value}` },
      box,
      element('span', {}, signOf(facet, value), wordOf(facet, value, data)),
      counted,
    );
    const tell = (count: number): void => {
      const text = grouped(count);
      if (counted.textContent !== text) counted.textContent = text;
      label.classList.toggle('none', count === 0);
    };
    return { value, box, label, tell };
  });
}

function inOrder(facet: Choice, values: readonly string[], { risks }: PageData): readonly string[] {
  const order: readonly string[] = facet === 'deed' ? deedOrder : facet === 'risk' ? risks.map(({ name }) => name) : [];
  if (order.length > 0) return [...values].sort((one, other) => order.indexOf(one) - order.indexOf(other));
  return [...values].sort();
}

function signOf(facet: Choice, value: string): Child {
  const deed = facet === 'deed' ? deedOrder.find((one) => one === value) : undefined;
  return deed === undefined ? undefined : [element('span', { class: 'sign', 'aria-hidden': 'true' }, signs[deed]), ' '];
}
