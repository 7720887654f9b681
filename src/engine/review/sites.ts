import { INSTANCE, scopeAddress } from '../../address.ts';
import { ApiError, isRefused } from '../../api/api-error.ts';
import type { Client, Listing } from '../../api/client.ts';
import { pathsTo, rootPath } from '../../base/scope-path.ts';
import type { Kind } from '../../kind.ts';
import type { Instance, LiveObject } from '../../model.ts';
import type { Read } from '../../read.ts';
import type { ReviewFacts } from '../../review-facts.ts';
import { createDecodeContext } from '../observe/decode-context.ts';
import { decoded } from '../observe/decoded.ts';
import { anyAddressTest } from '../parts/address-pattern.ts';
import type { Site } from './memberships.ts';
import type { LeftOut, PlaceScope } from './review.ts';

/** The lists that show all groups and projects of a review, of which the first pages have been read. */
export interface SiteLists {
  readonly groups: readonly Listing[];
  readonly projects: readonly Listing[];
  readonly left: readonly LeftOut[];
}

/** The groups and projects that there are, and which of them a review is about. */
export interface Sites {
  readonly all: readonly Site[];
  isMeant(site: Site): boolean;
}

/** Begins to read the lists: those of the trees that targets name, or those of all that the caller sees. Throws ApiError where the groups are kept back. */
export async function beginSites(
  targets: readonly string[],
  groups: Kind,
  projects: Kind | undefined,
  facts: ReviewFacts,
  client: Client,
): Promise<SiteLists> {
  const trees = treesOf(targets);
  const all = (kind: Kind | undefined): readonly Read[] => {
    const list = kind?.reads.all(INSTANCE, ['*'])[0]?.rowOf?.list;
    return list === undefined ? [] : [list];
  };
  const groupReads = trees === undefined ? all(groups) : trees.flatMap((path) => treeReads(path, groups));
  const projectReads =
    trees === undefined
      ? all(projects)
      : trees.map((path) => ({ ...facts.projectsBelow(path), mayBeMissing: true as const }));
  const left: LeftOut[] = [];
  const missing = (part: 'groups' | 'projects', status: number) => (): Listing => {
    if (!left.some((one) => one.part === part && one.status === status))
      left.push({ part, because: 'refused', status });
    return NONE;
  };
  const [groupLists, projectLists] = await Promise.all([
    Promise.all(groupReads.map((read) => listed(read, client, missing('groups', NOT_FOUND)))),
    Promise.all(
      projectReads.map((read) =>
        listed(read, client, missing('projects', NOT_FOUND)).catch((error: unknown) => {
          if (!isRefused(error)) throw error;
          return missing('projects', error.status)();
        }),
      ),
    ),
  ]);
  return { groups: groupLists, projects: projectLists, left };
}

/** GitLab answers so to who may not see something as well, so that it may be there. */
const NOT_FOUND = 404;

/** A single object as a list of it alone. */
async function listed(read: Read, client: Client, missing: () => Listing): Promise<Listing> {
  if (read.pages)
    return client.list(read).catch((error: unknown) => {
      if (read.mayBeMissing && error instanceof ApiError && error.code === 'not-found') return missing();
      throw error;
    });
  const answer = await client.read(read);
  if (answer === undefined) return missing();
  const rows = [answer as LiveObject];
  return { rows, pages: 1, all: () => Promise.resolve(rows) };
}

const NONE: Listing = { rows: [], pages: 1, all: () => Promise.resolve([]) };

/** The groups that targets name with all that is in them; undefined where some mean anything else. */
function treesOf(targets: readonly string[]): readonly string[] | undefined {
  if (targets.length === 0) return undefined;
  const paths = targets.flatMap((target) => /^group\[([^*\]]+)\](?:\*\*|\/\*\*)?$/.exec(target)?.[1] ?? []);
  return paths.length === targets.length ? paths : undefined;
}

/** The groups above, which hand down their members, the group itself, and what is below. */
function treeReads(path: string, groups: Kind): readonly Read[] {
  const below = groups.reads.all(INSTANCE, [`${rootPath(path)}/*`])[0]?.rowOf?.within;
  // A target that is a misspelling is told as one.
  const tree: readonly Read[] = below === undefined ? [] : [{ ...below, mayBeMissing: true }];
  return [...groups.reads.all(INSTANCE, pathsTo(path)), ...tree];
}

/** Reads the lists to their ends. */
export async function readSites(
  { groups, projects }: SiteLists,
  [groupKind, projectKind]: readonly [Kind, Kind | undefined],
  targets: readonly string[],
  instance: Instance,
): Promise<Sites> {
  const found = new Map<string, Site>();
  for (const [lists, kind] of [[groups, groupKind] as const, [projects, projectKind] as const])
    for (const list of lists)
      for (const row of await list.all()) {
        const site = kind && siteOf(row, kind, instance);
        if (site !== undefined && !found.has(`${site.scope.type} ${site.id}`))
          found.set(`${site.scope.type} ${site.id}`, site);
      }
  const all = [...found.values()];
  const fits = targets.length === 0 ? () => true : anyAddressTest(targets);
  const aimed = new Set(all.filter(({ scope }) => fits(scopeAddress(scope))));
  const above = new Set([...aimed].flatMap(({ scope }) => pathsTo(scope.path.toLowerCase())));
  const isAbove = ({ scope }: Site): boolean => scope.type === 'group' && above.has(scope.path.toLowerCase());
  return { all, isMeant: (site) => aimed.has(site) || isAbove(site) };
}

/** Where a row of a list of groups or projects is; undefined for what is not ours. Throws ApiError for what is neither. */
export function siteOf(row: LiveObject, kind: Kind, instance: Instance): Site | undefined {
  const [entry] = decoded(kind, [row], createDecodeContext(INSTANCE, instance, new Map()));
  if (entry === undefined || typeof entry.id !== 'number') return undefined;
  const scope: PlaceScope =
    kind.host?.type === 'project' ? { type: 'project', path: entry.key } : { type: 'group', path: entry.key };
  return { scope, id: entry.id, live: row };
}
