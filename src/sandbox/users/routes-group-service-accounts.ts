import { serviceAccountEntity } from './entity-service-account.ts';
import { badRequest, created, message, ok, refuse } from '../http/reply.ts';
import { route } from '../http/route.ts';
import {
  accountParams,
  accountProblem,
  changeAccount,
  createAccount,
  dismissAccount,
  listAccounts,
  listParams,
} from './service-accounts.ts';
import { groupAccount, accountsGroup } from './group-service-accounts.ts';

const path = '/groups/:id/service_accounts';

const one = { user_id: { type: 'integer', required: true } } as const;

export const groupServiceAccountRoutes = [
  // GET /groups/:id/service_accounts (18.9).
  route({
    method: 'GET',
    path,
    params: listParams,
    access: accountsGroup,
    handle: ({ context, args, subject }) => {
      const rows = context.platform.state.users
        .all()
        .filter((user) => user.type === 'service_account' && user.provisioned_by_group_id === subject.id);
      return listAccounts(context, args, rows);
    },
  }),
  // POST /groups/:id/service_accounts: Owners need a setting of the instance; top-level groups alone (18.9).
  route({
    method: 'POST',
    path,
    params: accountParams,
    access: accountsGroup,
    handle: ({ context, args, subject }) => {
      const owners =
        context.platform.state.settings['allow_top_level_group_owners_to_create_service_accounts'] === true;
      if (subject.parent_id !== null || (!context.admin && !owners)) {
        refuse(badRequest('User does not have permission to create a service account in this group.'));
      }
      return created(serviceAccountEntity(createAccount(context, { type: 'group', row: subject }, args)));
    },
  }),
  // PATCH /groups/:id/service_accounts/:user_id: what is wrong is said without the status before it (18.9).
  route({
    method: 'PATCH',
    path: `${path}/:user_id`,
    since: '17.10',
    params: { ...one, ...accountParams },
    access: groupAccount,
    handle: ({ context, args, subject }) => {
      const problem = accountProblem(context, subject, args);
      if (problem !== undefined) refuse(message(400, problem));
      changeAccount(context, subject, args);
      return ok(serviceAccountEntity(subject));
    },
  }),
  // DELETE /groups/:id/service_accounts/:user_id: in the background; a sole owner stays (18.9).
  route({
    method: 'DELETE',
    path: `${path}/:user_id`,
    params: { ...one, hard_delete: { type: 'boolean' } },
    access: groupAccount,
    handle: ({ context, args, subject }) => dismissAccount(context, subject, args),
  }),
];
