import type { AnyRoute } from '../http/route.ts';
import { variableRoutes } from './routes.ts';

/** The endpoints of CI/CD variables. */
export const variablesArea: readonly AnyRoute[] = variableRoutes;
