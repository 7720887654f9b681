import { hasLevel } from '../access.ts';
import type { Call } from '../call.ts';
import { licensed } from '../edition.ts';
import type { GroupRow } from '../rows.ts';

/** The levels that links can give; minimal access is among them (18.9). */
export const linkLevels = [5, 10, 15, 20, 30, 40, 50] as const;

/** The group that the caller owns. A group that is unknown or hidden is one without the right, not a 404 (18.9). */
export function managedGroup(call: Call, id: string): GroupRow | undefined {
  const { state } = call.world;
  const row = /^-?\d+$/.test(id) ? state.groups.get(Number(id)) : state.groupByPath(id.toLowerCase());
  return row !== undefined && hasLevel(call, { type: 'group', row }, 50) ? row : undefined;
}

/** The custom role of a link; without the licence for roles it is dropped in silence (18.9). */
export function sentRole(call: Call, id: number | null | undefined): number | null {
  return licensed(call.world.edition, 'ultimate') ? (id ?? null) : null;
}
