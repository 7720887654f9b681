import { unknownIfRefused } from '../../api/api-error.ts';
import type { Client } from '../../api/client.ts';
import { isMap } from '../../base/shape.ts';
import { identity, type Kind } from '../../kind.ts';
import type { Instance, JsonObject } from '../../model.ts';
import type { Read } from '../../read.ts';
import type { Kinds } from '../kinds.ts';

/** One gave up a name for another, or is gone by that name. */
export interface Renaming {
  readonly id: unknown;
  /** The name that was given up, as names are compared. */
  readonly from: string;
  /** The new name; undefined where somebody is gone. */
  readonly to: string | undefined;
}

/** The people of whose renames events tell, which administrators alone may read. */
export function peopleTold(kinds: Kinds, { me }: Pick<Instance, 'me'>): Kind | undefined {
  if (!me.admin) return undefined;
  return [...kinds.values()].find(
    ({ people, history }) => people !== undefined && history?.events?.filedUnder !== undefined,
  );
}

/** Who gave up which name, as the latest events tell, the latest first; nothing where these may not be read. */
export type Renamings = (kind: Kind) => Promise<readonly Renaming[]>;

/** The renamings of an instance: each kind's events are read once, whoever asks for them. Throws ApiError. */
export function createRenamings(client: Client): Renamings {
  const read = new Map<Kind, Promise<readonly Renaming[]>>();
  return (kind) => {
    const told = read.get(kind) ?? renamingsOf(kind, client);
    read.set(kind, told);
    return told;
  };
}

async function renamingsOf(kind: Kind, client: Client): Promise<readonly Renaming[]> {
  const { history, shape } = kind;
  const { events } = history ?? {};
  const changed = new Set(shape.type === 'map' ? events?.changed(shape.name) : []);
  if (changed.size === 0 || events?.filedUnder === undefined) return [];
  const removed = new Set(events.removed);
  const read: Read = { path: '/audit_events', query: { entity_type: events.filedUnder }, pages: true };
  const rows = (await client.list(read).catch(unknownIfRefused))?.rows ?? [];
  return rows.flatMap(({ event_name: name, entity_id: id, details }): Renaming[] => {
    if (typeof name !== 'string' || !isMap(details)) return [];
    if (changed.has(name)) return renamed(kind, id, details);
    // A guess: that the path of a user whom an event is filed under is the name, as it is that of a group (GET /audit_events, 18.9).
    const { entity_path: last } = details;
    return removed.has(name) && typeof last === 'string' ? [{ id, from: identity(kind, last), to: undefined }] : [];
  });
}

function renamed(kind: Kind, id: unknown, { from, to }: JsonObject): Renaming[] {
  return typeof from === 'string' && typeof to === 'string' ? [{ id, from: identity(kind, from), to }] : [];
}
