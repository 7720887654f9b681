import type { AnyRoute } from '../http/route.ts';
import { tokenAssociationRoutes } from './routes-associations.ts';
import { impersonationTokenRoutes } from './routes-impersonation.ts';
import { issuedTokenRoutes } from './routes-issued.ts';
import { personalTokenRoutes } from './routes-personal.ts';
import { resourceTokenRotationRoutes } from './routes-resource-rotation.ts';
import { resourceTokenRoutes } from './routes-resource.ts';

/** The endpoints of tokens. */
export const tokensArea: readonly AnyRoute[] = [
  ...resourceTokenRoutes,
  ...resourceTokenRotationRoutes,
  ...personalTokenRoutes,
  ...tokenAssociationRoutes,
  ...issuedTokenRoutes,
  ...impersonationTokenRoutes,
];
