import { scopeAddress } from '../../address.ts';
import { pathsAbove } from '../../base/scope-path.ts';
import type { Found } from '../../engine/review/filters.ts';
import type { Held, Person, PlaceScope, Review, Token, Way } from '../../engine/review/review.ts';
import { visible } from '../visible.ts';
import { levelText, wayName } from './words.ts';

type Cell = string | number | boolean | null | undefined;

const OF_PERSON = [
  ...['username', 'name', 'nature', 'state', 'administrator', 'auditor', 'external', 'two_factor', 'billable'],
  ...['last_activity', 'last_sign_in', 'made', 'made_by'],
];
const OF_WAY = [
  ...['place', 'way', 'level', 'effective', 'role', 'from', 'share', 'links', 'since', 'by', 'ends', 'idle'],
  ...['token', 'scopes', 'age_days', 'last_used'],
];

/** Minimal access is not handed down (18.9). */
const OPENING = 10;

/**
 * Who may do what as a table for spreadsheets: a row for each person, place and way, what is inherited among it, and for each token. What
 * is not shown is an empty cell. Person by person: of a large instance there are millions.
 */
export function* reviewCsv({ places }: Review, { people }: Found): Iterable<string> {
  const below = descendants(places);
  yield line([...OF_PERSON, ...OF_WAY]);
  for (const person of people) {
    const facts = personCells(person);
    const rows = [...heldRows(person, below), ...person.tokens.map(tokenCells)];
    yield (rows.length === 0 ? [[]] : rows).map((row) => line([...facts, ...padded(row)])).join('');
  }
}

function personCells(person: Person): readonly Cell[] {
  const { username, name, nature, state, admin, auditor, external, twoFactor, billable } = person;
  const { lastActivity, lastSignIn, created, createdBy } = person;
  return [
    ...[username, name, nature, state, admin, auditor, external, twoFactor, billable],
    ...[never(lastActivity), never(lastSignIn), created, createdBy],
  ];
}

function never(time: string | null | undefined): Cell {
  return time === null ? 'never' : time;
}

/** The ways to each place: those that begin there, and those from above. */
function* heldRows({ access }: Person, below: ReadonlyMap<string, readonly PlaceScope[]>): Iterable<readonly Cell[]> {
  const held = new Map(access.map((one) => [keyOf(one.place), one]));
  for (const one of access) {
    for (const way of one.ways) {
      yield wayCells(one.place, way, one, undefined);
      if (one.place.type !== 'group' || way.kept < OPENING) continue;
      for (const place of below.get(one.place.path.toLowerCase()) ?? [])
        yield wayCells(place, way, { level: effective(place, held) }, one.place);
    }
  }
}

/** What counts in a place, of all that begins there and above. */
function effective(place: PlaceScope, held: ReadonlyMap<string, Held>): number {
  const own = held.get(keyOf(place));
  if (own !== undefined) return own.level;
  const above = pathsAbove(place.path).map((path) => held.get(keyOf({ type: 'group', path }))?.level ?? 0);
  return Math.max(0, ...above.filter((level) => level >= OPENING));
}

function wayCells(
  place: PlaceScope,
  way: Way,
  { level }: Pick<Held, 'level'>,
  from: PlaceScope | undefined,
): readonly Cell[] {
  const { share, directory, links = [] } = way;
  const through = `${from === undefined ? '' : 'inherited '}${wayName(way.through)}`;
  return [
    ...[scopeAddress(place), through, levelText(way.level), levelText(level), way.role],
    ...[from && scopeAddress(from), share && `group[${share.group}]`],
    [...(directory === undefined ? [] : [`directory (${directory})`]), ...links].join(' '),
    ...[way.since, way.by, way.ends, way.idle],
  ];
}

function tokenCells({ name, scopes, created, age, ends, lastUsed, place }: Token): readonly Cell[] {
  return [
    ...[place && scopeAddress(place), 'token', '', '', '', '', '', '', created, '', ends, ''],
    ...[name, scopes.join(' '), age, never(lastUsed)],
  ];
}

function padded(row: readonly Cell[]): readonly Cell[] {
  return [...row, ...Array.from({ length: OF_WAY.length - row.length }, () => '')];
}

/** What is in each group, however far down, by its path in lower case. */
function descendants(places: readonly PlaceScope[]): ReadonlyMap<string, readonly PlaceScope[]> {
  const found = new Map<string, PlaceScope[]>();
  for (const place of places)
    for (const above of pathsAbove(place.path.toLowerCase())) {
      const known = found.get(above);
      if (known === undefined) found.set(above, [place]);
      else known.push(place);
    }
  return found;
}

function keyOf({ type, path }: PlaceScope): string {
  return `${type} ${path.toLowerCase()}`;
}

function line(cells: readonly Cell[]): string {
  return `${cells.map(cell).join(',')}\r\n`;
}

/** A text that a spreadsheet would take for a formula stands behind an apostrophe, and is only a text then (OWASP, CSV injection). */
function cell(value: Cell): string {
  if (value === undefined || value === null) return '';
  const text = visible(String(value));
  const guarded = /^\s*[=+\-@]/.test(text) || /^[\t\r]/.test(String(value)) ? `'${text}` : text;
  return /[",\r\n']/.test(guarded) || guarded !== guarded.trim() ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}
