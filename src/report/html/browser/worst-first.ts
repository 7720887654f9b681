import type { FieldData, Item, PageData, RiskName } from '../page-data.ts';
import { signs } from './deeds.ts';
import { element, grouped, type Child } from './dom.ts';
import { linkTo, linkToItem } from './fragment.ts';
import { rowText } from './row-text.ts';

/** So many are named, where there are more items than one sees at once. */
const NAMED = 8;
/** So many beside what is gone, however many that are. */
const LEAST = 6;
const AT_ONCE = 10;
const MANY: ReadonlySet<RiskName> = new Set(['among-many', 'many-permitted']);

/** Lines of defaults that change so many are named before them, the farthest-reaching first. */
const NAMED_LINES = 2;

/**
 * The items to look at first, of those that are alike one: what is gone with all that is in it, then by the worst that is told of each; before
 * them a line that changes many, and after them how many more there are.
 */
export function worstFirst(data: PageData): Child {
  const { items, risks, words } = data;
  // One among many is told for their number, and not for what it is.
  const ranked = risks.flatMap(({ name }) => (MANY.has(name) ? [] : [name]));
  const rankOf = (item: Item): number =>
    isGone(item)
      ? Number(holdsNothing(item)) - 2
      : Math.min(...item.risks.map((risk) => (MANY.has(risk) ? Infinity : ranked.indexOf(risk))));
  const lines = farthestLines(items);
  const risky = items
    .map((item) => ({ item, rank: rankOf(item) }))
    // One of many that a line changes is told by that.
    .filter(
      ({ item, rank }) => item.risks.length > 0 && (rank < Infinity || !lines.some(({ place }) => isBy(item, place))),
    );
  if (items.length <= AT_ONCE || risky.length + lines.length === 0) return undefined;
  const first = chosenOf(
    risky
      .filter(({ item: { alike, address } }) => (alike?.first ?? address) === address)
      .sort((one, other) => one.rank - other.rank || other.item.risks.length - one.item.risks.length),
  );
  const named = new Set(first.map(({ item }) => item.address));
  const more = risky.filter(({ item: { alike, address } }) => !named.has(alike?.first ?? address));
  const shown = more.some(({ rank }) => rank === Infinity) ? risks.map(({ name }) => name) : ranked;
  return element(
    'div',
    { class: 'first' },
    element('p', {}, element('strong', {}, 'Look at first:')),
    element(
      'ol',
      {},
      lines.map((line) => lineOf(line, words.many)),
      first.map(({ item }) =>
        element(
          'li',
          { class: item.deed },
          element('span', { class: 'sign', 'aria-hidden': 'true' }, signs[item.deed]),
          ` ${words.deeds[item.deed]} `,
          element('a', { href: linkToItem(item.address) }, item.address),
          item.glance === undefined ? undefined : [' ', element('span', { class: 'glance' }, item.glance)],
          alikeOf(item, data),
        ),
      ),
    ),
    more.length === 0
      ? undefined
      : element(
          'p',
          {},
          `and ${grouped(more.length)} more: `,
          element('a', { href: linkTo('risk', ...shown) }, `all ${grouped(countOf(items, shown))} of these`),
        ),
  );
}

function countOf(items: readonly Item[], shown: readonly RiskName[]): number {
  return items.filter(({ risks }) => risks.some((risk) => shown.includes(risk))).length;
}

function alikeOf(item: Item, data: PageData): Child {
  const { alike } = rowText(item, data);
  return alike === undefined ? undefined : [' ', element('span', { class: 'reason' }, alike)];
}

/** What is gone comes first, and leaves room for others all the same. */
function chosenOf(ranked: readonly Ranked[]): readonly Ranked[] {
  const gone = ranked.filter(({ item }) => isGone(item)).slice(0, NAMED);
  const others = ranked.filter(({ item }) => !isGone(item));
  return [...gone, ...inTurn(others, Math.max(NAMED - gone.length, LEAST))];
}

/** Of each rank some: a dozen removals keep nobody from seeing the one change that makes somebody an owner. */
function inTurn(ranked: readonly Ranked[], count: number): readonly Ranked[] {
  const ranks = new Map<number, Ranked[]>();
  for (const one of ranked) ranks.set(one.rank, [...(ranks.get(one.rank) ?? []), one]);
  const each = Math.ceil(count / Math.max(1, ranks.size));
  const sure = new Set([...ranks.values()].flatMap((some) => some.slice(0, each)).slice(0, count));
  for (const one of ranked) if (sure.size < count) sure.add(one);
  return ranked.filter((one) => sure.has(one));
}

interface Ranked {
  readonly item: Item;
  readonly rank: number;
}

/** Whether it goes with all that is in it, as a group, a project or a user does. */
function isGone({ deed, address, scope, goes }: Item): boolean {
  return deed === 'delete' && (address === scope || goes !== undefined);
}

/** Whether nothing was found in it: others that go are looked at before it. */
function holdsNothing({ goes, glance }: Item): boolean {
  return goes !== undefined && glance === undefined;
}

function isBy({ fields }: Item, line: string): boolean {
  return fields.some(({ place }) => place === line);
}

interface Line {
  readonly place: string;
  readonly changes: number;
  readonly field: FieldData;
}

function farthestLines(items: readonly Item[]): readonly Line[] {
  const lines = new Map<string, Line>();
  for (const { fields } of items)
    for (const field of fields) {
      const { place, changes = 0 } = field;
      if (place !== undefined && changes >= AT_ONCE && !lines.has(place)) lines.set(place, { place, changes, field });
    }
  return [...lines.values()].sort((one, other) => other.changes - one.changes).slice(0, NAMED_LINES);
}

/** What a line changes, as the first item tells it. */
function lineOf({ place, changes, field: { path, from, to } }: Line, many: string): HTMLElement {
  const values = [from, to].flatMap((value) => value ?? []).join(' → ');
  return element(
    'li',
    { class: 'update' },
    element('span', { class: 'sign', 'aria-hidden': 'true' }, signs.update),
    ` ${grouped(changes)} ${many} by one line, the `,
    element('a', { href: linkTo('line', place) }, place),
    [' ', element('span', { class: 'glance' }, `${path}  ${values}`)],
  );
}
