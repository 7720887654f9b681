import type { FieldData, Item, PageData, RefusalData } from '../page-data.ts';
import { element, grouped, type Child } from './dom.ts';
import { linkTo, linkToItem } from './fragment.ts';
import { wayOut } from './way-out.ts';

/** So many of what goes along are named before one asks for more. */
const FIRST_NAMES = 10;

/** All that is told of one item. */
export function changeBody(item: Item, data: PageData): HTMLElement {
  const { address, place, needs, previously, goes, who, outcome, alike } = item;
  return element(
    'div',
    { class: 'body' },
    fieldTable(item, data),
    element(
      'dl',
      {},
      part('Address', element('code', {}, address)),
      place === undefined ? undefined : part(placeTerm(item), element('code', {}, place)),
      previously === undefined ? undefined : part('Previously', element('code', {}, previously)),
      part('Why', item.reason),
      goes === undefined ? undefined : part('Goes with it', ...goes.map(going)),
      who === undefined ? undefined : part('Who', who),
      outcome === undefined || outcome.lines.length === 0
        ? undefined
        : part('What became of it', ...outcome.lines.map((line) => element('div', {}, line))),
      item.refusals.map((index) => refusal('Refused by', data.refusals[index])),
      item.permitted.map((index) => refusal('Permitted', data.permitted[index])),
      item.said.map((index) => said(index, data)),
      alike === undefined
        ? undefined
        : part(
            'Alike',
            element('a', { href: linkTo('alike', alike.first) }, `Show this and the ${grouped(alike.others)} like it`),
          ),
      needs.length === 0
        ? undefined
        : part('After', ...needs.map((need) => element('div', {}, element('a', { href: linkToItem(need) }, need)))),
      requests(item, data),
    ),
    element('p', { class: 'link' }, element('a', { href: linkToItem(address) }, 'Link to this')),
  );
}

/** What the line of an item says of it: what a default says is asked for elsewhere. */
function placeTerm({ fields }: Item): string {
  return fields.some((field) => field.place !== undefined) ? 'Entry at' : 'Asked for at';
}

function part(term: string, ...texts: readonly Child[]): readonly HTMLElement[] {
  return [element('dt', {}, term), element('dd', {}, ...texts)];
}

/** What goes along, by name: the first ones at once, and the others where one asks for them. */
function going({ count, names, more }: NonNullable<Item['goes']>[number]): HTMLElement {
  if (names.length === 0) return element('div', {}, count);
  const rest = names.length - FIRST_NAMES + more;
  const first = `${count}: ${names.slice(0, FIRST_NAMES).join(', ')}`;
  if (rest <= 0) return element('div', {}, first);
  const others = names.slice(FIRST_NAMES);
  if (others.length === 0) return element('div', {}, `${first} and ${grouped(rest)} more`);
  const end = more === 0 ? '' : `, and ${grouped(more)} more that are not named here`;
  return element(
    'details',
    {},
    element('summary', {}, `${first} and ${grouped(rest)} more`),
    element('div', {}, others.join(', '), end),
  );
}

function refusal(term: string, one: RefusalData | undefined): Child {
  if (one === undefined) return undefined;
  return part(term, element('a', { href: linkTo('guard', one.guard) }, one.guard), ...wayOut(one));
}

function said(index: number, data: PageData): Child {
  const one = data.said[index];
  if (one === undefined) return undefined;
  const { severity, message, remedy } = one;
  return part(
    severity === 'error' ? 'Error' : 'Warning',
    message,
    remedy === undefined ? undefined : element('div', { class: 'remedy' }, `What to do: ${remedy}`),
  );
}

/** The requests in full, as they are sent. */
function requests({ calls, joint }: Item, data: PageData): Child {
  const together = joint === undefined ? undefined : data.joint[joint];
  const sent = together === undefined ? calls : [together.lines];
  if (sent.length === 0) return undefined;
  return part(
    sent.length === 1 ? 'Request' : 'Requests',
    together === undefined ? undefined : element('div', {}, `${together.together}:`),
    ...sent.map((lines) => element('pre', {}, lines.join('\n'))),
  );
}

function fieldTable({ fields, deed, name, place }: Item, { words }: PageData): Child {
  if (fields.length === 0) return undefined;
  // Where a default says some of them, what the entry says itself is told as well.
  const entry = fields.some((field) => field.place !== undefined) ? place : undefined;
  const hasBefore = deed !== 'create' && fields.some(({ from }) => from !== undefined);
  const hasAfter = deed !== 'delete' && deed !== 'undeclared';
  const head = (text: string): HTMLElement => element('th', { scope: 'col' }, text);
  return element(
    'table',
    {},
    element('caption', {}, `Fields of ${name}`),
    element(
      'thead',
      {},
      element(
        'tr',
        {},
        head('field'),
        hasBefore ? head(words.before) : undefined,
        hasAfter ? head(words.after) : undefined,
      ),
    ),
    element(
      'tbody',
      {},
      fields.map((field) =>
        element(
          'tr',
          {},
          element('th', { scope: 'row' }, field.path),
          hasBefore ? element('td', { class: 'before' }, before(field)) : undefined,
          hasAfter ? element('td', { class: 'after' }, after(field, entry)) : undefined,
        ),
      ),
    ),
  );
}

function before({ from, removed }: FieldData): Child {
  return [from === undefined ? '' : value(from), parts('goes', removed)];
}

/** With the line that says so, where there is the most room for it. */
function after({ to, kept, added, place, changes }: FieldData, entry: string | undefined): Child {
  const own = entry === undefined || kept ? undefined : `entry at ${entry}`;
  return [
    to === undefined ? '' : value(to),
    kept ? ', kept' : undefined,
    parts('comes', added),
    place === undefined
      ? own && element('div', { class: 'parts line' }, own)
      : element('div', { class: 'parts line' }, place, changes === undefined ? undefined : changedBy(place, changes)),
  ];
}

/** A link to all that one line of a default changes. */
function changedBy(line: string, changes: number): Child {
  return [', which changes ', element('a', { href: linkTo('line', line) }, `${grouped(changes)} here`)];
}

function value(text: string): HTMLElement {
  return element('code', {}, text);
}

/** Of a list, what comes or goes: it may be one of a hundred. */
function parts(verb: 'comes' | 'goes', list: readonly string[] = []): Child {
  if (list.length === 0) return undefined;
  return element(
    'div',
    { class: 'parts' },
    `${verb}: `,
    list.flatMap((one, index) => [index > 0 ? ', ' : '', value(one)]),
  );
}
