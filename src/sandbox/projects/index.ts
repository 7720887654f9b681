import type { AnyRoute } from '../http/route.ts';
import { projectArchiveRoutes } from './routes-archive.ts';
import { projectDeletionRoutes } from './routes-deletion.ts';
import { errorTrackingRoutes } from './routes-error-tracking.ts';
import { projectForkRoutes } from './routes-forks.ts';
import { projectListRoutes } from './routes-list.ts';
import { projectPeopleRoutes } from './routes-people.ts';
import { projectShareRoutes } from './routes-shares.ts';
import { projectStarRoutes } from './routes-stars.ts';
import { projectTransferRoutes } from './routes-transfer.ts';
import { projectRoutes } from './routes.ts';

/** The endpoints of projects. */
export const projectsArea: readonly AnyRoute[] = [
  ...projectRoutes,
  ...projectListRoutes,
  ...projectForkRoutes,
  ...projectStarRoutes,
  ...projectPeopleRoutes,
  ...projectDeletionRoutes,
  ...projectArchiveRoutes,
  ...projectShareRoutes,
  ...projectTransferRoutes,
  ...errorTrackingRoutes,
];
