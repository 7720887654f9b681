import { actor } from '../http/request-context.ts';
import type { RequestContext } from '../http/request-context.ts';
import { mergeRequestEntity } from './entity.ts';
import { readableMergeRequest } from './access.ts';
import type { Found } from './access.ts';
import { isSubscribed, setSubscribed } from './subscriptions.ts';
import { created } from '../http/reply.ts';
import type { Reply } from '../http/reply.ts';
import { route } from '../http/route.ts';

const iid = { merge_request_iid: { type: 'integer', required: true } } as const;

/** 304 when it is so already. */
function subscribe(context: RequestContext, { project, row }: Found, wanted: boolean): Reply {
  const user = actor(context);
  if (isSubscribed(context, row, user) === wanted) return { status: 304 };
  setSubscribed(context, row, user, wanted);
  return created(mergeRequestEntity(context, project, row));
}

export const mergeRequestSubscriptionRoutes = [
  // POST /projects/:id/merge_requests/:merge_request_iid/subscribe (18.9).
  route({
    method: 'POST',
    path: '/projects/:id/merge_requests/:merge_request_iid/subscribe',
    params: iid,
    access: readableMergeRequest,
    handle: ({ context, subject }) => subscribe(context, subject, true),
  }),
  // POST /projects/:id/merge_requests/:merge_request_iid/unsubscribe (18.9).
  route({
    method: 'POST',
    path: '/projects/:id/merge_requests/:merge_request_iid/unsubscribe',
    params: iid,
    access: readableMergeRequest,
    handle: ({ context, subject }) => subscribe(context, subject, false),
  }),
];
