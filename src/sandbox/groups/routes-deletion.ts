import { randomBytes } from 'node:crypto';
import { hasAbility, hasLevel } from '../access/access.ts';
import { audit } from '../admin/audit.ts';
import { auditGroupChanges } from '../admin/audit-changes.ts';
import { schedule, scheduleAfterRetention, unschedule } from '../background/jobs.ts';
import { dayOf } from '../http/request-context.ts';
import type { RequestContext } from '../http/request-context.ts';
import { timestamp } from '../store/clock.ts';
import { requireUnmodified } from '../http/conditional.ts';
import { delaysDeletion, renamesMarked } from '../store/edition.ts';
import { groupDetail } from './entity.ts';
import { findGroup } from '../access/find.ts';
import { accepted, created, forbidden, message, refuse } from '../http/reply.ts';
import { route } from '../http/route.ts';
import type { GroupRow } from './rows.ts';
import { ancestorMarked, childPath, pathTaken, rewritePaths } from './rules.ts';

function removableGroup(context: RequestContext, args: { readonly id: string }): GroupRow {
  const row = findGroup(context, args.id);
  const may =
    hasLevel(context, { type: 'group', row }, 50) || hasAbility(context, { type: 'group', row }, 'remove_group');
  return may ? row : refuse(forbidden());
}

/** Who removes by a custom role restores what was removed; of any other group only an Owner is told so (18.9). */
function restorableGroup(context: RequestContext, args: { readonly id: string }): GroupRow {
  const row = removableGroup(context, args);
  const owned = hasLevel(context, { type: 'group', row }, 50);
  return owned || row.marked_for_deletion_on !== null ? row : refuse(forbidden());
}

export const groupDeletionRoutes = [
  // DELETE /groups/:id: marks first; only a marked subgroup can be removed at once (18.9).
  route({
    method: 'DELETE',
    path: '/groups/:id',
    params: { permanently_remove: { type: 'boolean' }, full_path: { type: 'string' } },
    access: removableGroup,
    handle: ({ context, args, subject: group }) => {
      requireUnmodified(context, group.updated_at);
      if (args.permanently_remove === true) removeNow(context, group, args.full_path ?? '');
      else mark(context, group);
      return accepted();
    },
  }),
  // POST /groups/:id/restore (18.9).
  route({
    method: 'POST',
    path: '/groups/:id/restore',
    access: restorableGroup,
    handle: ({ context, subject: group }) => {
      if (group.deleting) refuse(message(400, 'Group deletion is in progress'));
      if (group.marked_for_deletion_on === null) refuse(message(400, 'Group has not been marked for deletion'));
      restore(context, group);
      return created(groupDetail(context, group, 'after a change'));
    },
  }),
];

function mark(context: RequestContext, group: GroupRow): void {
  const { platform } = context;
  const { state } = platform;
  if (group.marked_for_deletion_on !== null) refuse(message(400, 'Group has already been marked for deletion'));
  // Below a marked group the request is accepted and nothing happens.
  if (ancestorMarked(state, group)) return;
  if (!delaysDeletion(platform.edition)) {
    beginDelete(context, group);
    return;
  }
  state.groups.update(group, { marked_for_deletion_on: dayOf(context), updated_at: timestamp(platform.clock) });
  if (renamesMarked(platform.edition)) {
    const suffix = `-deletion_scheduled-${group.id}`;
    rename(context, group, { name: `${group.name}${suffix}`, path: `${group.path}${suffix}` });
  }
  scheduleAfterRetention(platform, 'delete_group', group.id);
  const details = { custom_message: 'Group marked for deletion' };
  audit(context, { event: 'group_deletion_marked', entity: { type: 'Group', row: group }, details });
}

/** The checks come in this order (DELETE /groups/:id with permanently_remove, 18.9). */
function removeNow(context: RequestContext, group: GroupRow, fullPath: string): void {
  const allowed = context.platform.state.settings['allow_immediate_namespaces_deletion'] !== false || context.admin;
  if (!allowed) refuse(message(400, '`permanently_remove` option is not permitted on this instance.'));
  if (group.parent_id === null) {
    refuse(message(400, '`permanently_remove` option is only available for subgroups.'));
  }
  if (group.marked_for_deletion_on === null) refuse(message(400, 'Group must be marked for deletion first.'));
  if (fullPath !== group.full_path) {
    refuse(message(400, '`full_path` is incorrect. You must enter the complete path for the subgroup.'));
  }
  beginDelete(context, group);
}

function beginDelete(context: RequestContext, group: GroupRow): void {
  context.platform.state.groups.update(group, { deleting: true });
  schedule(context.platform, 'delete_group', group.id);
  // Guess: the name of this event; no recording has it.
  audit(context, { event: 'group_destroyed', entity: { type: 'Group', row: group }, details: { remove: 'group' } });
}

/** The suffix goes; where the old path was taken meanwhile, five random characters come. */
function restore(context: RequestContext, group: GroupRow): void {
  const { state, clock } = context.platform;
  unschedule(context.platform, 'delete_group', group.id);
  const suffix = `-deletion_scheduled-${group.id}`;
  const parent = group.parent_id === null ? undefined : state.groups.get(group.parent_id);
  const path = group.path.endsWith(suffix) ? group.path.slice(0, -suffix.length) : group.path;
  const name = group.name.endsWith(suffix) ? group.name.slice(0, -suffix.length) : group.name;
  const taken = pathTaken(state, childPath(parent, path), group.id);
  const extra = taken ? `-${randomBytes(3).toString('hex').slice(0, 5)}` : '';
  state.groups.update(group, { marked_for_deletion_on: null, updated_at: timestamp(clock) });
  rename(context, group, { name: `${name}${extra}`, path: `${path}${extra}` });
  const details = { custom_message: 'Group restored' };
  audit(context, { event: 'group_restored', entity: { type: 'Group', row: group }, details });
}

/** The suffix comes and goes with audit events of its own, for name and path (18.9). */
function rename(
  context: RequestContext,
  group: GroupRow,
  next: { readonly name: string; readonly path: string },
): void {
  auditGroupChanges(context, group, { name: group.name, path: group.path }, next);
  context.platform.state.groups.update(group, next);
  rewritePaths(context.platform.state, group);
}
