import type { Row } from '../figure.ts';
import { rateLimits } from './rate-limits.ts';

/** Every row of the table. */
export const rows: readonly Row[] = [rateLimits];
