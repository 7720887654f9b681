import type { AnyRoute } from '../http/route.ts';
import { runnerAssignmentRoutes } from './routes-assignments.ts';
import { runnerCreationRoutes } from './routes-creation.ts';
import { runnerListRoutes } from './routes-lists.ts';
import { runnerRegistrationRoutes } from './routes-registration.ts';
import { runnerTokenRoutes } from './routes-tokens.ts';
import { runnerRoutes } from './routes.ts';

/** The endpoints of runners. */
export const runnersArea: readonly AnyRoute[] = [
  ...runnerListRoutes,
  ...runnerTokenRoutes,
  ...runnerRoutes,
  ...runnerCreationRoutes,
  ...runnerAssignmentRoutes,
  ...runnerRegistrationRoutes,
];
