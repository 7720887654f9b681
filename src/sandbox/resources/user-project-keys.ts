import { hasLevel } from '../access.ts';
import type { Call } from '../call.ts';
import { paged, paginate } from '../pagination.ts';
import { forbidden, refuse } from '../reply.ts';
import { route } from '../route.ts';
import type { UserRow } from '../rows.ts';
import { userNamed } from './user-records.ts';

export const userProjectKeyRoutes = [
  // GET /users/:user_id/project_deploy_keys: of the projects that both maintain; no project has such keys here (18.9).
  route({
    method: 'GET',
    path: '/users/:user_id/project_deploy_keys',
    scopes: ['read_user'],
    anonymous: true,
    params: paged,
    access: (call, args) => {
      const user = userNamed(call, args.user_id);
      if (!shareProject(call, user)) refuse(forbidden('No common authorized project found'));
    },
    handle: ({ call, args }) => paginate(call, args, [], () => null),
  }),
];

/** By membership alone: being an administrator maintains nothing. */
function shareProject(call: Call, user: UserRow): boolean {
  const caller = call.user;
  if (caller === undefined) return false;
  return call.world.state.projects.all().some((row) => {
    const maintains = (who: UserRow) => hasLevel({ ...call, user: who, admin: false }, { type: 'project', row }, 40);
    return maintains(caller) && maintains(user);
  });
}
