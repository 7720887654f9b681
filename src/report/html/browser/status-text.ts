import type { PageData } from '../page-data.ts';
import { grouped } from './dom.ts';
import { wordOf } from './facet-words.ts';
import { facets, type Filters } from './filters.ts';

/** How many items are shown, and by what they were chosen: on paper nothing else tells it. */
export function statusText(shown: number, data: PageData, filters: Filters): string {
  const { items, words } = data;
  const what = items.length === 1 ? words.one : words.many;
  const by = chosenBy(filters, data);
  const above = toldAbove(filters.text, data);
  if (shown === items.length && by === '')
    return shown === 1 ? `The only ${what} is shown.` : `All ${grouped(shown)} ${what} are shown.`;
  return shown === 0
    ? `Nothing of ${grouped(items.length)} ${what} fits${by}.${above}`
    : `${grouped(shown)} of ${grouped(items.length)} ${what} shown${by}.${above}`;
}

function chosenBy({ text, scope, chosen }: Filters, data: PageData): string {
  const where = scope === '' ? '' : ` in ${scope} and below`;
  const parts = [
    ...facets.flatMap((facet) => {
      const values = [...chosen[facet]].map((value) => wordOf(facet, value, data));
      return values.length === 0 ? [] : [values.join(' or ')];
    }),
    ...(text.trim() === '' ? [] : [`“${text.trim()}”`]),
  ];
  return parts.length === 0 ? where : `${where}: ${parts.join(', ')}`;
}

/** In what is told above them, be it folded, a search looks as well: what was left alone is no item. */
function toldAbove(text: string, { notes, said }: PageData): string {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return '';
  const told = [
    ...notes.flatMap(({ headline, lines }) => [headline, ...lines]),
    ...said.map(({ code, message, place = '', related, remedy = '' }) =>
      [code, message, place, ...related, remedy].join(' '),
    ),
  ];
  const count = told.filter((line) => words.every((word) => line.toLowerCase().includes(word))).length;
  return count === 0
    ? ''
    : ` ${grouped(count)} ${count === 1 ? 'line' : 'lines'} above, in notes and warnings, ${count === 1 ? 'has' : 'have'} it.`;
}
