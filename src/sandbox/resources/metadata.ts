import { ok } from '../reply.ts';
import { anyone, route } from '../route.ts';
import type { World } from '../world.ts';

function metadata(world: World) {
  const enterprise = world.edition.version.endsWith('-ee');
  return {
    version: world.edition.version,
    revision: 'a1b2c3d4e5f',
    kas: { enabled: false, externalUrl: null, externalK8sProxyUrl: null, version: null },
    enterprise,
  };
}

export const metadataRoutes = [
  // GET /metadata: any signed-in user, also with read_user or ai_features (18.9).
  route({
    method: 'GET',
    path: '/metadata',
    scopes: ['read_user', 'ai_features'],
    access: anyone,
    handle: ({ call }) => ok(metadata(call.world)),
  }),
  // GET /version answers the same object (18.9).
  route({
    method: 'GET',
    path: '/version',
    scopes: ['read_user', 'ai_features'],
    access: anyone,
    handle: ({ call }) => ok(metadata(call.world)),
  }),
];
