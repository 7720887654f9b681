import { hasLevel } from '../access.ts';
import type { Call } from '../call.ts';
import { licensed } from '../edition.ts';
import { serviceAccountEntity } from '../entities/service-account.ts';
import { findGroup } from '../find.ts';
import { badRequest, created, forbidden, message, notFound, ok, refuse } from '../reply.ts';
import { route } from '../route.ts';
import type { GroupRow, UserRow } from '../rows.ts';
import {
  accountParams,
  accountProblem,
  changeAccount,
  createAccount,
  dismissAccount,
  listAccounts,
  listParams,
} from './service-account-rules.ts';

const path = '/groups/:id/service_accounts';
const one = { user_id: { type: 'integer', required: true } } as const;

export const groupServiceAccountRoutes = [
  // GET /groups/:id/service_accounts (18.9).
  route({
    method: 'GET',
    path,
    params: listParams,
    access: accountsGroup,
    handle: ({ call, args, subject }) => {
      const rows = call.world.state.users
        .all()
        .filter((user) => user.type === 'service_account' && user.provisioned_by_group_id === subject.id);
      return listAccounts(call, args, rows);
    },
  }),
  // POST /groups/:id/service_accounts: Owners need a setting of the instance; top-level groups alone (18.9).
  route({
    method: 'POST',
    path,
    params: accountParams,
    access: accountsGroup,
    handle: ({ call, args, subject }) => {
      const owners = call.world.state.settings['allow_top_level_group_owners_to_create_service_accounts'] === true;
      if (subject.parent_id !== null || (!call.admin && !owners)) {
        refuse(badRequest('User does not have permission to create a service account in this group.'));
      }
      return created(serviceAccountEntity(createAccount(call, { type: 'group', row: subject }, args)));
    },
  }),
  // PATCH /groups/:id/service_accounts/:user_id: what is wrong is said without the status before it (18.9).
  route({
    method: 'PATCH',
    path: `${path}/:user_id`,
    since: '17.10',
    params: { ...one, ...accountParams },
    access: groupAccount,
    handle: ({ call, args, subject }) => {
      const problem = accountProblem(call, subject, args);
      if (problem !== undefined) refuse(message(400, problem));
      changeAccount(call, subject, args);
      return ok(serviceAccountEntity(subject));
    },
  }),
  // DELETE /groups/:id/service_accounts/:user_id: in the background; a sole owner stays (18.9).
  route({
    method: 'DELETE',
    path: `${path}/:user_id`,
    params: { ...one, hard_delete: { type: 'boolean' } },
    access: groupAccount,
    handle: ({ call, args, subject }) => dismissAccount(call, subject, args),
  }),
];

/** Access rule: the group, for its Owners, with a licence; 403 for the others. */
export function accountsGroup(call: Call, args: { readonly id: string }): GroupRow {
  const row = findGroup(call, args.id);
  const may = licensed(call.world.edition, 'premium') && hasLevel(call, { type: 'group', row }, 50);
  return may ? row : refuse(forbidden());
}

/** Access rule: a service account that the group has provisioned. */
export function groupAccount(call: Call, args: { readonly id: string; readonly user_id: number }): UserRow {
  const group = accountsGroup(call, args);
  const user = call.world.state.users.get(args.user_id);
  if (user?.provisioned_by_group_id !== group.id) return refuse(notFound('User'));
  return user.type === 'service_account' ? user : refuse(badRequest('User is not of type Service Account'));
}
