import type { Deed, PageData } from '../page-data.ts';
import { deedOrder, signs } from './deeds.ts';
import { element, grouped } from './dom.ts';

/** With more kinds than this the table is folded: the changes themselves are to be in sight. */
const FEW = 8;

/** How many items there are of each kind, by what happens. */
export interface KindTable {
  readonly element: HTMLDetailsElement;
  /** Counts these items, by their place in the data. */
  readonly show: (shown: readonly boolean[]) => void;
  /** Opens it, for paper, and gives what folds it again. */
  readonly unfold: () => () => void;
}

/** Makes the table, which has a row for each kind that is shown and a column for all that happens. */
export function kindTable({ items, words }: PageData): KindTable {
  const deeds = deedOrder.filter((deed) => items.some((item) => item.deed === deed));
  const kinds = new Set(items.map(({ kind }) => kind));
  const rows = element('tbody');
  const table = element(
    'table',
    {},
    element('caption', { class: 'heard' }, `${words.many} that are shown, by kind`),
    element(
      'thead',
      {},
      element(
        'tr',
        {},
        element('th', { scope: 'col' }, 'kind'),
        deeds.map((deed) =>
          element(
            'th',
            { scope: 'col', class: deed },
            element('span', { class: 'sign', 'aria-hidden': 'true' }, signs[deed]),
            ' ',
            element('span', { class: 'word' }, words.deeds[deed]),
          ),
        ),
      ),
    ),
    rows,
  );
  const details = element(
    'details',
    { class: 'kinds', open: kinds.size <= FEW },
    element('summary', {}, 'By kind'),
    table,
  );
  return {
    element: details,
    show: (shown) => {
      const counts = new Map<string, Map<Deed, number>>();
      items.forEach(({ kind, deed }, index) => {
        if (!shown[index]) return;
        const row = counts.get(kind) ?? new Map<Deed, number>();
        counts.set(kind, row.set(deed, (row.get(deed) ?? 0) + 1));
      });
      const inOrder = [...counts].sort(([, one], [, other]) => sumOf(other) - sumOf(one));
      rows.replaceChildren(...inOrder.map(([kind, row]) => kindRow(kind, row, deeds)));
    },
    unfold: () => {
      const wasOpen = details.open;
      details.open = true;
      return () => {
        details.open = wasOpen;
      };
    },
  };
}

function kindRow(kind: string, row: ReadonlyMap<Deed, number>, deeds: readonly Deed[]): HTMLElement {
  return element(
    'tr',
    {},
    element('th', { scope: 'row' }, kind.replaceAll('_', ' ')),
    deeds.map((deed) => {
      const count = row.get(deed) ?? 0;
      return element('td', { class: deed }, count === 0 ? '' : grouped(count));
    }),
  );
}

function sumOf(row: ReadonlyMap<Deed, number>): number {
  return [...row.values()].reduce((sum, count) => sum + count, 0);
}
