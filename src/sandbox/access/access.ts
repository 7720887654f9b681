import { dayOf } from '../http/request-context.ts';
import type { RequestContext } from '../http/request-context.ts';
import { keepsOut } from './ip-restriction.ts';
import type { MemberRow, ShareRow, SourceType } from '../members/rows.ts';
import type { ProjectRow } from '../projects/rows.ts';
import type { GroupRow } from '../groups/rows.ts';
import { sourceKey } from '../store/state.ts';
import type { State } from '../store/state.ts';

/** A group or project, with its kind. */
export type Source =
  { readonly type: 'group'; readonly row: GroupRow } | { readonly type: 'project'; readonly row: ProjectRow };

/** How a user comes to a place: the row that gives the highest level, and that level. */
export interface Grant {
  readonly level: number;
  readonly member: MemberRow;
}

/** The group itself first, then its ancestors up to the root. */
export function chainOf(state: State, group: GroupRow): readonly GroupRow[] {
  const chain = [group];
  for (let up = group; up.parent_id !== null;) {
    const parent = state.groups.get(up.parent_id);
    if (parent === undefined) break;
    chain.push(parent);
    up = parent;
  }
  return chain;
}

/** The root of a group's tree. */
export function rootOf(state: State, group: GroupRow): GroupRow {
  return chainOf(state, group).at(-1) ?? group;
}

/** All groups below a group, in no promised order. */
export function descendantsOf(state: State, group: GroupRow): readonly GroupRow[] {
  const children = state.groupsByParent(group.id);
  return children.flatMap((child) => [child, ...descendantsOf(state, child)]);
}

/** The groups that a place inherits members from: itself when it is a group, and all above. */
export function groupChain(state: State, source: Source): readonly GroupRow[] {
  if (source.type === 'group') return chainOf(state, source.row);
  const group = source.row.group_id === null ? undefined : state.groups.get(source.row.group_id);
  return group === undefined ? [] : chainOf(state, group);
}

/** The keys of all places whose direct members count for this one. */
function placesOf(state: State, source: Source): readonly number[] {
  const groups = groupChain(state, source).map((group) => sourceKey('group', group.id));
  return source.type === 'project' ? [sourceKey('project', source.row.id), ...groups] : groups;
}

/** Whether a membership or share still stands on a day, and is no mere seat in a queue. */
export function counts(row: MemberRow | ShareRow, day: string): boolean {
  if ('state' in row && row.state !== 'active') return false;
  return row.expires_at === null || row.expires_at > day;
}

/** The user's best grant on a place: direct, inherited, or through a group that was invited. */
export function grantOf(state: State, day: string, userId: number, source: Source): Grant | undefined {
  const own = state.membersByUser(userId).filter((member) => counts(member, day));
  if (own.length === 0) return undefined;
  const places = placesOf(state, source);
  let best = bestDirect(own, places);
  for (const place of places) {
    for (const share of state.sharesBySource(place)) {
      if (counts(share, day)) best = better(best, throughShare(state, day, own, share));
    }
  }
  return best;
}

function bestDirect(own: readonly MemberRow[], places: readonly number[]): Grant | undefined {
  let best: Grant | undefined;
  for (const member of own) {
    if (places.includes(sourceKey(member.source_type, member.source_id))) {
      best = better(best, { level: member.access_level, member });
    }
  }
  return best;
}

function throughShare(state: State, day: string, own: readonly MemberRow[], share: ShareRow): Grant | undefined {
  let best: Grant | undefined;
  for (const { place, most } of lendersOf(state, day, share)) {
    const grant = bestDirect(own, [place]);
    best = better(best, grant && { member: grant.member, level: Math.min(grant.level, most) });
  }
  return best;
}

/** A place whose direct members a share lets in, and the most that it gives them. */
export interface Lender {
  readonly place: number;
  readonly most: number;
}

/**
 * Whom a share lets in. To a group those come who are direct members of the invited one; to a project also those who are so by inheritance,
 * and direct members of groups that are invited to it in turn (Sharing projects and groups, 18.9: the platform's manual).
 */
export function lendersOf(
  state: State,
  day: string,
  { group_id: id, group_access: most, source_type: to }: ShareRow,
): readonly Lender[] {
  const row = state.groups.get(id);
  if (row === undefined) return [];
  if (to === 'group') return [{ place: sourceKey('group', id), most }];
  return placesOf(state, { type: 'group', row }).flatMap((place) => [
    { place, most },
    ...state
      .sharesBySource(place)
      .filter((share) => counts(share, day))
      .map((share) => ({ place: sourceKey('group', share.group_id), most: Math.min(most, share.group_access) })),
  ]);
}

