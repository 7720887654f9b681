import { sectionAddress } from '../../address.ts';
import type { Client } from '../../api/client.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { anyGlob } from '../../base/glob.ts';
import { parallel } from '../../base/parallel.ts';
import { placeText } from '../../base/place.ts';
import { isSame, lastSegment, parentPath } from '../../base/scope-path.ts';
import type { Kind } from '../../kind.ts';
import type { Change, Desired, LiveEntry, World } from '../../model.ts';
import { partsOf } from '../address-parts.ts';
import type { Kinds } from '../kinds.ts';
import type { ReadCache } from '../observe/read-cache.ts';
import { groupsAlike, type NamedMissing } from './groups-alike.ts';
import { holdsDeclared } from './holds-declared.ts';
import { perhapsRenamed } from './perhaps-renamed.ts';
import { createWasAt } from './was-at.ts';

const AT_A_TIME = 8;
/** So many groups are looked for at most, and so many of one name looked into. */
const MOST = 100;
const MOST_ALIKE = 3;

/** So many undeclared groups are asked for the paths that they had at most. */
const MOST_STRANGERS = 25;

/**
 * Tells of groups that are to be made and may be ones that nobody declared, renamed or moved by hand: one beside has its name; one elsewhere
 * has its name or the last part of its path, or had that before, and who or what is declared to be in it. The latter alone tells nothing: a
 * name like `infra` is had by many. `rowsOf` knows the list of all groups where it was read; else it is searched, and the groups found are
 * looked into. Throws ApiError for trouble that concerns every request.
 */
export async function movedByHand(
  { changes, diagnostics }: { readonly changes: readonly Change[]; readonly diagnostics: readonly Diagnostic[] },
  desired: Pick<Desired, 'sections'>,
  world: World,
  kinds: Kinds,
  client: Client,
  rowsOf: ReadCache['rowsOf'],
): Promise<readonly Diagnostic[]> {
  const told = new Set(diagnostics.flatMap(({ code, place }) => (code === 'taken' && place ? [placeText(place)] : [])));
  const missing = missingGroups(changes, kinds).filter(
    ({ change }) => !change.place || !told.has(placeText(change.place)),
  );
  const [first] = missing;
  if (first === undefined) return [];
  const isFree = freeGroups(desired, world, kinds);
  const { alikeTo, all } = await groupsAlike(first.kind, missing, world.instance, client, rowsOf);
  const strangers = strangersAmong(all, first.kind, desired, kinds, isFree);
  const wasAt = createWasAt(client);
  const holds = (path: string, live: LiveEntry): Promise<string | undefined> =>
    holdsDeclared(path, live, desired, world, kinds, client);
  const found = await parallel(missing, AT_A_TIME, async (one) => {
    const { kind, path, name } = one;
    const alike = (await alikeTo(one)).filter((live) => isFree(kind, live));
    const [only, another] = alike.filter((live) => isBeside(live, path) && isNamed(live, name));
    if (only !== undefined && another === undefined) return [perhapsRenamed(one, only, 'has its name')];
    const elsewhere = alike.filter((live) => !isBeside(live, path)).slice(0, MOST_ALIKE);
    const looks = await parallel(elsewhere, 1, async (live) => {
      const held = await holds(path, live);
      const has = isNamed(live, name) ? 'has its name' : 'has the last part of its path';
      return held === undefined ? [] : [perhapsRenamed(one, live, `${has} and, as declared for it, ${held}`)];
    });
    if (looks.flat().length > 0) return looks.flat();
    const others = strangers.filter((live) => !isBeside(live, path));
    const formerly = await parallel(others, AT_A_TIME, async (live) => {
      const held = (await wasAt(kind, live, path)) ? await holds(path, live) : undefined;
      const had = 'had the last part of its path before and has';
      return held === undefined ? [] : [perhapsRenamed(one, live, `${had}, as declared for it, ${held}`)];
    });
    return formerly.flat();
  });
  return found.flat();
}

/** What stands undeclared in declared groups, or at the top: whatever is renamed and moved by hand may have come there. */
function strangersAmong(
  all: readonly LiveEntry[],
  kind: Kind,
  { sections }: Pick<Desired, 'sections'>,
  kinds: Kinds,
  isFree: ReturnType<typeof freeGroups>,
): readonly LiveEntry[] {
  const declared = new Set(
    sections.flatMap(({ name, entries }) =>
      kinds.get(name)?.host?.type === 'group' ? entries.map(({ key }) => key.toLowerCase()) : [],
    ),
  );
  const isIn = (parent: string): boolean => parent === '' || declared.has(parent.toLowerCase());
  return all.filter((live) => isIn(parentPath(live.key)) && isFree(kind, live)).slice(0, MOST_STRANGERS);
}

function missingGroups(changes: readonly Change[], kinds: Kinds): NamedMissing[] {
  const made = changes.flatMap((change): NamedMissing[] => {
    if (change.action !== 'create') return [];
    const { kind, key: path } = partsOf(change.address, kinds);
    if (kind.host?.findNamed === undefined) return [];
    const name = change.fields.find((field) => field.path === 'name')?.to;
    return [{ kind, change, path, name: typeof name === 'string' ? name : lastSegment(path) }];
  });
  const paths = new Set(made.map(({ path }) => path.toLowerCase()));
  return made.filter(({ path }) => !paths.has(parentPath(path).toLowerCase())).slice(0, MOST);
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

function isNamed({ spec }: LiveEntry, name: string): boolean {
  const own = spec['name'];
  return typeof own === 'string' && isSame(own, name);
}

function isBeside({ key }: LiveEntry, path: string): boolean {
  return isSame(parentPath(key), parentPath(path));
}
