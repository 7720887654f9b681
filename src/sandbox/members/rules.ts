import { gradesOf } from '../access/levels.ts';
import { chainOf, descendantsOf, groupChain, hasAbility, hasLevel, levelOn, rootOf } from '../access/access.ts';
import type { Source } from '../access/access.ts';
import { dayOf } from '../http/request-context.ts';
import type { RequestContext } from '../http/request-context.ts';
import { licensed } from '../store/edition.ts';
import type { MemberRow } from './rows.ts';
import type { GroupRow } from '../groups/rows.ts';
import type { UserRow } from '../users/rows.ts';
import { sourceKey } from '../store/state.ts';
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
  25: 'Security Manager',
  30: 'Developer',
  40: 'Maintainer',
  50: 'Owner',
};

/** A level as the platform words it. */
export function levelName(level: number): string {
  return levelNames[level] ?? String(level);
}

/** Whether a row of minimal access shows: with a licence only, as if it were not there without (18.9). */
export function isShown(context: RequestContext, member: MemberRow): boolean {
  return member.access_level !== 5 || licensed(context.platform.edition, 'premium');
}

/** Whether the caller may add and remove the members of a place: nobody does by hand where a directory does it (18.9). */
export function managesMembers(context: RequestContext, source: Source): boolean {
  if (source.type === 'project') return hasLevel(context, source, 40);
  if (isLdapSynced(context, source)) return false;
  if (isLocked(context, source.row)) return context.admin;
  return hasLevel(context, source, 50) || hasAbility(context, source, 'admin_group_member');
}

/** Whether the caller may change the members that are there; of a synced group too (PUT members, 18.9). */
export function changesMembers(context: RequestContext, source: Source): boolean {
  if (source.type === 'project' || !isLdapSynced(context, source)) return managesMembers(context, source);
  return isLocked(context, source.row) ? context.admin : hasLevel(context, source, 50);
}

/** Whether the caller may add and remove this user; a synced group still takes service accounts, unknown to its directory (18.9). */
export function addsTo(context: RequestContext, source: Source, user: UserRow): boolean {
  if (managesMembers(context, source)) return true;
  const account = user.type === 'service_account' && licensed(context.platform.edition, 'premium');
  return account && source.type === 'group' && hasLevel(context, source, 50);
}

/** membership_lock of the group above stops every addition to a project (POST members and invitations, 18.9). */
export function isMembershipLocked(context: RequestContext, source: Source): boolean {
  if (source.type !== 'project' || source.row.group_id === null) return false;
  return context.platform.state.groups.get(source.row.group_id)?.attributes['membership_lock'] === true;
}

/** An instance may leave all memberships to its directory, or those of groups with SAML links to the provider. */
function isLocked(context: RequestContext, group: GroupRow): boolean {
  const { state } = context.platform;
  if (state.settings['lock_memberships_to_ldap'] === true) return true;
  if (state.settings['lock_memberships_to_saml'] !== true) return false;
  const root = rootOf(state, group);
  return [root, ...descendantsOf(state, root)].some((row) => state.samlLinksByGroup(row.id).length > 0);
}

/** Whether the caller may hand out this level: owners of projects are made by owners only. */
export function mayHandle(context: RequestContext, source: Source, level: number): boolean {
  if (context.admin || source.type === 'group') return context.admin || levelOn(context, source) >= level;
  return level < 50 || levelOn(context, source) >= 50;
}

/** Whether the caller may change or remove who has this level: in a group any, by a custom role too (PUT members, 18.9). */
export function mayTake(context: RequestContext, source: Source, level: number): boolean {
  return source.type === 'group' || mayHandle(context, source, level);
}

/** What is wrong where somebody in a group hands out more than the own level (POST members and invitations, 18.9). */
export function heightErrors(context: RequestContext, source: Source, level: number): Errors {
  const known = allowedLevels(context, source).includes(level);
  if (source.type === 'project' || !known || mayHandle(context, source, level)) return {};
  // A guess: that it stands under `base`; the text is the platform's.
  return { base: ["the member access level can't be higher than the current user's one"] };
}

/** What the model finds wrong with a membership (POST and PUT members, 18.9); empty when all is well. */
export function memberErrors(
  context: RequestContext,
  source: Source,
  wanted: Wanted,
  existing: MemberRow | undefined,
): Errors {
  const errors: Record<string, readonly string[]> = {};
  const level = levelErrors(context, source, wanted, existing);
  if (level.length > 0) errors['access_level'] = level;
  if (wanted.expires_at !== null && wanted.expires_at < dayOf(context)) {
    errors['expires_at'] = ['cannot be a date in the past'];
  }
  if (existing === undefined && wanted.user.type === 'project_bot') {
    errors['user_id'] = ['project bots cannot be added to other groups / projects'];
  }
  return { ...errors, ...roleErrors(context, source, wanted) };
}

function levelErrors(
  context: RequestContext,
  source: Source,
  wanted: Wanted,
  existing: MemberRow | undefined,
): readonly string[] {
  const errors: string[] = [];
  if (!allowedLevels(context, source).includes(wanted.access_level)) errors.push('is not included in the list');
  const inherited = inheritedGrant(context, source, wanted.user.id);
  if (inherited !== undefined && wanted.access_level < inherited.level) {
    const name = levelName(inherited.level);
    errors.push(`should be greater than or equal to ${name} inherited membership from group ${inherited.group}`);
  }
  const changed = existing !== undefined && existing.access_level !== wanted.access_level;
  if (changed && existing.member_role_id !== null && wanted.member_role_id === existing.member_role_id) {
    errors.push('cannot be changed because of an existing association with a custom role');
  }
  if (wanted.access_level === 5 && source.type === 'group') {
    if (source.row.parent_id !== null) errors.push('supported on top level groups only');
    if (!licensed(context.platform.edition, 'premium')) errors.push('not supported by license');
  }
  return errors;
}

/** The levels that a membership of a place may have. */
export function allowedLevels(context: RequestContext, source: Source): readonly number[] {
  const { edition } = context.platform;
  const root = source.type === 'group' && source.row.parent_id === null;
  return [...(root && licensed(edition, 'premium') ? [5] : []), ...gradesOf(edition)];
}

/** The highest membership on the groups above a place. */
function inheritedGrant(
  context: RequestContext,
  source: Source,
  userId: number,
): { level: number; group: string } | undefined {
  const { state } = context.platform;
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
  context: RequestContext,
  source: Source,
  wanted: Pick<Wanted, 'access_level' | 'member_role_id'>,
): Errors {
  if (wanted.member_role_id === null) return {};
  const { state } = context.platform;
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
export function isLastOwner(context: RequestContext, source: Source, member: MemberRow): boolean {
  const { state } = context.platform;
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
