import { isMap } from '../base/shape.ts';
import { scopeAddress, scopePath } from '../address.ts';
import { ApiError } from '../api/api-error.ts';
import type { Client } from '../api/client.ts';
import { parallel } from '../base/parallel.ts';
import type { Change, JsonObject, Plan, Read, Scope } from '../model.ts';
import { partsOf } from './address-parts.ts';
import type { Kinds } from './kinds.ts';

/** Who touched a resource last, and when (ISO 8601). */
export interface Touch {
  readonly author: string;
  readonly at: string;
}

const AT_A_TIME = 8;

/**
 * Who touched what a plan would change, by address, as far as the newest audit events of its scope tell. It is no error where
 * there are none: they need Premium, and a user who may read them (GET …/audit_events, 18.9).
 */
export async function whoChanged(plan: Plan, client: Client, kinds: Kinds): Promise<ReadonlyMap<string, Touch>> {
  const scopes = new Map<string, Scope>();
  for (const change of plan.changes) {
    const scope = eventScope(change, kinds);
    scopes.set(scopeAddress(scope), scope);
  }
  const events = new Map<string, readonly JsonObject[]>();
  await parallel([...scopes], AT_A_TIME, async ([address, scope]) => {
    events.set(address, await newestEvents(scope, client));
  });
  const touches = new Map<string, Touch>();
  for (const change of plan.changes) {
    const inScope = events.get(scopeAddress(eventScope(change, kinds))) ?? [];
    const event = inScope.find((candidate) => concerns(candidate, change, kinds));
    const touch = event && touchOf(event);
    if (touch !== undefined) touches.set(change.address, touch);
  }
  return touches;
}

/** What happens to a group is filed under the group itself. */
function eventScope({ address }: Change, kinds: Kinds): Scope {
  const { kind, scope, key } = partsOf(address, kinds);
  if (kind.hosts === 'group' || kind.hosts === 'project') return { type: kind.hosts, path: key };
  return scope;
}

async function newestEvents(scope: Scope, client: Client): Promise<readonly JsonObject[]> {
  const read: Read = { path: `${scopePath(scope)}/audit_events` };
  const query = scope.type === 'instance' ? { entity_type: 'Gitlab::Audit::InstanceScope' } : {};
  try {
    const { rows } = await client.list({ ...read, query });
    return rows;
  } catch (error) {
    if (error instanceof ApiError && error.status !== undefined && error.status < 500) return [];
    throw error;
  }
}

/** Whether an event tells of this change: by the id that its calls name, by its key, or by the field that differs. */
function concerns(event: JsonObject, change: Change, kinds: Kinds): boolean {
  const { kind, key } = partsOf(change.address, kinds);
  const details = isMap(event['details']) ? event['details'] : {};
  const { target_id: id, target_details: name, change: field } = details;
  const own = kind.hosts !== undefined || kind.shape.type === 'single';
  if (own)
    return (
      change.fields.some(({ path }) => path === field) || (typeof field !== 'string' && change.action !== 'update')
    );
  const ids = change.calls.map(({ path }) => /\/(\d+)$/.exec(path)?.[1]);
  if ((typeof id === 'number' || typeof id === 'string') && ids.includes(String(id))) return true;
  return typeof name === 'string' && key !== '' && name.toLowerCase() === key.toLowerCase();
}

function touchOf(event: JsonObject): Touch | undefined {
  const details = isMap(event['details']) ? event['details'] : {};
  const author = details['author_name'];
  const at = event['created_at'];
  return typeof author === 'string' && typeof at === 'string' ? { author, at } : undefined;
}
