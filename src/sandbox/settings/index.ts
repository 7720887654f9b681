import type { AnyRoute } from '../http/route.ts';
import { applicationSettingRoutes } from './routes.ts';

/** The endpoints of the application settings. */
export const settingsArea: readonly AnyRoute[] = applicationSettingRoutes;
