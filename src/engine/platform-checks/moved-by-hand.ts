import { INSTANCE, scopeAddress, sectionAddress } from '../../address.ts';
import { unknownIfRefused } from '../../api/api-error.ts';
import type { Client } from '../../api/client.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { anyGlob } from '../../base/glob.ts';
import { parallel } from '../../base/parallel.ts';
import { placeText } from '../../base/place.ts';
import { lastSegment, parentPath, pathBelow } from '../../base/scope-path.ts';
import { identity, type Kind } from '../../kind.ts';
import type { Change, Declared, Desired, JsonObject, LiveEntry, Scope, Section, World } from '../../model.ts';
import { partsOf } from '../address-parts.ts';
import type { Kinds } from '../kinds.ts';
import { decoded } from '../observe/decoded.ts';
import { createDecodeContext } from '../observe/decode-context.ts';
import { liveAt } from '../observe/live-at.ts';
import { createReadCache } from '../observe/read-cache.ts';
import { decodeSection, readSection } from '../observe/sections.ts';
import { perhapsRenamed, type MissingGroup } from './perhaps-renamed.ts';

const AT_A_TIME = 8;
/** Below this many, each name is searched for without asking how long the list of all groups is. */
const FEW = 4;
/** So many names are searched for at most, and so many groups of one name looked into. */
const MOST = 100;
const MOST_ALIKE = 3;

/** A group that is to be made, below one that is there or at the top: what is in it came along if it was moved. */
interface Missing extends MissingGroup {
  readonly name: string;
}

/**
 * Tells of groups that are to be made and may be ones that nobody declared, renamed or moved by hand: one beside has its name; one elsewhere
 * has its name or the last part of its path, and who or what is declared to be in it. The latter alone tells nothing: a name like `infra`
 * is had by many. One search is made for each, or the list of all groups read where that is shorter, and a look into what was found.
 * Throws ApiError for trouble that concerns every request.
 */
export async function movedByHand(
  { changes, diagnostics }: { readonly changes: readonly Change[]; readonly diagnostics: readonly Diagnostic[] },
  desired: Pick<Desired, 'sections'>,
  world: World,
  kinds: Kinds,
  client: Client,
): Promise<readonly Diagnostic[]> {
  const told = new Set(diagnostics.flatMap(({ code, place }) => (code === 'taken' && place ? [placeText(place)] : [])));
  const missing = missingGroups(changes, kinds).filter(
    ({ change }) => !change.place || !told.has(placeText(change.place)),
  );
  const rowsFor = await search(missing, client);
  const isFree = freeGroups(desired, world, kinds);
  const found = await parallel(missing, AT_A_TIME, async (one) => {
    const { kind, path, name } = one;
    const rows = decoded(kind, await rowsFor(one), createDecodeContext(INSTANCE, world.instance, new Map()));
    const alike = rows.filter((live) => isFree(kind, live) && (isNamed(live, name) || endsAlike(live, path)));
    const beside = alike.filter((live) => isSame(parentPath(live.key), parentPath(path)) && isNamed(live, name));
    const [only, another] = beside;
    if (only !== undefined && another === undefined) return [perhapsRenamed(one, only, 'has its name')];
    const elsewhere = alike.filter((live) => !isSame(parentPath(live.key), parentPath(path))).slice(0, MOST_ALIKE);
    const looks = await parallel(elsewhere, 1, async (live) => {
      const holds = await holdsDeclared(path, live, desired, world, kinds, client);
      const has = isNamed(live, name) ? 'has its name' : 'has the last part of its path';
      return holds === undefined ? [] : [perhapsRenamed(one, live, `${has} and, as declared for it, ${holds}`)];
    });
    return looks.flat();
  });
  return found.flat();
}

function missingGroups(changes: readonly Change[], kinds: Kinds): Missing[] {
  const made = changes.flatMap((change): Missing[] => {
    if (change.action !== 'create') return [];
    const { kind, key: path } = partsOf(change.address, kinds);
    if (kind.host?.findNamed === undefined) return [];
    const name = change.fields.find((field) => field.path === 'name')?.to;
    return [{ kind, change, path, name: typeof name === 'string' ? name : lastSegment(path) }];
  });
  const paths = new Set(made.map(({ path }) => path.toLowerCase()));
  return made.filter(({ path }) => !paths.has(parentPath(path).toLowerCase())).slice(0, MOST);
}

type Search = (missing: Missing) => Promise<readonly JsonObject[]>;

