import type { Client } from '../../api/client.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { parallel } from '../../base/parallel.ts';
import { placeText } from '../../base/place.ts';
import { isSame, lastSegment, parentPath } from '../../base/scope-path.ts';
import type { Kind } from '../../kind.ts';
import type { Change, Desired, LiveEntry, World } from '../../model.ts';
import { partsOf } from '../address-parts.ts';
import type { Kinds } from '../kinds.ts';
import type { ReadCache } from '../observe/read-cache.ts';
import { freeGroups } from './free-groups.ts';
import { groupsAlike, type GroupsAlike, type NamedMissing } from './groups-alike.ts';
import { holdsDeclared } from './holds-declared.ts';
import { perhapsRenamed } from './perhaps-renamed.ts';
import { wasInside, whereProjectsWent } from './projects-along.ts';
import { createLeftPath } from './left-path.ts';

const AT_A_TIME = 8;
/** So many groups are looked for at most, and so many of one name looked into. */
const MOST = 100;
const MOST_ALIKE = 3;
/** So many of those below another missing one. */
const MOST_INSIDE = 25;

/** So many undeclared groups are asked for the paths that they had at most. */
const MOST_STRANGERS = 25;

/**
 * Tells of groups that are to be made and may be ones that nobody declared, renamed or moved by hand: one beside has its name; one elsewhere
 * has its name or the last part of its path, or had that before, and who or what is declared to be in it, or was in it; or the projects that
 * are declared in it are in another one now. The name alone tells nothing: one like `infra` is had by many. `rowsOf` knows the list of all
 * groups where it was read; else it is searched, and the groups found are looked into. Throws ApiError for trouble that concerns every request.
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
  const alike = await groupsAlike(first.kind, missing, world.instance, client, rowsOf);
  const look = lookFor(alike, freeGroups(desired, world, kinds), desired, world, kinds, client);
  const paths = new Set(missing.map(({ path }) => path.toLowerCase()));
  const lookFrom = async (layer: readonly NamedMissing[]): Promise<readonly Diagnostic[]> => {
    const looks = await parallel(layer, AT_A_TIME, async (one) => ({ one, said: await look(one) }));
    // What is in a group that was moved came along with it; what was in one that is gone may have been moved out of that before.
    const gone = new Set(looks.flatMap(({ one, said }) => (said.length === 0 ? [one.path.toLowerCase()] : [])));
    const below = missing.filter(({ path }) => gone.has(parentPath(path).toLowerCase()));
    return [...looks.flatMap(({ said }) => said), ...(below.length === 0 ? [] : await lookFrom(below))];
  };
  return lookFrom(missing.filter(({ path }) => !paths.has(parentPath(path).toLowerCase())));
}

/** Looks for the live group that a missing one may be: by its name, by the projects that were in it, and by the audit events. */
function lookFor(
  { alikeTo, all }: GroupsAlike,
  isFree: ReturnType<typeof freeGroups>,
  desired: Pick<Desired, 'sections'>,
  world: World,
  kinds: Kinds,
  client: Client,
): (one: NamedMissing) => Promise<readonly Diagnostic[]> {
  const leftPath = createLeftPath(client);
  const signOf = async ({ path, kind }: NamedMissing, live: LiveEntry): Promise<string | undefined> => {
    const held = await holdsDeclared(path, live, desired, world, kinds, client);
    if (held !== undefined) return `, as declared for it, ${held}`;
    const project = await wasInside(path, live, kind, world, kinds, client);
    return project === undefined ? undefined : ` ${project}`;
  };
  const byName = async (one: NamedMissing): Promise<readonly Diagnostic[]> => {
    const { kind, path, name } = one;
    const alike = (await alikeTo(one)).filter((live) => isFree(kind, live));
    const [only, another] = alike.filter((live) => isBeside(live, path) && isNamed(live, name));
    if (only !== undefined && another === undefined) return [perhapsRenamed(one, only, 'has its name')];
    const elsewhere = alike.filter((live) => !isBeside(live, path)).slice(0, MOST_ALIKE);
    const looks = await parallel(elsewhere, 1, async (live) => {
      const sign = await signOf(one, live);
      const has = isNamed(live, name) ? 'has its name' : 'has the last part of its path';
      return sign === undefined ? [] : [perhapsRenamed(one, live, `${has} and${sign}`)];
    });
    return looks.flat();
  };
  const byProjects = async (one: NamedMissing): Promise<readonly Diagnostic[]> => {
    const went = await whereProjectsWent(one, desired, world, kinds, client);
    return went !== undefined && isFree(one.kind, went.live) ? [perhapsRenamed(one, went.live, went.why)] : [];
  };
  const byEvents = async (one: NamedMissing): Promise<readonly Diagnostic[]> => {
    const { kind, path } = one;
    const strangers = strangersAmong(await all(), kind, desired, kinds, isFree);
    const others = strangers.filter((live) => !isBeside(live, path));
    const looks = await parallel(others, AT_A_TIME, async (live) => {
      const sign = (await leftPath(kind, live, path)) === undefined ? undefined : await signOf(one, live);
      const had = 'had the last part of its path before and has';
      return sign === undefined ? [] : [perhapsRenamed(one, live, `${had}${sign}`)];
    });
    return looks.flat();
  };
  return async (one) => {
    for (const look of [byName, byProjects, byEvents]) {
      const said = await look(one);
      if (said.length > 0) return said;
    }
    return [];
  };
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
  const isInside = ({ path }: NamedMissing): boolean => paths.has(parentPath(path).toLowerCase());
  return [...made.filter((one) => !isInside(one)).slice(0, MOST), ...made.filter(isInside).slice(0, MOST_INSIDE)];
}

function isNamed({ spec }: LiveEntry, name: string): boolean {
  const own = spec['name'];
  return typeof own === 'string' && isSame(own, name);
}

function isBeside({ key }: LiveEntry, path: string): boolean {
  return isSame(parentPath(key), parentPath(path));
}
