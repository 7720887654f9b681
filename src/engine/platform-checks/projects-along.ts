import { unknownIfRefused } from '../../api/api-error.ts';
import type { Client } from '../../api/client.ts';
import { parallel } from '../../base/parallel.ts';
import { isSame, lastSegment, parentPath } from '../../base/scope-path.ts';
import type { Desired, LiveEntry, World } from '../../model.ts';
import { hostingKind, type Kinds } from '../kinds.ts';
import { liveAt } from '../observe/live-at.ts';
import { leadsOn } from './leads-on.ts';
import type { MissingGroup } from './perhaps-renamed.ts';

/** So many projects of a group are asked for at most. */
const FEW = 3;

/** A live group in which a project is that stood in a missing one, with what tells it, as the end of a sentence. */
export interface WentAlong {
  readonly live: LiveEntry;
  readonly why: string;
}

/** The group to which the projects that are declared in a missing one have gone along: their paths lead there, whatever it is called by now. */
export async function whereProjectsWent(
  { kind: groups, path }: MissingGroup,
  { sections }: Pick<Desired, 'sections'>,
  { instance }: World,
  kinds: Kinds,
  client: Client,
): Promise<WentAlong | undefined> {
  const kind = hostingKind(kinds, 'project');
  if (kind === undefined) return undefined;
  const declared = sections.flatMap(({ name, entries }) =>
    name === kind.section
      ? entries.filter(({ key, state }) => state === 'present' && isSame(parentPath(key), path))
      : [],
  );
  const looked = await parallel(declared.slice(0, FEW), 1, async ({ key }): Promise<readonly WentAlong[]> => {
    const project = await leadsOn(key, kind, instance, client);
    if (project === undefined) return [];
    const live = await liveAt(parentPath(project.key), groups, instance, client).catch(unknownIfRefused);
    return live === undefined
      ? []
      : [{ live, why: `has the ${kind.singular} ${lastSegment(key)}, which was at ${key} before` }];
  });
  return looked.flat()[0];
}

/** What of the projects of a live group was in a missing one before, as the end of a sentence: one of them tells it of all. */
export async function wasInside(
  path: string,
  group: LiveEntry,
  groups: MissingGroup['kind'],
  { instance }: World,
  kinds: Kinds,
  client: Client,
): Promise<string | undefined> {
  const kind = hostingKind(kinds, 'project');
  const list = groups.host?.contents?.(group.live).find(({ what }) => what === kind?.singular);
  if (kind === undefined || list?.path === undefined) return undefined;
  const listing = await client.list(list.read).catch(unknownIfRefused);
  const now = listing?.rows[0]?.[list.path];
  if (typeof now !== 'string') return undefined;
  const before = `${path}${now.slice(group.key.length)}`;
  const project = await leadsOn(before, kind, instance, client);
  return project !== undefined && isSame(project.key, now)
    ? `the ${kind.singular} ${lastSegment(now)}, which was at ${before} before`
    : undefined;
}
