import { requireAdmin } from '../call.ts';
import type { Call } from '../call.ts';
import { licensed } from '../edition.ts';
import { serviceAccountEntity } from '../entities/service-account.ts';
import { badRequest, created, forbidden, ok, refuse, rowNotFound } from '../reply.ts';
import { route } from '../route.ts';
import {
  accountParams,
  accountProblem,
  changeAccount,
  createAccount,
  listAccounts,
  listParams,
} from './service-account-rules.ts';

export const serviceAccountRoutes = [
  // GET /service_accounts: administrators with a licence, all accounts of the instance (18.9).
  route({
    method: 'GET',
    path: '/service_accounts',
    params: listParams,
    access: requireLicensedAdmin,
    handle: ({ call, args }) => {
      const rows = call.world.state.users.all().filter((user) => user.type === 'service_account');
      return listAccounts(call, args, rows);
    },
  }),
  // POST /service_accounts: every attribute has a default (18.9).
  route({
    method: 'POST',
    path: '/service_accounts',
    params: accountParams,
    access: requireLicensedAdmin,
    handle: ({ call, args }) => created(serviceAccountEntity(createAccount(call, undefined, args))),
  }),
  // PATCH /service_accounts/:user_id (18.9).
  route({
    method: 'PATCH',
    path: '/service_accounts/:user_id',
    since: '17.9',
    params: { user_id: { type: 'integer', required: true }, ...accountParams },
    access: requireLicensedAdmin,
    handle: ({ call, args }) => {
      const user = call.world.state.users.get(args.user_id) ?? refuse(rowNotFound());
      if (user.type !== 'service_account') refuse(badRequest('User is not a service account'));
      const problem = accountProblem(call, user, args);
      if (problem !== undefined) refuse(badRequest(problem));
      changeAccount(call, user, args);
      return ok(serviceAccountEntity(user));
    },
  }),
];

/** Service accounts are for Premium; without it even administrators are told 403. */
function requireLicensedAdmin(call: Call): void {
  requireAdmin(call);
  if (!licensed(call.world.edition, 'premium')) refuse(forbidden());
}
