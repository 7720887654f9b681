import { serviceAccountEntity } from './entity-service-account.ts';
import { created, message, ok, refuse } from '../http/reply.ts';
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
import { projectAccount, accountsProject, provisionedBy } from './project-service-accounts.ts';

const path = '/projects/:id/service_accounts';

const one = { user_id: { type: 'integer', required: true } } as const;

const added = '18.9';

export const projectServiceAccountRoutes = [
  // GET /projects/:id/service_accounts (18.9).
  route({
    method: 'GET',
    path,
    since: added,
    params: listParams,
    access: accountsProject,
    handle: ({ context, args, subject }) => {
      const rows = context.platform.state.users.all().filter((user) => provisionedBy(user, subject));
      return listAccounts(context, args, rows);
    },
  }),
  // POST /projects/:id/service_accounts (18.9).
  route({
    method: 'POST',
    path,
    since: added,
    params: accountParams,
    access: accountsProject,
    handle: ({ context, args, subject }) =>
      created(serviceAccountEntity(createAccount(context, { type: 'project', row: subject }, args))),
  }),
  // PATCH /projects/:id/service_accounts/:user_id: what is wrong is said without the status before it (18.9).
  route({
    method: 'PATCH',
    path: `${path}/:user_id`,
    since: added,
    params: { ...one, ...accountParams },
    access: projectAccount,
    handle: ({ context, args, subject }) => {
      const problem = accountProblem(context, subject, args);
      if (problem !== undefined) refuse(message(400, problem));
      changeAccount(context, subject, args);
      return ok(serviceAccountEntity(subject));
    },
  }),
  // DELETE /projects/:id/service_accounts/:user_id: in the background (18.9).
  route({
    method: 'DELETE',
    path: `${path}/:user_id`,
    since: added,
    params: { ...one, hard_delete: { type: 'boolean' } },
    access: projectAccount,
    handle: ({ context, args, subject }) => dismissAccount(context, subject, args),
  }),
];
