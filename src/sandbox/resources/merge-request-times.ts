import { hasLevel } from '../access.ts';
import type { Call } from '../call.ts';
import { readableMergeRequest } from '../merge-request-access.ts';
import type { MergeRequestRow } from '../merge-request-rows.ts';
import { secondsIn, setTime, timeOn, timeStats } from '../merge-request-time.ts';
import { forbidden, invalid, ok, refuse } from '../reply.ts';
import { route } from '../route.ts';

const iid = { merge_request_iid: { type: 'integer', required: true } } as const;
const duration = { duration: { type: 'string', required: true } } as const;

interface WithNumber {
  readonly id: string;
  readonly merge_request_iid: number;
}

/** Time is written down by Developers (POST …/time_estimate, 18.9). */
function timedMergeRequest(call: Call, args: WithNumber): MergeRequestRow {
  const { project, row } = readableMergeRequest(call, args);
  return hasLevel(call, { type: 'project', row: project }, 30) ? row : refuse(forbidden());
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
    handle: ({ call, args, subject }) => {
      const estimate = secondsIn(args.duration);
      if (estimate === undefined || estimate < 0) return refuse(oddEstimate);
      setTime(call, subject, { ...timeOn(call, subject), estimate });
      return ok(timeStats(call, subject));
    },
  }),
  // POST /projects/:id/merge_requests/:merge_request_iid/reset_time_estimate: 200 (18.9).
  route({
    method: 'POST',
    path: '/projects/:id/merge_requests/:merge_request_iid/reset_time_estimate',
    params: iid,
    access: timedMergeRequest,
    handle: ({ call, subject }) => {
      setTime(call, subject, { ...timeOn(call, subject), estimate: 0 });
      return ok(timeStats(call, subject));
    },
  }),
  // POST /projects/:id/merge_requests/:merge_request_iid/add_spent_time: 201; a minus takes away, not below zero (18.9).
  route({
    method: 'POST',
    path: '/projects/:id/merge_requests/:merge_request_iid/add_spent_time',
    params: { ...iid, ...duration, summary: { type: 'string' } },
    access: timedMergeRequest,
    handle: ({ call, args, subject }) => {
      const time = timeOn(call, subject);
      const added = secondsIn(args.duration) ?? 0;
      if (time.spent + added < 0) refuse(invalid({ base: ['Time to subtract exceeds the total time spent'] }));
      if (added !== 0) setTime(call, subject, { ...time, spent: time.spent + added });
      return { status: 201, body: timeStats(call, subject) };
    },
  }),
  // POST /projects/:id/merge_requests/:merge_request_iid/reset_spent_time: 200 (18.9).
  route({
    method: 'POST',
    path: '/projects/:id/merge_requests/:merge_request_iid/reset_spent_time',
    params: iid,
    access: timedMergeRequest,
    handle: ({ call, subject }) => {
      setTime(call, subject, { ...timeOn(call, subject), spent: 0 });
      return ok(timeStats(call, subject));
    },
  }),
  // GET /projects/:id/merge_requests/:merge_request_iid/time_stats (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/merge_requests/:merge_request_iid/time_stats',
    anonymous: true,
    params: iid,
    access: readableMergeRequest,
    handle: ({ call, subject: { row } }) => ok(timeStats(call, row)),
  }),
];
