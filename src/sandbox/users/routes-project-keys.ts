import { hasLevel } from '../access/access.ts';
import type { RequestContext } from '../http/request-context.ts';
import { paged, paginate } from '../http/pagination.ts';
import { forbidden, refuse } from '../http/reply.ts';
import { route } from '../http/route.ts';
import { keyEntity } from '../deploy-keys/entity.ts';
import { deployKeysOf } from '../deploy-keys/rules.ts';
import type { ProjectRow } from '../projects/rows.ts';
import type { UserRow } from './rows.ts';
import { userNamed } from './records.ts';

export const userProjectKeyRoutes = [
  // GET /users/:user_id/project_deploy_keys: of the projects that both maintain (18.9).
  route({
    method: 'GET',
    path: '/users/:user_id/project_deploy_keys',
    scopes: ['read_user'],
    anonymous: true,
    params: paged,
    access: (context, args) => {
      const shared = sharedProjects(context, userNamed(context, args.user_id));
      return shared.length > 0 ? shared : refuse(forbidden('No common authorized project found'));
    },
    handle: ({ context, args, subject }) => {
      const keys = subject.flatMap((project) => deployKeysOf(context.platform.state, project)).map(({ key }) => key);
      return paginate(context, args, [...new Set(keys)], keyEntity);
    },
  }),
];

/** By membership alone: being an administrator maintains nothing. */
function sharedProjects(context: RequestContext, user: UserRow): readonly ProjectRow[] {
  const caller = context.user;
  if (caller === undefined) return [];
  return context.platform.state.projects.all().filter((row) => {
    const maintains = (who: UserRow) => hasLevel({ ...context, user: who, admin: false }, { type: 'project', row }, 40);
    return maintains(caller) && maintains(user);
  });
}
