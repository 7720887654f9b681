import { readableGroup, readableProject } from '../access/find.ts';
import { pictureOf } from './pictures.ts';
import { notFound } from '../http/reply.ts';
import { route } from '../http/route.ts';

export const pictureRoutes = [
  // GET /groups/:id/avatar: the picture as it was sent, for whoever sees the group (18.9).
  route({
    method: 'GET',
    path: '/groups/:id/avatar',
    anonymous: true,
    access: readableGroup,
    handle: ({ context, subject: group }) => {
      const kept = pictureOf(context, `group/avatar/${group.id}`, 'attachment');
      return group.attributes['avatar_url'] == null || kept === undefined ? notFound('Avatar') : kept;
    },
  }),
  // GET /projects/:id/avatar (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/avatar',
    anonymous: true,
    access: readableProject,
    handle: ({ context, subject: project }) => {
      const kept = pictureOf(context, `project/avatar/${project.id}`, 'attachment');
      return project.attributes['avatar_url'] == null || kept === undefined ? notFound('Avatar') : kept;
    },
  }),
];
