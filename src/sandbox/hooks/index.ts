import type { AnyRoute } from '../http/route.ts';
import { hookEventRoutes, systemHookTestRoutes } from './routes-events.ts';
import { hookMapRoutes } from './routes-maps.ts';
import { hookRoutes } from './routes.ts';

/** The endpoints of webhooks. */
export const hooksArea: readonly AnyRoute[] = [
  ...hookRoutes,
  ...hookMapRoutes,
  ...hookEventRoutes,
  ...systemHookTestRoutes,
];
