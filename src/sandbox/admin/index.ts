import type { AnyRoute } from '../http/route.ts';
import { auditEventRoutes } from './routes-audit-events.ts';
import { customAttributeRoutes } from './routes-custom-attributes.ts';
import { licenseRoutes } from './routes-license.ts';
import { metadataRoutes } from './routes-metadata.ts';
import { planLimitRoutes } from './routes-plan-limits.ts';

/** The endpoints of the administration of the instance. */
export const adminArea: readonly AnyRoute[] = [
  ...licenseRoutes,
  ...metadataRoutes,
  ...auditEventRoutes,
  ...customAttributeRoutes,
  ...planLimitRoutes,
];
