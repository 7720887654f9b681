import { hasLevel } from '../access/access.ts';
import { actor } from '../http/request-context.ts';
import type { RequestContext } from '../http/request-context.ts';
import { timestamp } from '../store/clock.ts';
import { visibleMergeRequest } from './access.ts';
import type { Found } from './access.ts';
import { refuse, unauthorized } from '../http/reply.ts';
import { route } from '../http/route.ts';

/** Bots alone take approvals away, those who could approve, and not once it is merged (merge_request_policy.rb, 18.9). */
function resettable(context: RequestContext, args: { readonly id: string; readonly merge_request_iid: number }): Found {
  const user = actor(context);
  const found = visibleMergeRequest(context, args);
  // Guess: that every account that is no person's counts as a bot, service accounts among them.
  const may = user.type !== 'human' && hasLevel(context, { type: 'project', row: found.project }, 30);
  return may && found.row.state !== 'merged' ? found : refuse(unauthorized());
}

export const mergeRequestApprovalRoutes = [
  // PUT /projects/:id/merge_requests/:merge_request_iid/reset_approvals: 202 (lib/api/merge_request_approvals.rb, 18.9).
  route({
    method: 'PUT',
    path: '/projects/:id/merge_requests/:merge_request_iid/reset_approvals',
    params: { merge_request_iid: { type: 'integer', required: true } },
    access: resettable,
    handle: ({ context, subject: { row } }) => {
      const updated_at = timestamp(context.platform.clock);
      context.platform.state.mergeRequests.update(row, { approved_by_ids: [], updated_at });
      return { status: 202, body: null };
    },
  }),
];
