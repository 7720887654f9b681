import { actor } from '../http/request-context.ts';
import type { RequestContext } from '../http/request-context.ts';
import { basicUser } from '../users/entity.ts';
import type { JsonObject } from '../store/json.ts';
import { textOf } from '../store/json.ts';
import { labelEvents } from './label-events.ts';
import { visibleMergeRequest } from './access.ts';
import type { Found } from './access.ts';
import { labelDetail } from './entity-label.ts';
import { paged, paginate } from '../http/pagination.ts';
import { ok, refuse, rowNotFound } from '../http/reply.ts';
import { route } from '../http/route.ts';
import type { RecordRow } from '../store/rows.ts';

const iid = { merge_request_iid: { type: 'integer', required: true } } as const;

function signedIn(context: RequestContext, args: { readonly id: string; readonly merge_request_iid: number }): Found {
  actor(context);
  return visibleMergeRequest(context, args);
}

/** One change of a label (APIEntitiesResourceLabelEvent, 18.9). */
function eventEntity(context: RequestContext, { row }: Found, event: RecordRow): JsonObject {
  const events = labelEvents(context, row);
  const name = textOf(event.data['label']);
  const user = context.platform.state.users.get(Number(event.data['user_id']));
  return {
    id: event.id,
    user: user === undefined ? null : basicUser(context, user),
    created_at: event.created_at,
    resource_type: 'MergeRequest',
    resource_id: row.id,
    // A label here is a name alone: the first event that tells of it lends it a number.
    label: labelDetail(name, events.find((one) => one.data['label'] === name)?.id ?? event.id),
    action: event.data['action'] ?? 'add',
  };
}

export const labelEventRoutes = [
  // GET /projects/:id/merge_requests/:merge_request_iid/resource_label_events: oldest first (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/merge_requests/:merge_request_iid/resource_label_events',
    params: { ...iid, ...paged },
    access: signedIn,
    handle: ({ context, args, subject }) =>
      paginate(context, args, labelEvents(context, subject.row), (event) => eventEntity(context, subject, event)),
  }),
  // GET …/resource_label_events/:event_id (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/merge_requests/:merge_request_iid/resource_label_events/:event_id',
    params: { ...iid, event_id: { type: 'integer', required: true } },
    access: signedIn,
    handle: ({ context, args, subject }) => {
      const event = labelEvents(context, subject.row).find(({ id }) => id === args.event_id);
      return ok(eventEntity(context, subject, event ?? refuse(rowNotFound())));
    },
  }),
];
