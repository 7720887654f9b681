import { chainOf, hasLevel } from '../access.ts';
import { audit } from '../audit.ts';
import { actor } from '../call.ts';
import type { Call } from '../call.ts';
import { timestamp } from '../clock.ts';
import { groupDetail } from '../entities/group.ts';
import { findGroup, ownedGroup } from '../find.ts';
import { paged, paginate } from '../pagination.ts';
import { created, forbidden, message, refuse } from '../reply.ts';
import { route } from '../route.ts';
import type { GroupRow } from '../rows.ts';
import { fullName } from '../entities/group.ts';
import { sourceKey } from '../state.ts';
import { mayCreateSubgroup, mayCreateTopGroup } from './group-creation-right.ts';
import { groupOrganizationRoutes } from './group-organization.ts';
import { addOwner } from './group-owner.ts';
import { disableRunnersBelow } from './group-runners.ts';
import { childPath, lowerBelow, pathTaken, rewritePaths } from './group-rules.ts';

export const groupTransferRoutes = [
  ...groupOrganizationRoutes,
  // POST /groups/:id/transfer: without group_id the group goes to the top (18.9).
  route({
    method: 'POST',
    path: '/groups/:id/transfer',
    params: { group_id: { type: 'integer' } },
    access: (call, args) => {
      const group = ownedGroup(call, args);
      // What is archived, or below it, stays where it is.
      return chainOf(call.world.state, group).some((above) => above.archived) ? refuse(forbidden()) : group;
    },
    handle: ({ call, args, subject: group }) => {
      const target = args.group_id == null ? undefined : findGroup(call, args.group_id);
      const problem = transferProblem(call, group, target);
      if (problem !== undefined) refuse(message(400, `Transfer failed: ${problem}`));
      transfer(call, group, target);
      return created(groupDetail(call, group, 'after a change'));
    },
  }),
  // GET /groups/:id/transfer_locations: groups of the caller that it could move to (18.9).
  route({
    method: 'GET',
    path: '/groups/:id/transfer_locations',
    scopes: ['ai_workflows'],
    anonymous: true,
    params: { search: { type: 'string' }, ...paged },
    access: ownedGroup,
    handle: ({ call, args, subject: group }) => {
      const { state, externalUrl } = call.world;
      const text = (args.search ?? '').toLowerCase();
      const rows = state.groups.all().filter((row) => {
        const found = row.name.toLowerCase().includes(text) || row.path.toLowerCase().includes(text);
        return found && accepts(call, group, row);
      });
      return paginate(call, args, rows, (row) => ({
        id: row.id,
        web_url: `${externalUrl}/groups/${row.full_path}`,
        name: row.name,
        avatar_url: null,
        full_name: fullName(chainOf(state, row)),
        full_path: row.full_path,
      }));
    },
  }),
];

/** A place is offered to those who are Owner of both (GET /groups/:id/transfer_locations, 18.9). */
function accepts(call: Call, group: GroupRow, target: GroupRow): boolean {
  return hasLevel(call, { type: 'group', row: target }, 50) && transferProblem(call, group, target) === undefined;
}

/** Whether the caller may put a group there; where it stands already is told first (POST /groups/:id/transfer, 18.9). */
function transferProblem(call: Call, group: GroupRow, target: GroupRow | undefined): string | undefined {
  const { state } = call.world;
  if (target === undefined && group.parent_id === null) return 'Group is already a root group.';
  if (target !== undefined && group.parent_id === target.id) return 'Group is already associated to the parent group.';
  const may = target === undefined ? mayCreateTopGroup(call, actor(call)) : mayCreateSubgroup(call, target);
  if (!may) return "You don't have enough permissions.";
  if (pathTaken(state, childPath(target, group.path), group.id)) {
    return 'The parent group already has a subgroup or a project with the same path.';
  }
  if (target !== undefined && chainOf(state, target).includes(group)) {
    return 'Cannot transfer group to one of its subgroup.';
  }
  const linked = group.parent_id === null && state.samlLinksByGroup(group.id).length > 0;
  return linked ? 'SAML Provider or SCIM Token is configured for this group.' : undefined;
}

/** What moves into a less visible parent is lowered to it, with all that is below. */
function transfer(call: Call, group: GroupRow, target: GroupRow | undefined): void {
  const { state, clock } = call.world;
  const from = group.full_path;
  state.groups.update(group, { parent_id: target?.id ?? null, updated_at: timestamp(clock) });
  rewritePaths(state, group);
  if (target !== undefined) lowerBelow(state, group, target.visibility);
  if (target?.attributes['shared_runners_setting'] === 'disabled_and_unoverridable') disableRunnersBelow(call, target);
  const owned = state.membersBySource(sourceKey('group', group.id)).some((member) => member.access_level >= 50);
  // At the top nobody is Owner by what is above.
  if (target === undefined && !owned) addOwner(call, actor(call), group);
  const details = { change: 'full_path', from, to: group.full_path };
  audit(call, { event: 'group_transferred', entity: { type: 'Group', row: group }, details });
}
