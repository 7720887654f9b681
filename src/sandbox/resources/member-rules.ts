import { chainOf, descendantsOf, groupChain, hasAbility, hasLevel, levelOn, rootOf } from '../access.ts';
import type { Source } from '../access.ts';
import { dayOf } from '../call.ts';
import type { Call } from '../call.ts';
import { licensed, since } from '../edition.ts';
import type { GroupRow, MemberRow, UserRow } from '../rows.ts';
import { sourceKey } from '../state.ts';
import { isLdapSynced } from './ldap-synced.ts';

/** What a membership is to become. */
export interface Wanted {
  readonly user: UserRow;
  readonly access_level: number;
  readonly expires_at: string | null;
  readonly member_role_id: number | null;
}

type Errors = Readonly<Record<string, readonly string[]>>;

const levelNames: Readonly<Record<number, string>> = {
  5: 'Minimal Access',
  10: 'Guest',
  15: 'Planner',
  20: 'Reporter',
  30: 'Developer',
  40: 'Maintainer',
  50: 'Owner',
};

/** A level as the platform words it. */
export function levelName(level: number): string {
  return levelNames[level] ?? String(level);
}

/** Whether a row of minimal access shows: with a licence only, as if it were not there without (18.9). */
export function isShown(call: Call, member: MemberRow): boolean {
  return member.access_level !== 5 || licensed(call.world.edition, 'premium');
}

/** Whether the caller may add and remove the members of a place: nobody does by hand where a directory does it (18.9). */
export function managesMembers(call: Call, source: Source): boolean {
  if (source.type === 'project') return hasLevel(call, source, 40);
  if (isLdapSynced(call, source)) return false;
  if (isLocked(call, source.row)) return call.admin;
  return hasLevel(call, source, 50) || hasAbility(call, source, 'admin_group_member');
}

/** Whether the caller may change the members that are there; of a synced group too (PUT members, 18.9). */
export function changesMembers(call: Call, source: Source): boolean {
  if (source.type === 'project' || !isLdapSynced(call, source)) return managesMembers(call, source);
  return isLocked(call, source.row) ? call.admin : hasLevel(call, source, 50);
}

/** Whether the caller may add and remove this user; a synced group still takes service accounts, unknown to its directory (18.9). */
export function addsTo(call: Call, source: Source, user: UserRow): boolean {
  if (managesMembers(call, source)) return true;
  const account = user.type === 'service_account' && licensed(call.world.edition, 'premium');
  return account && source.type === 'group' && hasLevel(call, source, 50);
}

/** membership_lock of the group above stops every addition to a project (POST members and invitations, 18.9). */
export function isMembershipLocked(call: Call, source: Source): boolean {
  if (source.type !== 'project' || source.row.group_id === null) return false;
  return call.world.state.groups.get(source.row.group_id)?.attributes['membership_lock'] === true;
}

/** An instance may leave all memberships to its directory, or those of groups with SAML links to the provider. */
function isLocked(call: Call, group: GroupRow): boolean {
  const { state } = call.world;
  if (state.settings['lock_memberships_to_ldap'] === true) return true;
  if (state.settings['lock_memberships_to_saml'] !== true) return false;
  const root = rootOf(state, group);
  return [root, ...descendantsOf(state, root)].some((row) => state.samlLinksByGroup(row.id).length > 0);
}

/** Whether the caller may hand out, or take from, this level: owners of projects are made by owners only. */
export function mayHandle(call: Call, source: Source, level: number): boolean {
  if (call.admin || source.type === 'group') return call.admin || levelOn(call, source) >= level;
  return level < 50 || levelOn(call, source) >= 50;
}

