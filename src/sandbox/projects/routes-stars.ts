import { actor } from '../http/request-context.ts';
import type { RequestContext } from '../http/request-context.ts';
import { projectEntity } from './entity.ts';
import { basicUser } from '../users/entity.ts';
import { readableProject } from '../access/find.ts';
import { paged, paginate } from '../http/pagination.ts';
import { created } from '../http/reply.ts';
import type { Reply } from '../http/reply.ts';
import { route } from '../http/route.ts';
import type { ProjectRow } from './rows.ts';
import type { UserRow } from '../users/rows.ts';
import { addStar, hasStarred, removeStar, starsOf } from './stars.ts';
import { list, listParams, userBy } from './listing.ts';

export const projectStarRoutes = [
  // POST /projects/:id/star: 304 when it is starred already (18.9).
  route({
    method: 'POST',
    path: '/projects/:id/star',
    access: readableProject,
    handle: ({ context, subject }) => changed(context, subject, addStar(context, actor(context), subject)),
  }),
  // POST /projects/:id/unstar: 304 when it is not starred (18.9).
  route({
    method: 'POST',
    path: '/projects/:id/unstar',
    access: readableProject,
    handle: ({ context, subject }) =>
      changed(context, subject, removeStar(context.platform.state, actor(context), subject)),
  }),
  // GET /projects/:id/starrers: without those whose profile is private to the caller (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/starrers',
    anonymous: true,
    params: { ...paged, search: { type: 'string' } },
    access: readableProject,
    handle: ({ context, args, subject }) => {
      const text = (args.search ?? '').toLowerCase();
      const rows = starsOf(context.platform.state, subject).flatMap((star) => {
        const user = context.platform.state.users.get(Number(star.key));
        return user !== undefined && showsProfile(context, user) ? [{ user, since: star.created_at }] : [];
      });
      const found = rows.filter(({ user }) => `${user.name}\n${user.username}`.toLowerCase().includes(text));
      return paginate(context, args, found, ({ user, since }) => ({
        starred_since: since,
        user: basicUser(context, user),
      }));
    },
  }),
  // GET /users/:user_id/starred_projects: none of a private profile (18.9).
  route({
    method: 'GET',
    path: '/users/:user_id/starred_projects',
    scopes: ['ai_workflows'],
    anonymous: true,
    params: listParams,
    access: (context, args) => userBy(context, args.user_id),
    handle: ({ context, args, subject }) => {
      const { state } = context.platform;
      const rows = showsProfile(context, subject)
        ? state.projects.all().filter((project) => hasStarred(state, subject, project))
        : [];
      return list(context, args, rows);
    },
  }),
];

function changed(context: RequestContext, project: ProjectRow, done: boolean): Reply {
  return done ? created(projectEntity(context, project)) : { status: 304 };
}

/** A private profile is shown to its user and to administrators. */
function showsProfile(context: RequestContext, user: UserRow): boolean {
  return user.profile['private_profile'] !== true || context.admin || context.user?.id === user.id;
}
