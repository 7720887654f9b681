import { scopePath } from '../../address.ts';
import { ApiError, unknownIfRefused } from '../../api/api-error.ts';
import { parallel } from '../../base/parallel.ts';
import { isSame, lastSegment } from '../../base/scope-path.ts';
import { isMap } from '../../base/shape.ts';
import { nameField, type Kind, type Moves } from '../../kind.ts';
import type { Declared, JsonObject, LiveEntry, LiveObject } from '../../model.ts';
import type { Read } from '../../read.ts';
import type { IntendedGroups } from '../scopes/intended-groups.ts';
import type { Matching } from '../scopes/matching.ts';
import type { ScopeReader } from './read-scopes.ts';

const AT_A_TIME = 8;

/**
 * Of groups that are to take each other's paths those that have done so: the latest event of each tells that what stands at its path now
 * came from where it is said to have been (GET /groups/:id/audit_events and /projects/:id/audit_events, 18.9). None where one of them tells otherwise, where the events may
 * not be read, or where the user has said which group is to come where.
 */
export async function swapsMade(
  { swaps }: Matching,
  kind: Kind,
  moves: Moves<LiveObject>,
  reader: ScopeReader,
  intended: IntendedGroups,
): Promise<IntendedGroups> {
  const open = swaps.filter((circle) => !circle.some(({ key }) => intended.has(key.toLowerCase())));
  const made = await parallel(open, AT_A_TIME, async (circle) => {
    const arrived = await parallel(
      circle,
      AT_A_TIME,
      async (entry): Promise<readonly (readonly [string, number])[]> => {
        const here = reader.known.paths.get(entry.key.toLowerCase());
        if (typeof here?.id !== 'number' || !(await cameFrom(here, entry, kind, moves, reader))) return [];
        return [[entry.key.toLowerCase(), here.id]];
      },
    );
    return arrived.every((one) => one.length > 0) ? arrived.flat() : [];
  });
  return new Map(made.flat());
}

/** Whether the last name that a group had before the one that it has now, but for those of its way, is the one that it is said to have had. */
async function cameFrom(
  here: LiveEntry,
  { key, previously = key }: Declared,
  kind: Kind,
  moves: Moves<LiveObject>,
  reader: ScopeReader,
): Promise<boolean> {
  const field = nameField(kind) ?? '';
  const names = new Set(kind.history?.events?.changed(field));
  // A transfer leaves no event (18.9): of one without a rename nothing is told.
  if (names.size === 0 || isSame(lastSegment(key), lastSegment(previously))) return false;
  const isOnItsWay = (segment: string): boolean => moves.isWayName(segment, here.live);
  // The latest stand first.
  let now = lastSegment(here.key);
  for (const event of await eventsOf(here, kind, reader)) {
    const { event_name: name, details } = event;
    if (typeof name !== 'string' || !names.has(name) || !isMap(details)) continue;
    const { from, to } = details;
    // Of a project the whole path is told.
    if (typeof from !== 'string' || typeof to !== 'string' || !isSame(lastSegment(to), now)) return false;
    now = lastSegment(from);
    if (!isOnItsWay(now)) return isSame(now, lastSegment(previously));
  }
  return false;
}

async function eventsOf({ id }: LiveEntry, { host }: Kind, reader: ScopeReader): Promise<readonly JsonObject[]> {
  const scope = { type: host?.type ?? 'group', path: String(id) };
  const list: Read = { path: `${scopePath(scope)}/audit_events`, pages: true };
  try {
    return (await reader.raw(list)) ?? [];
  } catch (error) {
    // Without a licence there are none.
    if (!(error instanceof ApiError && error.status === 404)) unknownIfRefused(error);
    return [];
  }
}
