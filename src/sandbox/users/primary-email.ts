import type { RequestContext } from '../http/request-context.ts';
import { timestamp } from '../store/clock.ts';
import type { RecordRow } from '../store/rows.ts';
import type { UserRow } from './rows.ts';

export const kind = 'email';

/** A confirmed primary address joins the user's addresses; former ones stay there (POST and PUT /users, 18.9). */
export function listPrimaryEmail(context: RequestContext, user: UserRow): void {
  const { state } = context.platform;
  if (user.confirmed_at === null) return;
  const known = state.recordByKey(`${kind} user:${user.id} ${user.email}`);
  if (known === undefined) insertEmail(context, user, user.email, user.confirmed_at);
  else state.records.update(known, { data: { confirmed_at: user.confirmed_at } });
}

export function insertEmail(
  context: RequestContext,
  user: UserRow,
  email: string,
  confirmed_at: string | null,
): RecordRow {
  const now = timestamp(context.platform.clock);
  const fields = { kind, owner: `user:${user.id}`, key: email, created_at: now, updated_at: now };
  return context.platform.state.records.insert({ ...fields, data: { confirmed_at } });
}
