import { badRequest, refuse } from '../http/reply.ts';
import { anyone, route } from '../http/route.ts';
import { listParams, userBy, list } from './listing.ts';

export const projectListRoutes = [
  // GET /projects: newest first, by number or by id (18.9).
  route({
    method: 'GET',
    path: '/projects',
    scopes: ['ai_workflows'],
    anonymous: true,
    params: listParams,
    access: anyone,
    handle: ({ context, args }) => {
      const dated = args.updated_after != null || args.updated_before != null;
      if (dated && args.order_by != null && args.order_by !== 'updated_at') {
        refuse(badRequest('`updated_at` filter and `updated_at` sorting must be paired'));
      }
      return list(context, args, context.platform.state.projects.all());
    },
  }),
  // GET /users/:user_id/projects: those in the user's own namespace (18.9).
  route({
    method: 'GET',
    path: '/users/:user_id/projects',
    scopes: ['ai_workflows'],
    anonymous: true,
    params: listParams,
    access: (context, args) => userBy(context, args.user_id),
    handle: ({ context, args, subject }) => list(context, args, context.platform.state.projectsByOwner(subject.id)),
  }),
];
