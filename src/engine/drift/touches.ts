import { isRefused } from '../../api/api-error.ts';
import type { Client } from '../../api/client.ts';
import { parallel } from '../../base/parallel.ts';
import { isMap } from '../../base/shape.ts';
import type { FieldTouch, JsonObject, Touch } from '../../model.ts';
import type { Read } from '../../read.ts';

const AT_A_TIME = 8;

/** The event that tells of something, or of one field of it; of a field there may be none. */
export interface Telltale {
  readonly address: string;
  readonly field: string | undefined;
  readonly event?: JsonObject;
  /** Whether it tells of the making. */
  readonly made?: boolean;
}

/** Who touched what, by address. Authors are told by username: what they call themselves is theirs to change. */
export async function touchesOf(found: readonly Telltale[], client: Client): Promise<ReadonlyMap<string, Touch>> {
  const authors = new Map<number, string>();
  const ids = new Set(
    found.flatMap(({ event }) => (typeof event?.['author_id'] === 'number' ? [event['author_id']] : [])),
  );
  await parallel([...ids], AT_A_TIME, async (id) => {
    authors.set(id, await usernameOf(id, client));
  });
  const touches = new Map<string, Touch>();
  const fields = new Map<string, FieldTouch[]>();
  for (const { address, field, event, made } of found) {
    const { author_id: id, created_at: at } = event ?? {};
    const author = typeof id === 'number' ? authors.get(id) : undefined;
    const told = author === undefined || typeof at !== 'string' ? undefined : { author, at };
    if (field !== undefined) fields.set(address, [...(fields.get(address) ?? []), { field, ...told }]);
    if (field !== undefined || told === undefined) continue;
    // Several things may have one address, and one thing several events: who came last is told.
    const known = touches.get(address);
    if (known !== undefined && isLater(known.at, told.at)) continue;
    touches.set(address, { ...told, ...(made && { made }) });
  }
  for (const [address, each] of fields) {
    const touch = touches.get(address);
    if (touch !== undefined) touches.set(address, { ...touch, fields: each });
  }
  return touches;
}

/** Who touched a field of something last; where a single one differs, the whole tells. */
export function touchOfField(touch: Touch | undefined, field: string): Touch | undefined {
  if (touch?.fields === undefined) return touch;
  const { author, at } = touch.fields.find((one) => one.field === field) ?? {};
  return author === undefined || at === undefined ? undefined : { author, at };
}

/** Whether one moment is after another, both ISO 8601. */
export function isLater(one: unknown, other: unknown): boolean {
  return Date.parse(String(one)) > Date.parse(String(other));
}

/** What an event is called; it may say so itself, or in its details. */
export function eventName(event: JsonObject): string | undefined {
  const details = isMap(event['details']) ? event['details'] : {};
  const name = event['event_name'] ?? details['event_name'];
  return typeof name === 'string' ? name : undefined;
}

async function usernameOf(id: number, client: Client): Promise<string> {
  // Below zero are those without a user: the platform itself, deploy tokens (18.9).
  if (id < 0) return 'no user';
  const user = await readQuietly({ path: `/users/${id}`, mayBeMissing: true }, client);
  const username = user !== undefined && !Array.isArray(user) ? (user as JsonObject)['username'] : undefined;
  return typeof username === 'string' ? username : `user ${id}`;
}

/** What the platform answers; undefined where it refuses to. Throws ApiError for everything else. */
export async function readQuietly(read: Read, client: Client): ReturnType<Client['read']> {
  try {
    return await client.read(read);
  } catch (error) {
    if (isRefused(error)) return undefined;
    throw error;
  }
}
