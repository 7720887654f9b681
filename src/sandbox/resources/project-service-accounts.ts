import { hasLevel } from '../access.ts';
import type { Call } from '../call.ts';
import { licensed } from '../edition.ts';
import { serviceAccountEntity } from '../entities/service-account.ts';
import { findProject } from '../find.ts';
import { created, forbidden, message, notFound, ok, refuse } from '../reply.ts';
import { route } from '../route.ts';
import type { ProjectRow, UserRow } from '../rows.ts';
import {
  accountParams,
  accountProblem,
  changeAccount,
  createAccount,
  dismissAccount,
  listAccounts,
  listParams,
} from './service-account-rules.ts';

const path = '/projects/:id/service_accounts';
const one = { user_id: { type: 'integer', required: true } } as const;
const since = '18.9';

export const projectServiceAccountRoutes = [
  // GET /projects/:id/service_accounts (18.9).
  route({
    method: 'GET',
    path,
    since,
    params: listParams,
    access: accountsProject,
    handle: ({ call, args, subject }) => {
      const rows = call.world.state.users.all().filter((user) => provisionedBy(user, subject));
      return listAccounts(call, args, rows);
    },
  }),
  // POST /projects/:id/service_accounts (18.9).
  route({
    method: 'POST',
    path,
    since,
    params: accountParams,
    access: accountsProject,
    handle: ({ call, args, subject }) =>
      created(serviceAccountEntity(createAccount(call, { type: 'project', row: subject }, args))),
  }),
  // PATCH /projects/:id/service_accounts/:user_id: what is wrong is said without the status before it (18.9).
  route({
    method: 'PATCH',
    path: `${path}/:user_id`,
    since,
    params: { ...one, ...accountParams },
    access: projectAccount,
    handle: ({ call, args, subject }) => {
      const problem = accountProblem(call, subject, args);
      if (problem !== undefined) refuse(message(400, problem));
      changeAccount(call, subject, args);
      return ok(serviceAccountEntity(subject));
    },
  }),
  // DELETE /projects/:id/service_accounts/:user_id: in the background (18.9).
  route({
    method: 'DELETE',
    path: `${path}/:user_id`,
    since,
    params: { ...one, hard_delete: { type: 'boolean' } },
    access: projectAccount,
    handle: ({ call, args, subject }) => dismissAccount(call, subject, args),
  }),
];

/** Access rule: the project, from Maintainer on, with a licence; 403 for the others. */
function accountsProject(call: Call, args: { readonly id: string }): ProjectRow {
  const row = findProject(call, args.id);
  const may = licensed(call.world.edition, 'premium') && hasLevel(call, { type: 'project', row }, 40);
  return may ? row : refuse(forbidden());
}

/** Access rule: a service account that the project has provisioned; other users are not found. */
export function projectAccount(call: Call, args: { readonly id: string; readonly user_id: number }): UserRow {
  const project = accountsProject(call, args);
  const user = call.world.state.users.get(args.user_id);
  return user !== undefined && provisionedBy(user, project) ? user : refuse(notFound('User'));
}

function provisionedBy(user: UserRow, project: ProjectRow): boolean {
  return user.type === 'service_account' && user.profile['provisioned_by_project_id'] === project.id;
}
