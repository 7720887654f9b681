import { chainOf } from '../access/access.ts';
import { audit } from '../admin/audit.ts';
import type { RequestContext } from '../http/request-context.ts';
import { timestamp } from '../store/clock.ts';
import { groupDetail } from './entity.ts';
import { ownedGroup } from '../access/find.ts';
import { message, ok, refuse } from '../http/reply.ts';
import { route } from '../http/route.ts';
import type { GroupRow } from './rows.ts';
import { ancestorMarked } from './rules.ts';

export const groupArchiveRoutes = [
  // POST /groups/:id/archive: 422 when it, or an ancestor, is archived or marked (18.9).
  route({
    method: 'POST',
    path: '/groups/:id/archive',
    since: '18.2',
    access: ownedGroup,
    handle: ({ context, subject: group }) => {
      if (chainOf(context.platform.state, group).some((above) => above.archived)) {
        refuse(message(422, 'Group is already archived!'));
      }
      if (group.marked_for_deletion_on !== null || ancestorMarked(context.platform.state, group)) {
        refuse(
          message(
            422,
            'Cannot archive group since one of its ancestors or the group itself is scheduled for deletion!',
          ),
        );
      }
      return set(context, group, true);
    },
  }),
  // POST /groups/:id/unarchive (18.9).
  route({
    method: 'POST',
    path: '/groups/:id/unarchive',
    since: '18.2',
    access: ownedGroup,
    handle: ({ context, subject: group }) => {
      const above = chainOf(context.platform.state, group).slice(1);
      if (above.some((row) => row.archived)) {
        refuse(message(422, 'Cannot unarchive group since one of its ancestors is archived!'));
      }
      if (!group.archived) refuse(message(422, 'Group is already unarchived!'));
      return set(context, group, false);
    },
  }),
];

function set(context: RequestContext, group: GroupRow, archived: boolean) {
  context.platform.state.groups.update(group, { archived, updated_at: timestamp(context.platform.clock) });
  const event = archived ? 'group_archived' : 'group_unarchived';
  const details = { change: 'archived', from: !archived, to: archived };
  audit(context, { event, entity: { type: 'Group', row: group }, details });
  return ok(groupDetail(context, group, 'without projects'));
}
