import type { PageData } from '../page-data.ts';
import { changeList } from './change-list.ts';
import { colourSwitch } from './colours.ts';
import { element } from './dom.ts';
import { filterForm } from './filter-form.ts';
import { everything, finder, isEverything, type Filters } from './filters.ts';
import { fragmentOf, shownBy } from './fragment.ts';
import { kindTable } from './kind-table.ts';
import { overview } from './overview.ts';
import { scopeTree } from './scope-tree.ts';
import { scopeView } from './scope-view.ts';
import { statusText } from './status-text.ts';

/** Puts the page together, and keeps the form, the tree, the list and the fragment of its address in step. */
export function page(data: PageData): void {
  const find = finder(data);
  const list = changeList(data);
  const kinds = kindTable(data);
  const short = overview(data);
  let filters: Filters = everything;
  const status = element('p', { role: 'status', class: 'status-line' });
  const all = button('Show all', () => {
    change(everything);
  });
  const change = (next: Filters): void => {
    const fragment = fragmentOf({ filters: next, at: '' });
    // The way back leads from choice to choice, and not through every letter of a word.
    if (next.text === filters.text) history.pushState(null, '', addressWith(fragment));
    else history.replaceState(null, '', addressWith(fragment));
    filters = next;
    show();
  };
  const form = filterForm(data, (next) => {
    change({ ...next, scope: filters.scope });
  });
  const scopes = scopeTree(data.items);
  const tree = scopeView(scopes.roots, data.words, (scope) => {
    change({ ...filters, scope });
  });
  const show = (): void => {
    const { shown, inAnyScope, counts } = find(filters);
    list.show(shown);
    kinds.show(shown);
    form.fill(filters, counts);
    scopes.count(inAnyScope);
    tree.tell();
    tree.choose(filters.scope);
    all.hidden = isEverything(filters);
    say(status, statusText(shown.filter(Boolean).length, data, filters));
  };
  const follow = (): void => {
    const { filters: asked, at } = shownBy(location.hash);
    filters = asked;
    show();
    if (at !== '') list.goTo(at);
  };
  const changes = element('section', { id: 'changes', 'aria-labelledby': 'changes-title', tabindex: '-1' });
  changes.append(
    element(
      'div',
      { class: 'bar' },
      element('h2', { id: 'changes-title' }, capital(data.words.many)),
      status,
      all,
      button('Open all', list.openAll),
      button('Fold all', list.foldAll),
    ),
    kinds.element,
    list.element,
  );
  const isEmpty = data.items.length === 0;
  document.title = data.heading;
  document.body.append(
    element('header', {}, skipTo(changes, data.words.many), element('h1', {}, data.heading), colourSwitch()),
    element(
      'main',
      {},
      short.element,
      isEmpty
        ? undefined
        : [
            form.element,
            element('div', { class: 'columns' }, element('nav', { 'aria-label': 'Scopes' }, tree.element), changes),
          ],
    ),
    element('footer', {}, element('p', {}, data.footer)),
  );
  let isByLink = false;
  document.body.addEventListener('click', ({ target }) => {
    isByLink = target instanceof Element && target.closest('a[href^="#"]') !== null;
  });
  window.addEventListener('hashchange', () => {
    follow();
    // Who asks for some of them is to see them, also where the page is narrow and they stand far below; who goes back is where they were.
    if (isByLink && !isEverything(filters) && shownBy(location.hash).at === '') {
      changes.focus({ preventScroll: true });
      changes.scrollIntoView({ block: 'start' });
    }
    isByLink = false;
  });
  onPaper([short.unfold, kinds.unfold, list.unfold]);
  follow();
}

/** A link that leaves the fragment alone, which says what is shown. */
function skipTo(target: HTMLElement, what: string): HTMLElement {
  const link = element('a', { class: 'skip', href: '#' }, `Skip to the ${what}`);
  link.addEventListener('click', (event) => {
    event.preventDefault();
    target.focus();
  });
  return link;
}

function button(text: string, pressed: () => void): HTMLButtonElement {
  const made = element('button', { type: 'button' }, text);
  made.addEventListener('click', pressed);
  return made;
}

/** On paper nothing is folded: what the filters show is printed in full, however the browser tells that it prints. */
function onPaper(unfolds: readonly (() => () => void)[]): void {
  let folds: readonly (() => void)[] = [];
  const open = (): void => {
    folds = [...unfolds.map((unfold) => unfold()), ...folds];
  };
  const close = (): void => {
    for (const fold of folds) fold();
    folds = [];
  };
  window.addEventListener('beforeprint', open);
  window.addEventListener('afterprint', close);
  matchMedia('print').addEventListener('change', ({ matches }) => {
    if (matches) open();
    else close();
  });
}

function addressWith(fragment: string): string {
  return fragment === '' ? location.pathname + location.search : `#${fragment}`;
}

let later: number | undefined;

/** Told once somebody has stopped typing: a screen reader would read each step. The text itself is there at once for who has none. */
function say(status: HTMLElement, text: string): void {
  clearTimeout(later);
  later = setTimeout(() => {
    if (status.textContent !== text) status.textContent = text;
  }, 150);
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
