import { hasLevel } from '../access/access.ts';
import type { RequestContext } from '../http/request-context.ts';
import { readableMergeRequest } from './access.ts';
import type { MergeRequestRow } from './rows.ts';
import { secondsIn, setTime, timeOn, timeStats } from './time.ts';
import { forbidden, invalid, ok, refuse } from '../http/reply.ts';
import { route } from '../http/route.ts';

const iid = { merge_request_iid: { type: 'integer', required: true } } as const;
const duration = { duration: { type: 'string', required: true } } as const;

interface WithNumber {
  readonly id: string;
  readonly merge_request_iid: number;
}

/** Time is written down by Developers (POST …/time_estimate, 18.9). */
function timedMergeRequest(context: RequestContext, args: WithNumber): MergeRequestRow {
  const { project, row } = readableMergeRequest(context, args);
  return hasLevel(context, { type: 'project', row: project }, 30) ? row : refuse(forbidden());
}

const oddEstimate = invalid({
  time_estimate: ['must have a valid format and be greater than or equal to zero.'],
});

export const mergeRequestTimeRoutes = [
  // POST /projects/:id/merge_requests/:merge_request_iid/time_estimate: 200 (18.9).
  route({
    method: 'POST',
    path: '/projects/:id/merge_requests/:merge_request_iid/time_estimate',
    params: { ...iid, ...duration },
    access: timedMergeRequest,
    handle: ({ context, args, subject }) => {
      const estimate = secondsIn(args.duration);
      if (estimate === undefined || estimate < 0) return refuse(oddEstimate);
      setTime(context, subject, { ...timeOn(context, subject), estimate });
      return ok(timeStats(context, subject));
    },
  }),
  // POST /projects/:id/merge_requests/:merge_request_iid/reset_time_estimate: 200 (18.9).
  route({
    method: 'POST',
    path: '/projects/:id/merge_requests/:merge_request_iid/reset_time_estimate',
    params: iid,
    access: timedMergeRequest,
    handle: ({ context, subject }) => {
      setTime(context, subject, { ...timeOn(context, subject), estimate: 0 });
      return ok(timeStats(context, subject));
    },
  }),
  // POST /projects/:id/merge_requests/:merge_request_iid/add_spent_time: 201; a minus takes away, not below zero (18.9).
  route({
    method: 'POST',
    path: '/projects/:id/merge_requests/:merge_request_iid/add_spent_time',
    params: { ...iid, ...duration, summary: { type: 'string' } },
    access: timedMergeRequest,
    handle: ({ context, args, subject }) => {
      const time = timeOn(context, subject);
      const added = secondsIn(args.duration) ?? 0;
      if (time.spent + added < 0) refuse(invalid({ base: ['Time to subtract exceeds the total time spent'] }));
      if (added !== 0) setTime(context, subject, { ...time, spent: time.spent + added });
      return { status: 201, body: timeStats(context, subject) };
    },
  }),
  // POST /projects/:id/merge_requests/:merge_request_iid/reset_spent_time: 200 (18.9).
  route({
    method: 'POST',
    path: '/projects/:id/merge_requests/:merge_request_iid/reset_spent_time',
    params: iid,
    access: timedMergeRequest,
    handle: ({ context, subject }) => {
      setTime(context, subject, { ...timeOn(context, subject), spent: 0 });
      return ok(timeStats(context, subject));
    },
  }),
  // GET /projects/:id/merge_requests/:merge_request_iid/time_stats (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/merge_requests/:merge_request_iid/time_stats',
    anonymous: true,
    params: iid,
    access: readableMergeRequest,
    handle: ({ context, subject: { row } }) => ok(timeStats(context, row)),
  }),
];
