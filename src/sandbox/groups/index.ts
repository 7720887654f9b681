import type { AnyRoute } from '../http/route.ts';
import { groupArchiveRoutes } from './routes-archive.ts';
import { groupDeletionRoutes } from './routes-deletion.ts';
import { groupListRoutes } from './routes-list.ts';
import { namespaceRoutes } from './routes-namespaces.ts';
import { groupOrganizationRoutes } from './routes-organization.ts';
import { pictureRoutes } from './routes-pictures.ts';
import { groupProjectRoutes } from './routes-projects.ts';
import { groupShareRoutes } from './routes-shares.ts';
import { groupTransferRoutes } from './routes-transfer.ts';
import { groupUserRoutes } from './routes-users.ts';
import { groupRoutes } from './routes.ts';

/** The endpoints of groups and namespaces. */
export const groupsArea: readonly AnyRoute[] = [
  ...groupRoutes,
  ...groupListRoutes,
  ...groupDeletionRoutes,
  ...groupArchiveRoutes,
  ...pictureRoutes,
  ...groupTransferRoutes,
  ...groupShareRoutes,
  ...groupProjectRoutes,
  ...namespaceRoutes,
  ...groupOrganizationRoutes,
  ...groupUserRoutes,
];
