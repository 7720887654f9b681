import { descendantsOf } from '../access/access.ts';
import type { Source } from '../access/access.ts';
import type { InvitationRow, MemberRow } from '../members/rows.ts';
import type { GroupRow } from './rows.ts';
import { sourceKey } from '../store/state.ts';
import type { State } from '../store/state.ts';

/** A group, all groups below it, and all their projects. */
export function placesBelow(state: State, group: GroupRow): readonly Source[] {
  const groups = [group, ...descendantsOf(state, group)];
  const projects = groups.flatMap((row) => state.projectsByGroup(row.id));
  return [
    ...groups.map((row) => ({ type: 'group', row }) as const),
    ...projects.map((row) => ({ type: 'project', row }) as const),
  ];
}

/** The direct memberships of a group and of all that is below it, oldest first. */
export function membersBelow(state: State, group: GroupRow): readonly MemberRow[] {
  const rows = placesBelow(state, group).flatMap((place) => state.membersBySource(sourceKey(place.type, place.row.id)));
  return rows.toSorted((a, b) => a.id - b.id);
}

/** The open invitations to a group and to all that is below it, oldest first. */
export function invitationsBelow(state: State, group: GroupRow): readonly InvitationRow[] {
  const places = placesBelow(state, group);
  const rows = places.flatMap((place) => state.invitationsBySource(sourceKey(place.type, place.row.id)));
  return rows.toSorted((a, b) => a.id - b.id);
}
