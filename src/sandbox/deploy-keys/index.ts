import type { AnyRoute } from '../http/route.ts';
import { deployKeyRoutes } from './routes.ts';

/** The endpoints of deploy keys. */
export const deployKeysArea: readonly AnyRoute[] = deployKeyRoutes;
