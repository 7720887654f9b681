import { randomBytes } from 'node:crypto';
import type { Source } from '../access/access.ts';
import { audit } from '../admin/audit.ts';
import { auditUserChanges } from '../admin/audit-changes.ts';
import { schedule } from '../background/jobs.ts';
import type { RequestContext } from '../http/request-context.ts';
import { timestamp } from '../store/clock.ts';
import { requireUnmodified } from '../http/conditional.ts';
import { serviceAccountEntity } from './entity-service-account.ts';
import { toSentence } from '../http/full-messages.ts';
import { keyset, paginate, paginateByCursor } from '../http/pagination.ts';
import type { Args, Params } from '../http/params.ts';
import { badRequest, conflict, noContent, refuse } from '../http/reply.ts';
import type { Reply } from '../http/reply.ts';
import type { UserRow } from './rows.ts';
import { groupsOwnedAlone } from '../members/sole-owner.ts';
import { newUser } from './new-user.ts';
import { listPrimaryEmail } from './primary-email.ts';

export const accountParams = {
  name: { type: 'string' },
  username: { type: 'string' },
  email: { type: 'string' },
} as const satisfies Params;

export const listParams = {
  order_by: { type: 'string', values: ['id', 'username'] },
  sort: { type: 'string', values: ['asc', 'desc'] },
  ...keyset,
} as const satisfies Params;

type Sent = Partial<Args<typeof accountParams>>;

/** Newest first unless asked otherwise; by number or by cursor. */
export function listAccounts(context: RequestContext, args: Args<typeof listParams>, rows: readonly UserRow[]): Reply {
  const direction = args.sort === 'asc' ? 1 : -1;
  const key = (user: UserRow) => (args.order_by === 'username' ? user.username : user.id);
  const sorted = rows.toSorted((a, b) => direction * (key(a) < key(b) ? -1 : Number(key(a) > key(b))));
  if (args.pagination === 'keyset') return paginateByCursor(context, args, sorted, serviceAccountEntity);
  return paginate(context, args, sorted, serviceAccountEntity);
}

/** A new account: of a group, of a project, or of the instance; it is external and cannot sign in. */
export function createAccount(context: RequestContext, place: Source | undefined, sent: Sent): UserRow {
  const { state, clock, externalUrl } = context.platform;
  const origin = place === undefined ? '' : `${place.type}_${place.row.id}_`;
  const generated = `service_account_${origin}${randomBytes(16).toString('hex')}`;
  const problem = accountProblem(context, undefined, sent);
  if (problem !== undefined) refuse(badRequest(problem));
  const user = state.users.insert({
    username: given(sent.username) ?? generated,
    name: given(sent.name) ?? 'Service account user',
    email: given(sent.email)?.toLowerCase() ?? `${generated}@noreply.${new URL(externalUrl).hostname}`,
    type: 'service_account',
    ...newUser(timestamp(clock)),
    external: true,
    can_create_group: false,
    created_by_id: context.user?.id ?? null,
    provisioned_by_group_id: place?.type === 'group' ? place.row.id : null,
    profile: place?.type === 'project' ? { provisioned_by_project_id: place.row.id } : {},
  });
  listPrimaryEmail(context, user);
  audit(context, { event: 'user_created', entity: { type: 'User', row: user }, details: { add: 'user' } });
  return user;
}

/** A new address waits for its confirmation, when the instance asks for one. */
export function changeAccount(context: RequestContext, user: UserRow, sent: Sent): void {
  const { state, clock } = context.platform;
  const before = { name: user.name, username: user.username, email: user.email };
  const email = given(sent.email)?.toLowerCase() ?? user.email;
  const confirms = (state.settings['email_confirmation_setting'] ?? 'off') !== 'off' && email !== user.email;
  state.users.update(user, {
    name: given(sent.name) ?? user.name,
    username: given(sent.username) ?? user.username,
    email: confirms ? user.email : email,
    unconfirmed_email: confirms ? email : user.unconfirmed_email,
    updated_at: timestamp(clock),
  });
  auditUserChanges(context, user, before, { name: user.name, username: user.username, email: user.email });
}

/** An account goes in the background, and is blocked until then (DELETE …/service_accounts/:user_id, 18.9); a sole owner stays, or takes the groups along. */
export function dismissAccount(
  context: RequestContext,
  user: UserRow,
  sent: { readonly hard_delete?: boolean | null | undefined },
): Reply {
  const { state } = context.platform;
  const owned = groupsOwnedAlone(context, user);
  if (owned.length > 0 && sent.hard_delete !== true)
    refuse(conflict('User cannot be removed while is the sole-owner of a group'));
  requireUnmodified(context, user.updated_at);
  // Of a group's account the event is the group's.
  const home = user.provisioned_by_group_id === null ? undefined : state.groups.get(user.provisioned_by_group_id);
  audit(context, {
    event: 'user_destroyed',
    entity: home === undefined ? { type: 'User', row: user } : { type: 'Group', row: home },
    target: { id: user.id, type: 'User', details: user.name },
    details: { custom_message: `User ${user.username} scheduled for deletion` },
  });
  for (const group of owned) schedule(context.platform, 'delete_group', group.id);
  state.users.update(user, { state: 'blocked' });
  schedule(context.platform, 'delete_user', user.id);
  return noContent();
}

/** What is wrong with the names of an account, in one sentence when both are taken. */
export function accountProblem(context: RequestContext, user: UserRow | undefined, sent: Sent): string | undefined {
  const { state } = context.platform;
  const byEmail = state.userByEmail((sent.email ?? '').toLowerCase());
  const byName = state.userByName((sent.username ?? '').toLowerCase());
  const group = state.groupByPath((sent.username ?? '').toLowerCase());
  const problems = [
    ...(byEmail !== undefined && byEmail !== user ? ['Email has already been taken'] : []),
    ...((byName !== undefined && byName !== user) || group !== undefined ? ['Username has already been taken'] : []),
  ];
  return problems.length > 0 ? toSentence(problems) : undefined;
}

/** What is sent empty counts as not sent. */
function given(value: string | null | undefined): string | undefined {
  return value === null || value === '' ? undefined : value;
}
