import { actor } from '../call.ts';
import type { Call } from '../call.ts';
import { projectEntity } from '../entities/project.ts';
import { basicUser } from '../entities/user.ts';
import { readableProject } from '../find.ts';
import { paged, paginate } from '../pagination.ts';
import { created } from '../reply.ts';
import type { Reply } from '../reply.ts';
import { route } from '../route.ts';
import type { ProjectRow, UserRow } from '../rows.ts';
import { addStar, hasStarred, removeStar, starsOf } from '../stars.ts';
import { list, listParams, userBy } from './project-list.ts';

export const projectStarRoutes = [
  // POST /projects/:id/star: 304 when it is starred already (18.9).
  route({
    method: 'POST',
    path: '/projects/:id/star',
    access: readableProject,
    handle: ({ call, subject }) => changed(call, subject, addStar(call, actor(call), subject)),
  }),
  // POST /projects/:id/unstar: 304 when it is not starred (18.9).
  route({
    method: 'POST',
    path: '/projects/:id/unstar',
    access: readableProject,
    handle: ({ call, subject }) => changed(call, subject, removeStar(call.world.state, actor(call), subject)),
  }),
  // GET /projects/:id/starrers: without those whose profile is private to the caller (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/starrers',
    anonymous: true,
    params: { ...paged, search: { type: 'string' } },
    access: readableProject,
    handle: ({ call, args, subject }) => {
      const text = (args.search ?? '').toLowerCase();
      const rows = starsOf(call.world.state, subject).flatMap((star) => {
        const user = call.world.state.users.get(Number(star.key));
        return user !== undefined && showsProfile(call, user) ? [{ user, since: star.created_at }] : [];
      });
      const found = rows.filter(({ user }) => `${user.name}\n${user.username}`.toLowerCase().includes(text));
      return paginate(call, args, found, ({ user, since }) => ({ starred_since: since, user: basicUser(call, user) }));
    },
  }),
  // GET /users/:user_id/starred_projects: none of a private profile (18.9).
  route({
    method: 'GET',
    path: '/users/:user_id/starred_projects',
    anonymous: true,
    params: listParams,
    access: (call, args) => userBy(call, args.user_id),
    handle: ({ call, args, subject }) => {
      const { state } = call.world;
      const rows = showsProfile(call, subject)
        ? state.projects.all().filter((project) => hasStarred(state, subject, project))
        : [];
      return list(call, args, rows);
    },
  }),
];

function changed(call: Call, project: ProjectRow, done: boolean): Reply {
  return done ? created(projectEntity(call, project)) : { status: 304 };
}

/** A private profile is shown to its user and to administrators. */
function showsProfile(call: Call, user: UserRow): boolean {
  return user.profile['private_profile'] !== true || call.admin || call.user?.id === user.id;
}
