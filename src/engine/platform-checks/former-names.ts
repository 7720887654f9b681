import { unknownIfRefused } from '../../api/api-error.ts';
import type { Client } from '../../api/client.ts';
import { isMap } from '../../base/shape.ts';
import { identity, type Kind } from '../../kind.ts';
import type { Read } from '../../read.ts';

type Former = (name: string) => { readonly id: unknown; readonly name: string } | undefined;

/** Who had a name before, and what they were called since, as the latest events tell; nobody where these may not be read. */
export async function formerNames(kind: Kind, client: Client): Promise<Former> {
  const events = kind.history?.events;
  const names = new Set(kind.shape.type === 'map' ? events?.changed(kind.shape.name) : []);
  if (names.size === 0 || events?.filedUnder === undefined) return () => undefined;
  const read: Read = { path: '/audit_events', query: { entity_type: events.filedUnder }, pages: true };
  const rows = (await client.list(read).catch(unknownIfRefused))?.rows ?? [];
  const renames = rows.flatMap(({ event_name: name, entity_id: id, details }) => {
    if (typeof name !== 'string' || !names.has(name) || !isMap(details)) return [];
    const { from, to } = details;
    return typeof from === 'string' && typeof to === 'string' ? [{ id, from: identity(kind, from), to }] : [];
  });
  return (name) => {
    // The latest stand first: what somebody is called now is the first that is told of them.
    const left = renames.find(({ from }) => from === identity(kind, name));
    const last = left && renames.find(({ id }) => id === left.id);
    return last && { id: last.id, name: last.to };
  };
}
