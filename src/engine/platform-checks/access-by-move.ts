import { INSTANCE, entryAddress } from '../../address.ts';
import { unknownIfRefused } from '../../api/api-error.ts';
import type { Client } from '../../api/client.ts';
import { parallel } from '../../base/parallel.ts';
import { parentPath, pathsTo } from '../../base/scope-path.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import type { Kind } from '../../kind.ts';
import type { AccessEffect } from '../access-effect.ts';
import type { Change, LiveEntry, Scope, World } from '../../model.ts';
import type { Read } from '../../read.ts';
import { partsOf } from '../address-parts.ts';
import { hostingKind, type Kinds } from '../kinds.ts';
import { goesAlong, movesOf, type Move } from '../guard/moves.ts';
import { hostOf } from '../plan/host-of.ts';
import { peopleIn, type Held, type People } from './people-in.ts';

const AT_A_TIME = 8;
/** So many are told by name. */
const MOST_NAMED = 20;

/** What moves do to who has access: what is told of it, and which way it goes, by the addresses of the changes. */
export interface AccessByMove {
  readonly diagnostics: readonly Diagnostic[];
  readonly effects: ReadonlyMap<string, AccessEffect>;
}

/**
 * Tells who gets in by a move, and who does not any more: what people have of the groups above goes with those, and no call shows it. Of
 * those whom the plan itself adds above, or takes away there, it tells by changes of their own. What may not be read is told to be unknown.
 * Throws ApiError for trouble that concerns every request.
 */
export async function accessByMove(
  changes: readonly Change[],
  world: World,
  kinds: Kinds,
  client: Client,
): Promise<AccessByMove> {
  const moves = movesOf(changes, kinds);
  if (moves.length === 0) return { diagnostics: [], effects: new Map() };
  const known = new Map<string, Promise<People>>();
  const weigh = (kind: Kind, read: Read | undefined): Promise<People> => {
    if (read === undefined) return Promise.resolve(new Map());
    const found = known.get(read.path) ?? peopleIn(kind, read, world, client);
    known.set(read.path, found);
    return found;
  };
  const granting = [...kinds.values()].filter(({ access }) => access?.everybody !== undefined);
  const asked = moves.flatMap((move) => granting.map((kind) => ({ move, kind })));
  const told = await parallel(asked, AT_A_TIME, async ({ move, kind }) => {
    const sides = await sidesOf(move, kind, placesAbove(move, moves, world, kinds), world, kinds, weigh);
    const found = sides && difference(sides);
    const also = await invitedTo(move, kind, world, kinds, client);
    const before = changesPeopleAbove(move, changes, kinds) ? ', before what this plan changes there' : '';
    if (found === undefined) return [];
    const { said, effect } = found;
    return [{ address: move.change.address, effect, warning: warningOf(move, { said, also, before }, kinds) }];
  });
  const effects = new Map<string, AccessEffect>();
  for (const { address, effect } of told.flat())
    effects.set(address, (effects.get(address) ?? effect) === effect ? effect : 'changes');
  return { diagnostics: told.flat().map(({ warning }) => warning), effects };
}

/** What people have before and after a move, by the entries of one kind; undefined where what moves is not seen. */
async function sidesOf(
  { change, from, to }: Move,
  kind: Kind,
  above: readonly Place[],
  world: World,
  kinds: Kinds,
  weigh: (kind: Kind, read: Read | undefined) => Promise<People>,
): Promise<Sides | undefined> {
  const type = typeOf(change, kinds);
  const moved = hostOf({ type, path: to }, world, kinds);
  if (moved === undefined) return undefined;
  const list = (scope: Scope): Promise<People> => weigh(kind, kind.reads.all(scope, [])[0]);
  const all = (scope: Scope): Promise<People> => weigh(kind, kind.access?.everybody?.read(scope));
  const before = parentPath(from);
  const [now, own, left, ...there] = await Promise.all([
    all(numbered(moved, type)),
    list(numbered(moved, type)),
    before === '' ? new Map<string, Held>() : all(at(before)),
    ...above.map(({ entry, stays }) => (stays ? all : list)(numbered(entry, 'group'))),
  ]);
  return { now, own, left, there };
}

/** Whether it is a group that moves, or a project. */
function typeOf({ address }: Change, kinds: Kinds): 'group' | 'project' {
  return partsOf(address, kinds).kind.host?.type === 'project' ? 'project' : 'group';
}

/** The paths of the projects that what moves is invited to: who gets in here gets in there. None where that may not be seen. */
async function invitedTo(
  { change, to }: Move,
  kind: Kind,
  world: World,
  kinds: Kinds,
  client: Client,
): Promise<readonly string[]> {
  // Nobody invites a project.
  if (typeOf(change, kinds) === 'project') return [];
  const moved = hostOf({ type: 'group', path: to }, world, kinds);
  const list = moved && kind.access?.everybody?.invitedTo(numbered(moved, 'group'));
  const listing = list && (await client.list(list.read).catch(unknownIfRefused));
  const rows = (await listing?.all()) ?? [];
  return rows.flatMap((row) => {
    const path = list === undefined ? undefined : row[list.path];
    return typeof path === 'string' ? [path] : [];
  });
}

