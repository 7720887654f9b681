import { groupChain, rootOf } from '../access/access.ts';
import type { GroupRow } from '../groups/rows.ts';
import type { RequestContext } from '../http/request-context.ts';
import type { ProjectRow } from './rows.ts';

/** Whether the root group lets nothing in it be shared with groups outside of it (Projects::GroupLinks::CreateService; not recorded). */
export function isKeptInside(context: RequestContext, project: ProjectRow, invited: GroupRow): boolean {
  const { state } = context.platform;
  const root = groupChain(state, { type: 'project', row: project }).at(-1);
  const isLocked = root?.attributes['prevent_sharing_groups_outside_hierarchy'] === true;
  return isLocked && rootOf(state, invited) !== root;
}
