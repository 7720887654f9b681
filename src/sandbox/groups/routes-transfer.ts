import { chainOf, levelOn } from '../access/access.ts';
import { actor } from '../http/request-context.ts';
import type { RequestContext } from '../http/request-context.ts';
import { timestamp } from '../store/clock.ts';
import { groupDetail } from './entity.ts';
import { findGroup, ownedGroup } from '../access/find.ts';
import { paged, paginate } from '../http/pagination.ts';
import { created, forbidden, message, refuse } from '../http/reply.ts';
import { route } from '../http/route.ts';
import type { GroupRow } from './rows.ts';
import { fullName } from './full-name.ts';
import { sourceKey } from '../store/state.ts';
import { mayCreateSubgroup, mayCreateTopGroup } from './creation-right.ts';
import { addOwner } from './owner.ts';
import { disableRunnersBelow } from './shared-runners.ts';
import { childPath, isReservedIn, lowerBelow, nameTaken, pathTaken, rewritePaths } from './rules.ts';

export const groupTransferRoutes = [
  // POST /groups/:id/transfer: without group_id the group goes to the top (18.9).
  route({
    method: 'POST',
    path: '/groups/:id/transfer',
    params: { group_id: { type: 'integer' } },
    access: (context, args) => {
      const group = ownedGroup(context, args);
      // What is archived, or below it, stays where it is.
      return chainOf(context.platform.state, group).some((above) => above.archived) ? refuse(forbidden()) : group;
    },
    handle: ({ context, args, subject: group }) => {
      const target = args.group_id == null ? undefined : findGroup(context, args.group_id);
      const problem = transferProblem(context, group, target);
      if (problem !== undefined) refuse(message(400, `Transfer failed: ${problem}`));
      transfer(context, group, target);
      return created(groupDetail(context, group, 'after a change'));
    },
  }),
  // GET /groups/:id/transfer_locations: groups of the caller that it could move to, in the order of their paths (18.9).
  route({
    method: 'GET',
    path: '/groups/:id/transfer_locations',
    scopes: ['ai_workflows'],
    anonymous: true,
    params: { search: { type: 'string' }, ...paged },
    access: ownedGroup,
    handle: ({ context, args, subject: group }) => {
      const { state, externalUrl } = context.platform;
      const text = (args.search ?? '').toLowerCase();
      const found = state.groups
        .all()
        .filter((row) => row.name.toLowerCase().includes(text) || row.path.toLowerCase().includes(text));
      const rows = found.filter((row) => accepts(context, group, row)).toSorted(byPath);
      return paginate(context, args, rows, (row) => ({
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

/** By their own path, without what is above it; of two the older one first. */
function byPath(a: GroupRow, b: GroupRow): number {
  return a.path === b.path ? a.id - b.id : a.path < b.path ? -1 : 1;
}

/** Offered is what the caller owns, but for where it stands and what is below it; not what would fail there (18.9). */
function accepts(context: RequestContext, group: GroupRow, target: GroupRow): boolean {
  if (target.id === group.parent_id || chainOf(context.platform.state, target).includes(group)) return false;
  return levelOn(context, { type: 'group', row: target }) >= 50;
}

/** Whether the caller may put a group there; where it stands already is told first (POST /groups/:id/transfer, 18.9). */
function transferProblem(context: RequestContext, group: GroupRow, target: GroupRow | undefined): string | undefined {
  const { state } = context.platform;
  if (target === undefined && group.parent_id === null) return 'Group is already a root group.';
  if (target !== undefined && group.parent_id === target.id) return 'Group is already associated to the parent group.';
  const may = target === undefined ? mayCreateTopGroup(context, actor(context)) : mayCreateSubgroup(context, target);
  if (!may) return "You don't have enough permissions.";
  if (pathTaken(state, childPath(target, group.path), group.id)) {
    return 'The parent group already has a subgroup or a project with the same path.';
  }
  if (target !== undefined && chainOf(state, target).includes(group)) {
    return 'Cannot transfer group to one of its subgroup.';
  }
  if (nameTaken(state, target, group.name, group.id)) return 'Validation failed: Name has already been taken';
  // Guess: what a group's path is called in the sentence, and that its name is looked at first.
  // What SAML links a group has makes no difference: a provider or SCIM token of its own would, which the sandbox has not (18.9).
  return isReservedIn(target, group.path) ? `Validation failed: Group URL ${group.path} is a reserved name` : undefined;
}

/** What moves into a less visible parent is lowered to it, with all that is below; no audit event tells of it (18.9). */
function transfer(context: RequestContext, group: GroupRow, target: GroupRow | undefined): void {
  const { state, clock } = context.platform;
  state.groups.update(group, { parent_id: target?.id ?? null, updated_at: timestamp(clock) });
  rewritePaths(state, group);
  if (target !== undefined) lowerBelow(state, group, target.visibility);
  if (target?.attributes['shared_runners_setting'] === 'disabled_and_unoverridable')
    disableRunnersBelow(context, target, target.attributes);
  const owned = state.membersBySource(sourceKey('group', group.id)).some((member) => member.access_level >= 50);
  // At the top nobody is Owner by what is above.
  if (target === undefined && !owned) addOwner(context, actor(context), group);
}
