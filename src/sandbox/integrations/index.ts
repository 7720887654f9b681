import type { AnyRoute } from '../http/route.ts';
import { integrationChangeRoutes } from './routes-changes.ts';
import { integrationTriggerRoutes } from './routes-triggers.ts';
import { integrationRoutes } from './routes.ts';

/** The endpoints of integrations. */
export const integrationsArea: readonly AnyRoute[] = [
  ...integrationRoutes,
  ...integrationChangeRoutes,
  ...integrationTriggerRoutes,
];
