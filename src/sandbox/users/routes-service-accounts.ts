import { requireAdmin } from '../http/request-context.ts';
import type { RequestContext } from '../http/request-context.ts';
import { licensed } from '../store/edition.ts';
import { serviceAccountEntity } from './entity-service-account.ts';
import { badRequest, created, message, ok, refuse, rowNotFound } from '../http/reply.ts';
import { route } from '../http/route.ts';
import {
  accountParams,
  accountProblem,
  changeAccount,
  createAccount,
  listAccounts,
  listParams,
} from './service-accounts.ts';

export const serviceAccountRoutes = [
  // GET /service_accounts: administrators with a licence, all accounts of the instance (18.9).
  route({
    method: 'GET',
    path: '/service_accounts',
    params: listParams,
    access: (context) => {
      requireLicensedAdmin(context);
    },
    handle: ({ context, args }) => {
      const rows = context.platform.state.users.all().filter((user) => user.type === 'service_account');
      return listAccounts(context, args, rows);
    },
  }),
  // POST /service_accounts: every attribute has a default (18.9).
  route({
    method: 'POST',
    path: '/service_accounts',
    params: accountParams,
    access: (context) => {
      requireLicensedAdmin(context, ' - User does not have permission to create a service account.');
    },
    handle: ({ context, args }) => created(serviceAccountEntity(createAccount(context, undefined, args))),
  }),
  // PATCH /service_accounts/:user_id (18.9).
  route({
    method: 'PATCH',
    path: '/service_accounts/:user_id',
    since: '17.9',
    params: { user_id: { type: 'integer', required: true }, ...accountParams },
    access: (context) => {
      requireLicensedAdmin(context);
    },
    handle: ({ context, args }) => {
      const user = context.platform.state.users.get(args.user_id) ?? refuse(rowNotFound());
      if (user.type !== 'service_account') refuse(badRequest('User is not a service account'));
      const problem = accountProblem(context, user, args);
      if (problem !== undefined) refuse(badRequest(problem));
      changeAccount(context, user, args);
      return ok(serviceAccountEntity(user));
    },
  }),
];

/** Service accounts are for Premium; without it even administrators are told 403, and by POST why. */
function requireLicensedAdmin(context: RequestContext, why = ''): void {
  requireAdmin(context);
  if (!licensed(context.platform.edition, 'premium')) refuse(message(403, `403 Forbidden${why}`));
}
