import type { AnyRoute } from '../http/route.ts';
import { importArchiveRoutes } from './routes-archives.ts';
import { bulkImportRoutes } from './routes-bulk.ts';
import { importControlRoutes } from './routes-control.ts';
import { exportRoutes } from './routes-exports.ts';
import { importRelationRoutes } from './routes-relations.ts';
import { importRoutes } from './routes.ts';

/** The endpoints of imports and exports. */
export const importsArea: readonly AnyRoute[] = [
  ...importRoutes,
  ...importControlRoutes,
  ...bulkImportRoutes,
  ...importArchiveRoutes,
  ...importRelationRoutes,
  ...exportRoutes,
];
