import { chainOf, groupChain, hasAbility, hasLevel, levelOn } from '../access.ts';
import type { Source } from '../access.ts';
import { dayOf } from '../call.ts';
import type { Call } from '../call.ts';
import { licensed, since } from '../edition.ts';
import type { MemberRow, UserRow } from '../rows.ts';
import { sourceKey } from '../state.ts';

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

/** Whether the caller may manage the members of a place at all. */
export function managesMembers(call: Call, source: Source): boolean {
  if (source.type === 'project') return hasLevel(call, source, 40);
  if (lockedToLdap(call, source)) return call.admin;
  return hasLevel(call, source, 50) || hasAbility(call, source, 'admin_group_member');
}

/** An instance may leave the members of linked groups to its directory alone. */
function lockedToLdap(call: Call, source: Source): boolean {
  const { state } = call.world;
  const locked = state.settings['lock_memberships_to_ldap'] === true;
  return locked && state.ldapLinksByGroup(source.row.id).length > 0;
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
  return { ...errors, ...roleErrors(call, wanted) };
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
export function roleErrors(call: Call, wanted: Pick<Wanted, 'access_level' | 'member_role_id'>): Errors {
  if (wanted.member_role_id === null) return {};
  const role = call.world.state.memberRoles.get(wanted.member_role_id);
  if (role === undefined) return { member_role: ['not found'] };
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
