import { ok } from '../http/reply.ts';
import { anyone, route } from '../http/route.ts';
import { metadata } from './metadata.ts';

export const metadataRoutes = [
  // GET /metadata: any signed-in user, also with read_user or ai_features (18.9).
  route({
    method: 'GET',
    path: '/metadata',
    scopes: ['read_user', 'ai_features'],
    access: anyone,
    handle: ({ context }) => ok(metadata(context.platform)),
  }),
  // GET /version answers the same object (18.9).
  route({
    method: 'GET',
    path: '/version',
    scopes: ['read_user', 'ai_features'],
    access: anyone,
    handle: ({ context }) => ok(metadata(context.platform)),
  }),
];
