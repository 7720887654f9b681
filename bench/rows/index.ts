import type { Row } from '../figure.ts';
import { applying } from './apply.ts';
import { fewWorkers } from './few-workers.ts';
import { growth } from './growth.ts';
import { install } from './install.ts';
import { loading } from './loading.ts';
import { memory } from './memory.ts';
import { noOp } from './no-op.ts';
import { planning } from './planning.ts';
import { rateLimits } from './rate-limits.ts';
import { reads } from './reads.ts';
import { reviewing } from './reviewing.ts';
import { sinceLast } from './since-last.ts';
import { start } from './start.ts';
import { wallTime } from './wall-time.ts';

/** Every row of the table. */
export const rows: readonly Row[] = [
  reads,
  reviewing,
  sinceLast,
  wallTime,
  planning,
  growth,
  loading,
  memory,
  applying,
  rateLimits,
  fewWorkers,
  start,
  install,
  noOp,
];
