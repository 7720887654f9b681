import type { AnyRoute } from '../http/route.ts';
import { terraformLockRoutes } from './routes-locks.ts';
import { terraformStateRoutes } from './routes.ts';

/** The endpoints of Terraform states. */
export const terraformArea: readonly AnyRoute[] = [...terraformLockRoutes, ...terraformStateRoutes];
