import { chainOf } from '../access.ts';
import { audit } from '../audit.ts';
import type { Call } from '../call.ts';
import { timestamp } from '../clock.ts';
import { groupDetail } from '../entities/group.ts';
import { ownedGroup } from '../find.ts';
import { message, ok, refuse } from '../reply.ts';
import { route } from '../route.ts';
import type { GroupRow } from '../rows.ts';
import { ancestorMarked } from './group-rules.ts';

export const groupArchiveRoutes = [
  // POST /groups/:id/archive: 422 when it, or an ancestor, is archived or marked (18.9).
  route({
    method: 'POST',
    path: '/groups/:id/archive',
    since: '18.2',
    access: ownedGroup,
    handle: ({ call, subject: group }) => {
      if (chainOf(call.world.state, group).some((above) => above.archived)) {
        refuse(message(422, 'Group is already archived!'));
      }
      if (group.marked_for_deletion_on !== null || ancestorMarked(call.world.state, group)) {
        refuse(
          message(
            422,
            'Cannot archive group since one of its ancestors or the group itself is scheduled for deletion!',
          ),
        );
      }
      return set(call, group, true);
    },
  }),
  // POST /groups/:id/unarchive (18.9).
  route({
    method: 'POST',
    path: '/groups/:id/unarchive',
    since: '18.2',
    access: ownedGroup,
    handle: ({ call, subject: group }) => {
      const above = chainOf(call.world.state, group).slice(1);
      if (above.some((row) => row.archived)) {
        refuse(message(422, 'Cannot unarchive group since one of its ancestors is archived!'));
      }
      if (!group.archived) refuse(message(422, 'Group is already unarchived!'));
      return set(call, group, false);
    },
  }),
];

function set(call: Call, group: GroupRow, archived: boolean) {
  call.world.state.groups.update(group, { archived, updated_at: timestamp(call.world.clock) });
  const event = archived ? 'group_archived' : 'group_unarchived';
  const details = { change: 'archived', from: !archived, to: archived };
  audit(call, { event, entity: { type: 'Group', row: group }, details });
  return ok(groupDetail(call, group, 'without projects'));
}
