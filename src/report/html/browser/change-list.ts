import type { Item, PageData } from '../page-data.ts';
import { changeRow, type ChangeRow } from './change-row.ts';
import { deedOrder, signs } from './deeds.ts';
import { element, grouped } from './dom.ts';

/** So many rows are made at once: the first ones before anything is shown, and then again and again, each time after whatever else is to be done. */
const FIRST = 60;
const NEXT = 120;

/** The list of all items by scope, of which some are shown. */
export interface ChangeList {
  readonly element: HTMLElement;
  /** Shows these items, by their place in the data. */
  readonly show: (shown: readonly boolean[]) => void;
  /** Opens the item of this address, and goes to it. */
  readonly goTo: (address: string) => void;
  /** Opens whatever is shown, or folds it, so that of each scope its counts are left. */
  readonly openAll: () => void;
  readonly foldAll: () => void;
  /** Opens whatever is shown, for paper, and gives what folds it again. */
  readonly unfold: () => () => void;
}

/** The items of one scope: from one place in the data up to another. */
interface Stretch {
  readonly scope: string;
  readonly from: number;
  readonly to: number;
}

interface Block extends Stretch {
  readonly element: HTMLDetailsElement;
  readonly rows: HTMLElement;
  /** Tells in its head how many of these items it shows, by what happens. */
  readonly count: (shown: readonly boolean[]) => void;
}

/** Makes the list. The rows beyond the first ones are made one after the other, so that thousands of them keep nobody waiting. */
export function changeList(data: PageData): ChangeList {
  const { items } = data;
  const root = element('div', { class: 'list' });
  const [blocks, rows] = [[] as Block[], [] as ChangeRow[]];
  const stretches = stretchesOf(items);
  let shown: readonly boolean[] = items.map(() => true);

  /** The block that an item stands in: it is made with its first one. */
  const blockOf = (index: number): Block | undefined => {
    const last = blocks.at(-1);
    if (last !== undefined && index < last.to) return last;
    const stretch = stretches[blocks.length];
    if (stretch === undefined) return undefined;
    const block = blockAt(stretch, data);
    block.element.hidden = !hasShown(block, shown);
    block.count(shown);
    blocks.push(block);
    root.append(block.element);
    return block;
  };
  const makeUpTo = (end: number): void => {
    for (const item of items.slice(rows.length, end)) {
      const row = changeRow(item, data);
      row.element.hidden = shown[rows.length] === false;
      blockOf(rows.length)?.rows.append(row.element);
      rows.push(row);
    }
  };
  const makeMore = (): void => {
    makeUpTo(rows.length + NEXT);
    if (rows.length < items.length) setTimeout(makeMore);
  };
  const shownRows = (): readonly ChangeRow[] => {
    makeUpTo(items.length);
    return rows.filter((_, index) => shown[index]);
  };
  const opened = (): (() => void) => {
    const folded = shownRows().filter(({ details }) => !details.open);
    const closed = blocks.filter((block) => !block.element.open);
    for (const row of folded) row.open();
    for (const { element: block } of closed) block.open = true;
    const inner = [...root.querySelectorAll<HTMLDetailsElement>('.body details:not([open])')];
    for (const names of inner) names.open = true;
    return () => {
      for (const names of inner) names.open = false;
      for (const { details } of folded) details.open = false;
      for (const { element: block } of closed) block.open = false;
    };
  };
  makeUpTo(FIRST);
  setTimeout(makeMore);
  moveByArrows(root, rows, () => shown);
  return {
    element: root,
    show: (next) => {
      shown = next;
      rows.forEach((row, index) => {
        row.element.hidden = next[index] === false;
      });
      for (const block of blocks) {
        block.element.hidden = !hasShown(block, next);
        block.count(next);
      }
    },
    goTo: (address) => {
      const index = items.findIndex((item) => item.address === address);
      if (index < 0) return;
      makeUpTo(index + 1);
      const block = blocks.find(({ to }) => index < to);
      if (block !== undefined) block.element.open = true;
      const row = rows[index];
      row?.open();
      const scroll = (): void => row?.element.scrollIntoView({ block: 'start' });
      scroll();
      row?.summary.focus({ preventScroll: true });
      // What comes into sight on the way is laid out by then, and higher than it was taken for.
      requestAnimationFrame(() => requestAnimationFrame(scroll));
    },
    openAll: () => {
      opened();
    },
    foldAll: () => {
      for (const { details } of rows) details.open = false;
      // Those that are made later would come open.
      makeUpTo(items.length);
      for (const { element: block } of blocks) block.open = false;
    },
    unfold: opened,
  };
}

/** The stretches of the items: they come by scope. */
function stretchesOf(items: readonly Item[]): readonly Stretch[] {
  const found: Stretch[] = [];
  for (let from = 0; from < items.length;) {
    const scope = items[from]?.scope ?? '';
    let to = from + 1;
    while (items[to]?.scope === scope) to += 1;
    found.push({ scope, from, to });
    from = to;
  }
  return found;
}

function hasShown({ from, to }: Stretch, shown: readonly boolean[]): boolean {
  return shown.slice(from, to).includes(true);
}

function blockAt(stretch: Stretch, data: PageData): Block {
  const rows = element('ul', {});
  const counts = element('span', { class: 'counts' });
  const summary = element('summary', {}, element('h3', {}, stretch.scope), ' ', counts);
  const count = (shown: readonly boolean[]): void => {
    const items = data.items.slice(stretch.from, stretch.to).filter((_, index) => shown[stretch.from + index]);
    counts.replaceChildren(...countsOf(items, data));
  };
  return { ...stretch, element: element('details', { class: 'scope', open: true }, summary, rows), rows, count };
}

/** `+3 ~1`, and the same in words for who hears it. */
function countsOf(items: readonly Item[], { words }: PageData): readonly HTMLElement[] {
  const counts = deedOrder.flatMap((deed) => {
    const count = items.filter((item) => item.deed === deed).length;
    return count === 0 ? [] : [{ deed, count }];
  });
  return counts.flatMap(({ deed, count }) => [
    element('span', { class: deed, 'aria-hidden': 'true' }, `${signs[deed]}${grouped(count)}`),
    element('span', { class: 'heard' }, `${grouped(count)} ${words.deeds[deed]}, `),
  ]);
}

/** The arrow keys go from row to row. */
function moveByArrows(root: HTMLElement, rows: readonly ChangeRow[], shown: () => readonly boolean[]): void {
  root.addEventListener('keydown', (event) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0 || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const at = rows.findIndex(({ summary }) => summary === event.target);
    if (at < 0) return;
    let next = at + step;
    while (next >= 0 && next < rows.length && (!shown()[next] || isFolded(rows[next]))) next += step;
    const row = rows[next];
    if (row === undefined) return;
    event.preventDefault();
    row.summary.focus();
  });
}

function isFolded(row: ChangeRow | undefined): boolean {
  return row?.element.closest<HTMLDetailsElement>('details.scope')?.open === false;
}