/** Whether the plan changes who has access to what something comes to stand in. */
function changesPeopleAbove({ to }: Move, changes: readonly Change[], kinds: Kinds): boolean {
  const above = new Set(pathsTo(parentPath(to)).map((path) => path.toLowerCase()));
  return changes.some(({ address }) => {
    const { kind, scope } = partsOf(address, kinds);
    return kind.access?.everybody !== undefined && scope.type === 'group' && above.has(scope.path.toLowerCase());
  });
}

interface Place {
  readonly entry: LiveEntry;
  readonly stays: boolean;
}

/** The live groups that something stands in once it is moved, from the nearest on, up to the first that stays where it is. */
function placesAbove({ to }: Move, moves: readonly Move[], world: World, kinds: Kinds): Place[] {
  const places: Place[] = [];
  for (const path of pathsTo(parentPath(to)).toReversed()) {
    const entry = liveGroup(path, world, kinds);
    if (entry === undefined) continue;
    const kind = hostingKind(kinds, 'group');
    const stays = kind !== undefined && !goesAlong(kind, entry, moves);
    places.push({ entry, stays });
    if (stays) break;
  }
  return places;
}

function liveGroup(path: string, world: World, kinds: Kinds): LiveEntry | undefined {
  return (
    hostOf({ type: 'group', path }, world, kinds) ??
    world.beside
      ?.get(hostingKind(kinds, 'group')?.section ?? '')
      ?.find(({ key }) => key.toLowerCase() === path.toLowerCase())
  );
}

function numbered({ id, key }: LiveEntry, type: 'group' | 'project'): Scope {
  return { type, path: String(id ?? key) };
}

function at(path: string): Scope {
  return { type: 'group', path };
}

interface Sides {
  /** All who have access to it now. */
  readonly now: People;
  /** Those who have it by an entry of its own, which goes along. */
  readonly own: People;
  /** Those who have it by what it stands in now. */
  readonly left: People;
  /** Those who have it by what it is going to stand in. */
  readonly there: readonly People[];
}

interface Difference {
  readonly said: string;
  readonly effect: AccessEffect;
}

/** What a move gives and takes, as the end of a sentence; undefined where that is nothing. */
function difference({ now, own, left, there }: Sides): Difference | undefined {
  if (now === undefined || own === undefined || left === undefined)
    return { said: 'who has access changes; this token may not see how', effect: 'changes' };
  const given = new Map<string, Held>();
  for (const people of there) {
    if (people === undefined)
      return { said: 'those come in who have access there; this token may not see who', effect: 'changes' };
    for (const [key, held] of people) if (held.level > (given.get(key)?.level ?? 0)) given.set(key, held);
  }
  const gains = [...given].filter(([key, { level }]) => level > (now.get(key)?.level ?? 0));
  const isNew = ([key]: readonly [string, Held]): boolean => now.get(key) === undefined;
  // Who has as much by an entry of its own, or where it comes to, keeps it.
  const loses = [...left].filter(([key, { level }]) => {
    const kept = Math.max(own.get(key)?.level ?? 0, given.get(key)?.level ?? 0);
    return level > kept && level >= (now.get(key)?.level ?? 0);
  });
  const parts = [
    worded(gains.filter(isNew), 'gets in', 'get in'),
    worded(
      gains.filter((one) => !isNew(one)),
      'gets more',
      'get more',
    ),
    worded(loses, 'loses what the group above gave', 'lose what the group above gave'),
  ].flatMap((part) => part ?? []);
  if (parts.length === 0) return undefined;
  const effect = gains.length > 0 && loses.length > 0 ? 'changes' : gains.length > 0 ? 'gives' : 'takes';
  return { said: parts.join('; '), effect };
}

function worded(people: readonly (readonly [key: string, held: Held])[], one: string, several: string) {
  if (people.length === 0) return undefined;
  const ranked = people.toSorted(([a, one], [b, other]) => other.level - one.level || (a < b ? -1 : 1));
  const named = ranked.slice(0, MOST_NAMED).map(([key, { name }]) => `${key} (${name})`);
  const more = ranked.length - named.length;
  const names = more > 0 ? `${named.join(', ')} and ${more} more` : named.join(', ');
  return `${names} ${people.length === 1 ? one : several}`;
}

interface Told {
  readonly said: string;
  readonly also: readonly string[];
  readonly before: string;
}

function warningOf({ change, to }: Move, { said, also, before }: Told, kinds: Kinds): Diagnostic {
  const { kind } = partsOf(change.address, kinds);
  const project = hostingKind(kinds, 'project') ?? kind;
  const group = hostingKind(kinds, 'group') ?? kind;
  const above = parentPath(to);
  const where = above === '' ? 'at the top' : `in ${entryAddress(group, INSTANCE, above)}`;
  return {
    severity: 'warning',
    code: 'access-by-move',
    message: `${change.address}: ${where}${before}, ${said}${also.length === 0 ? '' : `; so it is in ${also.map((path) => entryAddress(project, INSTANCE, path)).join(', ')}, where it is invited`}`,
    place: change.place,
    remedy: `see that this is meant${kind === group ? ', also where it, or what is in it, is invited to a project' : ''}; who is to keep access needs a membership of its own there`,
  };
}