function better(a: Grant | undefined, b: Grant | undefined): Grant | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return b.level > a.level ? b : a;
}

/** The least level that opens a private place; minimal access shows a group in lists, and opens nothing (18.9). */
export const opening = 10;

/** Everyone with access to a place, each once with the best grant; the shares are those that may be seen. */
export function grantsOn(
  state: State,
  day: string,
  source: Source,
  sees: (share: ShareRow) => boolean,
): ReadonlyMap<number, Grant> {
  const found = new Map<number, Grant>();
  const add = (member: MemberRow, level: number): void => {
    if (!counts(member, day) && member.state === 'active') return;
    const known = found.get(member.user_id);
    if (known === undefined || level > known.level) found.set(member.user_id, { level, member });
  };
  for (const place of placesOf(state, source)) {
    for (const member of state.membersBySource(place)) add(member, member.access_level);
    for (const share of state.sharesBySource(place).filter((row) => counts(row, day) && sees(row))) {
      for (const { place: from, most } of lendersOf(state, day, share)) {
        for (const member of state.membersBySource(from)) add(member, Math.min(member.access_level, most));
      }
    }
  }
  return found;
}

/** The caller's level on a place: 0 for none; the owner of a personal project counts as its Owner. */
export function levelOn(context: RequestContext, source: Source): number {
  if (context.user === undefined) return 0;
  if (source.type === 'project' && source.row.owner_id === context.user.id) return 50;
  return grantOf(context.platform.state, dayOf(context), context.user.id, source)?.level ?? 0;
}

/** Whether the caller's custom role on a place, or above it, carries a permission. */
export function hasAbility(context: RequestContext, source: Source, permission: string): boolean {
  const { state } = context.platform;
  if (context.user === undefined) return false;
  const places = placesOf(state, source);
  return state.membersByUser(context.user.id).some((member) => {
    if (member.member_role_id === null || !counts(member, dayOf(context))) return false;
    if (!places.includes(sourceKey(member.source_type, member.source_id))) return false;
    return state.memberRoles.get(member.member_role_id)?.permissions.includes(permission) === true;
  });
}

/** Whether the caller has this level on a place, or is an administrator. */
export function hasLevel(context: RequestContext, source: Source, level: number): boolean {
  return context.admin || levelOn(context, source) >= level;
}

/** Addresses that the root group does not let in see nothing below it; its Owners still see groups (18.9). */
function isKeptOut(context: RequestContext, source: Source): boolean {
  const root = groupChain(context.platform.state, source).at(-1);
  if (root === undefined || !keepsOut(root)) return false;
  return source.type === 'project' || levelOn(context, source) < 50;
}

/** Whether the caller reads the whole instance: administrators and auditors (GET /groups, GET /users, 18.9). */
export function readsAll(context: RequestContext): boolean {
  return context.admin || context.user?.auditor === true;
}

/** Whether the caller may know of a place at all; one that is hidden answers 404. */
export function canRead(context: RequestContext, source: Source): boolean {
  if (readsAll(context)) return true;
  if (isKeptOut(context, source)) return false;
  if (source.row.visibility === 'public') return true;
  if (context.user === undefined) return false;
  if (source.row.visibility === 'internal' && !context.user.external) return true;
  if (levelOn(context, source) >= opening) return true;
  return source.type === 'group' && worksBelow(context, context.user.id, source.row);
}

/** A member of a project further down, or of a group further down that has projects, may read the groups above it. */
function worksBelow(context: RequestContext, userId: number, group: GroupRow): boolean {
  const { state } = context.platform;
  return state.membersByUser(userId).some((member) => {
    if (member.access_level < opening || !counts(member, dayOf(context))) return false;
    const place = sourceOf(state, member.source_type, member.source_id);
    if (place === undefined || !groupChain(state, place).includes(group)) return false;
    return place.type === 'project' || hasProjects(state, place.row);
  });
}

function hasProjects(state: State, group: GroupRow): boolean {
  return [group, ...descendantsOf(state, group)].some((row) => state.projectsByGroup(row.id).length > 0);
}

/** A place by its kind and id, as rows refer to it. */
export function sourceOf(state: State, type: SourceType, id: number): Source | undefined {
  if (type === 'group') {
    const row = state.groups.get(id);
    return row && { type, row };
  }
  const row = state.projects.get(id);
  return row && { type, row };
}
