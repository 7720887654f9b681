import { scopePath } from '../../address.ts';
import { isRefused } from '../../api/api-error.ts';
import type { Client } from '../../api/client.ts';
import { isSame, lastSegment } from '../../base/scope-path.ts';
import { isMap } from '../../base/shape.ts';
import type { Kind } from '../../kind.ts';
import type { JsonObject, LiveEntry } from '../../model.ts';

/** When a live group left this path, or one that ended as this one does, as its audit events tell (ISO 8601); undefined where they tell of none. */
export type LeftPath = (kind: Kind, live: LiveEntry, path: string) => Promise<string | undefined>;

/** Reads the events of each group that is asked for once (GET /groups/:id/audit_events, 18.9). */
export function createLeftPath(client: Client): LeftPath {
  const read = new Map<string, Promise<readonly JsonObject[]>>();
  const eventsOnce = (path: string): Promise<readonly JsonObject[]> => {
    const events = read.get(path) ?? eventsOf(path, client);
    read.set(path, events);
    return events;
  };
  return async (kind, live, path) => {
    const names = new Set(kind.history?.events?.changed('full_path') ?? []);
    if (names.size === 0) return undefined;
    const events = await eventsOnce(live.key);
    // The latest stand first.
    const left = events.find(({ event_name: name, details }) => {
      if (typeof name !== 'string' || !names.has(name) || !isMap(details)) return false;
      const { from } = details;
      return typeof from === 'string' && (isSame(from, lastSegment(path)) || isSame(from, path));
    });
    const at = left?.['created_at'];
    return typeof at === 'string' ? at : undefined;
  };
}

async function eventsOf(path: string, client: Client): Promise<readonly JsonObject[]> {
  try {
    return (await client.list({ path: `${scopePath({ type: 'group', path })}/audit_events` })).rows;
  } catch (error) {
    // Without events, or the right to read them, nothing is known.
    if (isRefused(error)) return [];
    throw error;
  }
}