/** The groups that may be what is missing: from the list of all, where that takes fewer requests than a search for each. */
async function search(missing: readonly Missing[], client: Client): Promise<Search> {
  const [first] = missing;
  const list = first?.kind.reads.all(INSTANCE, ['*'])[0]?.rowOf?.list;
  const whole =
    missing.length < FEW || list === undefined ? undefined : await client.list(list).catch(unknownIfRefused);
  if (whole?.pages !== undefined && whole.pages <= missing.length) {
    const rows = await whole.all();
    return () => Promise.resolve(rows);
  }
  return async ({ kind, name }) => {
    const read = kind.host?.findNamed?.(name);
    const listing = read && (await client.list(read).catch(unknownIfRefused));
    return listing?.rows ?? [];
  };
}

/** Tells whether a live group is one that nothing declares, and that is not meant to be where it is. */
export function freeGroups(
  { sections }: Pick<Desired, 'sections'>,
  world: Pick<World, 'sections' | 'halfMoved'>,
  kinds: Kinds,
): (kind: Kind, live: LiveEntry) => boolean {
  const hosting = sections.filter(({ name }) => kinds.get(name)?.host !== undefined);
  const declared = new Set(
    hosting.flatMap(({ name, entries }) =>
      entries.flatMap(({ key, previously }) =>
        [key, previously].flatMap((path) => (path === undefined ? [] : [`${name} ${path.toLowerCase()}`])),
      ),
    ),
  );
  const matched = new Set([
    ...hosting.flatMap(({ scope, name }) => world.sections.get(sectionAddress(scope, name)) ?? []).map(({ id }) => id),
    ...(world.halfMoved ?? []).map(({ id }) => id),
  ]);
  const ignored = new Map(hosting.map(({ name, ignore }) => [name, anyGlob(ignore)]));
  return ({ section }, { key, id, pendingDeletion }) =>
    pendingDeletion === undefined &&
    !matched.has(id) &&
    !declared.has(`${section} ${key.toLowerCase()}`) &&
    ignored.get(section)?.(key) !== true;
}

/** What of that which is declared to be in a missing group is in a live one, as the end of a sentence; undefined where it is not. */
async function holdsDeclared(
  path: string,
  live: LiveEntry,
  { sections }: Pick<Desired, 'sections'>,
  world: World,
  kinds: Kinds,
  client: Client,
): Promise<string | undefined> {
  const people = sections.find(
    ({ name, scope }) =>
      kinds.get(name)?.access?.person !== undefined &&
      isSame(scopeAddress(scope), scopeAddress({ type: 'group', path })),
  );
  const names = people && (await heldPeople(people, live, world, kinds, client));
  if (names !== undefined) return names;
  const inside = sections.flatMap(({ name, entries }) => {
    const kind = kinds.get(name);
    if (kind?.host?.type !== 'project') return [];
    return entries.filter(isPresentIn(path)).map(({ key }) => ({ kind, segment: lastSegment(key) }));
  });
  const looked = await parallel(inside.slice(0, MOST_ALIKE), 1, async ({ kind, segment }) => {
    const at = pathBelow(live.key, segment);
    const there = await liveAt(at, kind, world.instance, client).catch(unknownIfRefused);
    return there === undefined ? [] : [`the ${kind.singular} ${segment}`];
  });
  const [held] = looked.flat();
  return held;
}

function isPresentIn(path: string): (entry: Declared) => boolean {
  return ({ key, state, previously }) =>
    state === 'present' && previously === undefined && isSame(parentPath(key), path);
}

/** All the members that are declared, but for the token's own user, who is in whatever that token has made. */
async function heldPeople(
  section: Section,
  { id }: LiveEntry,
  { instance }: World,
  kinds: Kinds,
  client: Client,
): Promise<string | undefined> {
  const kind = kinds.get(section.name);
  const wanted = section.entries.filter(({ key, state }) => state === 'present' && !isSame(key, instance.me.username));
  if (kind === undefined || wanted.length === 0) return undefined;
  const cache = createReadCache(client);
  const at: Scope = { type: 'group', path: String(id) };
  const raw = await readSection({ ...section, entries: [], prune: false }, kind, at, cache).catch(unknownIfRefused);
  const there = raw === undefined ? [] : await decodeSection(raw, instance, new Map(), cache);
  const keys = new Set(there.map(({ key }) => identity(kind, key)));
  if (!wanted.every(({ key }) => keys.has(identity(kind, key)))) return undefined;
  const names = wanted.slice(0, MOST_ALIKE).map(({ key }) => key);
  const rest = wanted.length - names.length;
  return `the ${kind.singular}${wanted.length === 1 ? '' : 's'} ${names.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

function isNamed({ spec }: LiveEntry, name: string): boolean {
  const own = spec['name'];
  return typeof own === 'string' && isSame(own, name);
}

function endsAlike({ key }: LiveEntry, path: string): boolean {
  return isSame(lastSegment(key), lastSegment(path));
}

/** GitLab compares names and paths without case. */
function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
