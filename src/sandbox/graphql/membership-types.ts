import { chainOf, counts, groupChain, hasLevel, lendersOf, opening } from '../access/access.ts';
import type { Grant, Source } from '../access/access.ts';
import { dayOf } from '../http/request-context.ts';
import type { RequestContext } from '../http/request-context.ts';
import { isShown, levelName } from '../members/rules.ts';
import { textOf } from '../store/json.ts';
import type { Json, JsonObject } from '../store/json.ts';
import type { MemberRow } from '../members/rows.ts';
import { sourceKey } from '../store/state.ts';
import { globalId } from './global-id.ts';
import { object, ref, refOrNull, scalar, time } from './object-type.ts';
import type { ObjectType } from './object-type.ts';
import type { Ref } from './sources.ts';
import { pageArgs, pageOf } from './page.ts';
import type { Key } from './page.ts';
import type { Membership } from './sources.ts';

/** What lists of members take. */
export const memberArgs = {
  ...pageArgs,
  ...({ search: 'optional', relations: 'optional', sort: 'optional', accessLevels: 'optional' } as const),
};

function memberFields(model: string): ObjectType<Membership> {
  return {
    id: scalar((_call, { grant }) => globalId(model, grant.member.id)),
    accessLevel: object('AccessLevel', (_call, { grant }) => ref('AccessLevel', grant.level)),
    createdAt: scalar((_call, { grant }) => time(grant.member.created_at)),
    updatedAt: scalar((_call, { grant }) => time(grant.member.updated_at)),
    expiresAt: scalar((_call, { grant }) => grant.member.expires_at),
    createdBy: object('UserCore', (context, { grant }) => {
      const { created_by_id: id, user_id } = grant.member;
      // Who made the place is its Owner by nobody's hand.
      return id === null || id === user_id ? null : refOrNull('UserCore', context.platform.state.users.get(id));
    }),
    user: object('UserCore', (_call, { user }) => ref('UserCore', user)),
  };
}

/** A member of a group; custom roles are not told here (GroupMember, 18.9). */
export const groupMemberType: ObjectType<Membership> = {
  ...memberFields('GroupMember'),
  group: object('Group', (context, { grant }) =>
    grant.member.source_type === 'group'
      ? refOrNull('Group', context.platform.state.groups.get(grant.member.source_id))
      : null,
  ),
};

/** A member of a project (ProjectMember, 18.9). */
export const projectMemberType: ObjectType<Membership> = {
  ...memberFields('ProjectMember'),
  project: object('Project', (_call, { place }) => (place.type === 'project' ? ref('Project', place.row) : null)),
};

/** A level in figures and in words (AccessLevel, 18.9). */
export const accessLevelType: ObjectType<number> = {
  integerValue: scalar((_call, level) => level),
  stringValue: scalar((_call, level) => levelName(level).toUpperCase().replaceAll(' ', '_')),
  humanAccess: scalar((_call, level) => levelName(level)),
};

/** Who has access to a place, the newest first, each once; null for who may not know (Group.groupMembers, 18.9). */
export function membersPage(context: RequestContext, place: Source, args: JsonObject): Ref | null {
  // A guess: that members of a private place are null, not refused, for who sees it by what is below.
  const told =
    place.row.visibility !== 'private' || hasLevel(context, place, opening) || context.user?.auditor === true;
  if (!told) return null;
  const levels = listOf(args['accessLevels']);
  const text = textOf(args['search']).toLowerCase();
  const rows = related(context, place, listOf(args['relations']) ?? ['DIRECT', 'INHERITED']).filter(
    ({ grant, user }) => {
      if (levels !== undefined && !levels.includes(nameOf(grant.level))) return false;
      return `${user.name}\n${user.username}`.toLowerCase().includes(text);
    },
  );
  const order = orderOf(textOf(args['sort']));
  return place.type === 'group'
    ? ref(
        'GroupMemberConnection',
        pageOf(rows, order, args, (row) => ref('GroupMember', row)),
      )
    : ref(
        'ProjectMemberConnection',
        pageOf(rows, order, args, (row) => ref('ProjectMember', row)),
      );
}

function nameOf(level: number): string {
  return levelName(level).toUpperCase().replaceAll(' ', '_');
}

function orderOf(sort: string): readonly Key<Membership>[] {
  const newest = { name: 'id', down: true, of: ({ grant }: Membership) => grant.member.id };
  if (!sort.toUpperCase().startsWith('ACCESS_LEVEL')) return [newest];
  const down = sort.toUpperCase().endsWith('DESC');
  return [{ name: 'access_level', down, of: ({ grant }) => grant.level }, newest];
}

/** The members by the ways that were asked for; of several of one user the highest, and the nearest of equals. */
function related(context: RequestContext, place: Source, relations: readonly string[]): readonly Membership[] {
  const best = new Map<number, Grant>();
  const add = (grants: readonly Grant[]): void => {
    for (const grant of grants) {
      const known = best.get(grant.member.user_id);
      if (known === undefined || grant.level > known.level) best.set(grant.member.user_id, grant);
    }
  };
  if (relations.includes('DIRECT')) add(direct(context, place));
  if (relations.includes('INHERITED')) add(inherited(context, place));
  if (relations.includes('SHARED_FROM_GROUPS')) add(shared(context, place));
  return [...best.values()].flatMap((grant) => {
    const user = context.platform.state.users.get(grant.member.user_id);
    return user === undefined ? [] : [{ place, grant, user }];
  });
}

function grantsAt(context: RequestContext, place: Source): readonly Grant[] {
  const { state } = context.platform;
  const rows = state.membersBySource(sourceKey(place.type, place.row.id)).filter((row) => isShown(context, row));
  return rows.map((member: MemberRow) => ({ level: member.access_level, member }));
}

/** Minimal access is shown in its own group, and who waits or whose time is over is shown like anybody (Group.groupMembers, 18.9). */
function direct(context: RequestContext, place: Source): readonly Grant[] {
  return grantsAt(context, place);
}

function inherited(context: RequestContext, place: Source): readonly Grant[] {
  const { state } = context.platform;
  const above = place.type === 'group' ? chainOf(state, place.row).slice(1) : groupChain(state, place);
  const grants = above.flatMap((row) => grantsAt(context, { type: 'group', row }));
  return grants.filter(({ level }) => level >= opening);
}

function shared(context: RequestContext, place: Source): readonly Grant[] {
  const { state } = context.platform;
  const own = new Set([...direct(context, place), ...inherited(context, place)].map(({ member }) => member.id));
  const all = grantsByShare(context, place);
  return all.filter(({ member }) => !own.has(member.id) && state.users.get(member.user_id) !== undefined);
}

function grantsByShare(context: RequestContext, place: Source): readonly Grant[] {
  const { state } = context.platform;
  const places = [place, ...groupChain(state, place).map((row): Source => ({ type: 'group', row }))];
  const links = new Set(places.flatMap((one) => state.sharesBySource(sourceKey(one.type, one.row.id))));
  return [...links].flatMap((link) => {
    if (!counts(link, dayOf(context))) return [];
    return lendersOf(state, dayOf(context), link).flatMap(({ place: from, most }) =>
      state
        .membersBySource(from)
        .filter((member) => counts(member, dayOf(context)) || member.state !== 'active')
        .map((member) => ({ member, level: Math.min(member.access_level, most) })),
    );
  });
}

function listOf(value: Json | undefined): readonly string[] | undefined {
  if (value === undefined || value === null) return undefined;
  // Array.isArray widens a readonly list to any[].
  return Array.isArray(value) ? (value as readonly Json[]).map(textOf) : [textOf(value)];
}