/** What the model finds wrong with a membership (POST and PUT members, 18.9); empty when all is well. */
export function memberErrors(call: Call, source: Source, wanted: Wanted, existing: MemberRow | undefined): Errors {
  const errors: Record<string, readonly string[]> = {};
  const level = levelErrors(call, source, wanted, existing);
  if (level.length > 0) errors['access_level'] = level;
  if (wanted.expires_at !== null && wanted.expires_at < dayOf(call)) {
    errors['expires_at'] = ['cannot be a date in the past'];
  }
  if (existing === undefined && wanted.user.type === 'project_bot') {
    errors['user_id'] = ['project bots cannot be added to other groups / projects'];
  }
  return { ...errors, ...roleErrors(call, source, wanted) };
}

function levelErrors(call: Call, source: Source, wanted: Wanted, existing: MemberRow | undefined): readonly string[] {
  const errors: string[] = [];
  if (!allowedLevels(call, source).includes(wanted.access_level)) errors.push('is not included in the list');
  const inherited = inheritedGrant(call, source, wanted.user.id);
  if (inherited !== undefined && wanted.access_level < inherited.level) {
    const name = levelName(inherited.level);
    errors.push(`should be greater than or equal to ${name} inherited membership from group ${inherited.group}`);
  }
  const changed = existing !== undefined && existing.access_level !== wanted.access_level;
  if (changed && existing.member_role_id !== null && wanted.member_role_id === existing.member_role_id) {
    errors.push('cannot be changed because of an existing association with a custom role');
  }
  if (wanted.access_level === 5 && source.type === 'group') {
    if (!licensed(call.world.edition, 'premium')) errors.push('not supported by license');
    else if (source.row.parent_id !== null) errors.push('supported on top level groups only');
  }
  return errors;
}

/** The levels that a membership of a place may have. */
export function allowedLevels(call: Call, source: Source): readonly number[] {
  const { edition } = call.world;
  const root = source.type === 'group' && source.row.parent_id === null;
  return [
    ...(root && licensed(edition, 'premium') ? [5] : []),
    10,
    ...(since(edition, '17.7') ? [15] : []),
    ...[20, 30, 40, 50],
  ];
}

/** The highest membership on the groups above a place. */
function inheritedGrant(call: Call, source: Source, userId: number): { level: number; group: string } | undefined {
  const { state } = call.world;
  const above = source.type === 'group' ? chainOf(state, source.row).slice(1) : groupChain(state, source);
  let best: { level: number; group: string } | undefined;
  for (const member of state.membersByUser(userId)) {
    const group = above.find((row) => member.source_type === 'group' && row.id === member.source_id);
    if (group === undefined || (best !== undefined && best.level >= member.access_level)) continue;
    best = { level: member.access_level, group: group.name };
  }
  return best;
}

/** What is wrong with the custom role of a membership or invitation. */
export function roleErrors(
  call: Call,
  source: Source,
  wanted: Pick<Wanted, 'access_level' | 'member_role_id'>,
): Errors {
  if (wanted.member_role_id === null) return {};
  const { state } = call.world;
  const role = state.memberRoles.get(wanted.member_role_id);
  if (role === undefined) return { member_role: ['not found'] };
  // A role of a group, as there were up to 16.11, is for its own tree.
  if (role.group_id !== null && groupChain(state, source).at(-1)?.id !== role.group_id) {
    return { member_namespace: ["must be in same hierarchy as custom role's namespace"] };
  }
  if (role.base_access_level === wanted.access_level) return {};
  return { member_role_id: ["the custom role's base access level does not match the current access level"] };
}

/** Whether a membership is the last one of a human, active Owner on a group. */
export function isLastOwner(call: Call, source: Source, member: MemberRow): boolean {
  const { state } = call.world;
  if (source.type !== 'group' || member.access_level !== 50) return false;
  const places = chainOf(state, source.row).map((group) => sourceKey('group', group.id));
  return !places.some((place) =>
    state.membersBySource(place).some((other) => {
      if (other === member || other.access_level !== 50) return false;
      const user = state.users.get(other.user_id);
      return user?.type === 'human' && user.state === 'active';
    }),
  );
}
