import type { PageData } from '../page-data.ts';
import { grouped } from './dom.ts';
import { wordOf } from './facet-words.ts';
import { facets, type Filters } from './filters.ts';

/** How many items are shown, and by what they were chosen: on paper nothing else tells it. */
export function statusText(shown: number, data: PageData, filters: Filters): string {
  const { items, words } = data;
  const what = items.length === 1 ? words.one : words.many;
  const by = chosenBy(filters, data);
  if (shown === items.length && by === '')
    return shown === 1 ? `The only ${what} is shown.` : `All ${grouped(shown)} ${what} are shown.`;
  return shown === 0
    ? `Nothing of ${grouped(items.length)} ${what} fits${by}.`
    : `${grouped(shown)} of ${grouped(items.length)} ${what} shown${by}.`;
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
