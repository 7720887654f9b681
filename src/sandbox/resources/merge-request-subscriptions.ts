import { actor } from '../call.ts';
import type { Call } from '../call.ts';
import { mergeRequestEntity } from '../entities/merge-request.ts';
import { readableMergeRequest } from '../merge-request-access.ts';
import type { Found } from '../merge-request-access.ts';
import { isSubscribed, setSubscribed } from '../merge-request-subscriptions.ts';
import { created } from '../reply.ts';
import type { Reply } from '../reply.ts';
import { route } from '../route.ts';

const iid = { merge_request_iid: { type: 'integer', required: true } } as const;

/** 304 when it is so already. */
function subscribe(call: Call, { project, row }: Found, wanted: boolean): Reply {
  const user = actor(call);
  if (isSubscribed(call, row, user) === wanted) return { status: 304 };
  setSubscribed(call, row, user, wanted);
  return created(mergeRequestEntity(call, project, row));
}

export const mergeRequestSubscriptionRoutes = [
  // POST /projects/:id/merge_requests/:merge_request_iid/subscribe (18.9).
  route({
    method: 'POST',
    path: '/projects/:id/merge_requests/:merge_request_iid/subscribe',
    params: iid,
    access: readableMergeRequest,
    handle: ({ call, subject }) => subscribe(call, subject, true),
  }),
  // POST /projects/:id/merge_requests/:merge_request_iid/unsubscribe (18.9).
  route({
    method: 'POST',
    path: '/projects/:id/merge_requests/:merge_request_iid/unsubscribe',
    params: iid,
    access: readableMergeRequest,
    handle: ({ call, subject }) => subscribe(call, subject, false),
  }),
];
