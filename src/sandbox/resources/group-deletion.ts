import { randomBytes } from 'node:crypto';
import { hasAbility, hasLevel } from '../access.ts';
import { audit } from '../audit.ts';
import { schedule, scheduleAfterRetention, unschedule } from '../background.ts';
import { dayOf } from '../call.ts';
import type { Call } from '../call.ts';
import { timestamp } from '../clock.ts';
import { requireUnmodified } from '../conditional.ts';
import { delaysDeletion, renamesMarked } from '../edition.ts';
import { groupDetail } from '../entities/group.ts';
import { findGroup } from '../find.ts';
import { accepted, created, forbidden, message, refuse } from '../reply.ts';
import { route } from '../route.ts';
import type { GroupRow } from '../rows.ts';
import { ancestorMarked, childPath, pathTaken, rewritePaths } from './group-rules.ts';

function removableGroup(call: Call, args: { readonly id: string }): GroupRow {
  const row = findGroup(call, args.id);
  const may = hasLevel(call, { type: 'group', row }, 50) || hasAbility(call, { type: 'group', row }, 'remove_group');
  return may ? row : refuse(forbidden());
}

export const groupDeletionRoutes = [
  // DELETE /groups/:id: marks first; only a marked subgroup can be removed at once (18.9).
  route({
    method: 'DELETE',
    path: '/groups/:id',
    params: { permanently_remove: { type: 'boolean' }, full_path: { type: 'string' } },
    access: removableGroup,
    handle: ({ call, args, subject: group }) => {
      requireUnmodified(call, group.updated_at);
      if (args.permanently_remove === true) removeNow(call, group, args.full_path ?? '');
      else mark(call, group);
      return accepted();
    },
  }),
  // POST /groups/:id/restore (18.9).
  route({
    method: 'POST',
    path: '/groups/:id/restore',
    access: removableGroup,
    handle: ({ call, subject: group }) => {
      if (group.deleting) refuse(message(400, 'Group deletion is in progress'));
      if (group.marked_for_deletion_on === null) refuse(message(400, 'Group has not been marked for deletion'));
      restore(call, group);
      return created(groupDetail(call, group, 'after a change'));
    },
  }),
];

function mark(call: Call, group: GroupRow): void {
  const { world } = call;
  const { state } = world;
  if (group.marked_for_deletion_on !== null) refuse(message(400, 'Group has already been marked for deletion'));
  // Below a marked group the request is accepted and nothing happens.
  if (ancestorMarked(state, group)) return;
  if (!delaysDeletion(world.edition)) {
    beginDelete(call, group);
    return;
  }
  state.groups.update(group, { marked_for_deletion_on: dayOf(call), updated_at: timestamp(world.clock) });
  if (renamesMarked(world.edition)) {
    const suffix = `-deletion_scheduled-${group.id}`;
    state.groups.update(group, { name: `${group.name}${suffix}`, path: `${group.path}${suffix}` });
    rewritePaths(state, group);
  }
  scheduleAfterRetention(world, 'delete_group', group.id);
  const details = { custom_message: 'Group marked for deletion' };
  audit(call, { event: 'group_deletion_marked', entity: { type: 'Group', row: group }, details });
}

/** The checks come in this order (DELETE /groups/:id with permanently_remove, 18.9). */
function removeNow(call: Call, group: GroupRow, fullPath: string): void {
  const allowed = call.world.state.settings['allow_immediate_namespaces_deletion'] !== false || call.admin;
  if (!allowed) refuse(message(400, '`permanently_remove` option is not permitted on this instance.'));
  if (group.parent_id === null) {
    refuse(message(400, '`permanently_remove` option is only available for subgroups.'));
  }
  if (group.marked_for_deletion_on === null) refuse(message(400, 'Group must be marked for deletion first.'));
  if (fullPath !== group.full_path) {
    refuse(message(400, '`full_path` is incorrect. You must enter the complete path for the subgroup.'));
  }
  beginDelete(call, group);
}

function beginDelete(call: Call, group: GroupRow): void {
  call.world.state.groups.update(group, { deleting: true });
  schedule(call.world, 'delete_group', group.id);
  audit(call, { event: 'group_destroyed', entity: { type: 'Group', row: group }, details: { remove: 'group' } });
}

/** The suffix goes; where the old path was taken meanwhile, five random characters come. */
function restore(call: Call, group: GroupRow): void {
  const { state, clock } = call.world;
  unschedule(call.world, 'delete_group', group.id);
  const suffix = `-deletion_scheduled-${group.id}`;
  const parent = group.parent_id === null ? undefined : state.groups.get(group.parent_id);
  const path = group.path.endsWith(suffix) ? group.path.slice(0, -suffix.length) : group.path;
  const name = group.name.endsWith(suffix) ? group.name.slice(0, -suffix.length) : group.name;
  const taken = pathTaken(state, childPath(parent, path), group.id);
  const extra = taken ? `-${randomBytes(3).toString('hex').slice(0, 5)}` : '';
  state.groups.update(group, {
    name: `${name}${extra}`,
    path: `${path}${extra}`,
    marked_for_deletion_on: null,
    updated_at: timestamp(clock),
  });
  rewritePaths(state, group);
  const details = { custom_message: 'Group restored' };
  audit(call, { event: 'group_restored', entity: { type: 'Group', row: group }, details });
}
