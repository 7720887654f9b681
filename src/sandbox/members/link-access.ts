import { hasLevel } from '../access/access.ts';
import type { RequestContext } from '../http/request-context.ts';
import { licensed } from '../store/edition.ts';
import type { GroupRow } from '../groups/rows.ts';

/** The group that the caller owns. A group that is unknown or hidden is one without the right, not a 404 (18.9). */
export function managedGroup(context: RequestContext, id: string): GroupRow | undefined {
  const { state } = context.platform;
  const row = /^-?\d+$/.test(id) ? state.groups.get(Number(id)) : state.groupByPath(id.toLowerCase());
  return row !== undefined && hasLevel(context, { type: 'group', row }, 50) ? row : undefined;
}

/** The custom role of a link; without the licence for roles it is dropped in silence (18.9). */
export function sentRole(context: RequestContext, id: number | null | undefined): number | null {
  return licensed(context.platform.edition, 'ultimate') ? (id ?? null) : null;
}
