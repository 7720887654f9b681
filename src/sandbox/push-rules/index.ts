import type { AnyRoute } from '../http/route.ts';
import { pushRuleRoutes } from './routes.ts';

/** The endpoints of push rules. */
export const pushRulesArea: readonly AnyRoute[] = pushRuleRoutes;
