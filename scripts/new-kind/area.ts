import type { AnyRoute } from '../../src/sandbox/http/route.ts';
import { sampleThingRoutes } from './routes.ts';

/** The endpoints of sample things. */
export const sampleThingsArea: readonly AnyRoute[] = [...sampleThingRoutes];
