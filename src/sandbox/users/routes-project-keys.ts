import { hasLevel } from '../access/access.ts';
import type { RequestContext } from '../http/request-context.ts';
import { paged, paginate } from '../http/pagination.ts';
import { forbidden, refuse } from '../http/reply.ts';
import { route } from '../http/route.ts';
import type { UserRow } from './rows.ts';
import { userNamed } from './records.ts';

export const userProjectKeyRoutes = [
  // GET /users/:user_id/project_deploy_keys: of the projects that both maintain; no project has such keys here (18.9).
  route({
    method: 'GET',
    path: '/users/:user_id/project_deploy_keys',
    scopes: ['read_user'],
    anonymous: true,
    params: paged,
    access: (context, args) => {
      const user = userNamed(context, args.user_id);
      if (!shareProject(context, user)) refuse(forbidden('No common authorized project found'));
    },
    handle: ({ context, args }) => paginate(context, args, [], () => null),
  }),
];

/** By membership alone: being an administrator maintains nothing. */
function shareProject(context: RequestContext, user: UserRow): boolean {
  const caller = context.user;
  if (caller === undefined) return false;
  return context.platform.state.projects.all().some((row) => {
    const maintains = (who: UserRow) => hasLevel({ ...context, user: who, admin: false }, { type: 'project', row }, 40);
    return maintains(caller) && maintains(user);
  });
}
