import type { AnyRoute } from '../http/route.ts';
import { deployTokenRoutes } from './routes.ts';

/** The endpoints of deploy tokens. */
export const deployTokensArea: readonly AnyRoute[] = deployTokenRoutes;
