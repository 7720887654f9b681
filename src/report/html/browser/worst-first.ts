import type { Item, PageData, RiskName } from '../page-data.ts';
import { alikeText } from './alike-text.ts';
import { signs } from './deeds.ts';
import { element, type Child } from './dom.ts';
import { linkToItem } from './fragment.ts';

/** So many are named, where there are more items than one sees at once. */
const NAMED = 7;
const AT_ONCE = 10;
const MANY: ReadonlySet<RiskName> = new Set(['among-many', 'many-permitted']);

/** The items to look at first: by the worst that is told of each, and of those that are alike one. */
export function worstFirst({ items, risks, words }: PageData): Child {
  // One among many is told for their number, and not for what it is.
  const ranked = risks.filter(({ name }) => !MANY.has(name));
  const ranks = new Map(ranked.map(({ name }, index) => [name, index]));
  const rankOf = (item: Item): number => Math.min(...item.risks.map((risk) => ranks.get(risk) ?? Infinity));
  const risky = items.filter(({ risks, alike, address }) => risks.length > 0 && (alike?.first ?? address) === address);
  if (items.length <= AT_ONCE || risky.length === 0) return undefined;
  const first = risky
    .map((item) => ({ item, rank: rankOf(item) }))
    .sort((one, other) => one.rank - other.rank || other.item.risks.length - one.item.risks.length)
    .slice(0, NAMED);
  return element(
    'div',
    { class: 'first' },
    element('p', {}, element('strong', {}, 'Look at first:')),
    element(
      'ol',
      {},
      first.map(({ item }) =>
        element(
          'li',
          { class: item.deed },
          element('span', { class: 'sign', 'aria-hidden': 'true' }, signs[item.deed]),
          ` ${words.deeds[item.deed]} `,
          element('a', { href: linkToItem(item.address) }, item.address),
          item.glance === undefined ? undefined : [' ', element('span', { class: 'glance' }, item.glance)],
          alikeText(item),
        ),
      ),
    ),
  );
}
