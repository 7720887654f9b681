import { chainOf, counts, levelOn } from '../access.ts';
import { dayOf } from '../call.ts';
import type { Call } from '../call.ts';
import { fullName } from '../entities/group.ts';
import { matchesFuzzy } from '../fuzzy-search.ts';
import { keyset, paged } from '../pagination.ts';
import type { Args, Params } from '../params.ts';
import type { GroupRow } from '../rows.ts';
import { sourceKey } from '../state.ts';
import { fitsAttributes } from './custom-attribute-rules.ts';

/** What the lists of shared groups take (GET /groups/:id/groups/shared, 18.9). */
export const sharedParams = {
  skip_groups: { type: 'integers' },
  visibility: { type: 'string', values: ['private', 'internal', 'public'] },
  search: { type: 'string' },
  order_by: { type: 'string', values: ['name', 'path', 'id', 'similarity'] },
  sort: { type: 'string', values: ['asc', 'desc'] },
  min_access_level: { type: 'integer', values: [10, 15, 20, 30, 40, 50] },
  with_custom_attributes: { type: 'boolean' },
  ...paged,
} as const satisfies Params;

/** What the lists of all groups and of those below one take (GET /groups, 18.9). */
export const listParams = {
  ...sharedParams,
  statistics: { type: 'boolean' },
  archived: { type: 'boolean' },
  all_available: { type: 'boolean' },
  owned: { type: 'boolean' },
  top_level_only: { type: 'boolean' },
  marked_for_deletion_on: { type: 'date' },
  active: { type: 'boolean' },
  repository_storage: { type: 'string' },
  custom_attributes: { type: 'hash' },
  ...keyset,
} as const satisfies Params;

type SharedArgs = Args<typeof sharedParams>;
/** What any list of groups may be narrowed and ordered by. */
export type ListArgs = SharedArgs & Partial<Args<typeof listParams>>;

/** A search of all groups looks at the whole path and name, one below a group at the group's own. */
export type Searched = 'whole' | 'own';

/** Whether a group is within what a list is narrowed to. */
export function fits(call: Call, args: ListArgs, row: GroupRow, searched: Searched): boolean {
  if (args.skip_groups?.includes(row.id) === true) return false;
  if (args.visibility != null && row.visibility !== args.visibility) return false;
  if (args.top_level_only === true && row.parent_id !== null) return false;
  if (args.marked_for_deletion_on != null && row.marked_for_deletion_on !== args.marked_for_deletion_on) return false;
  // Everything is on the one storage; the filter is for administrators.
  if (call.admin && (args.repository_storage ?? 'default') !== 'default') return false;
  if (!found(call, args.search ?? '', row, searched)) return false;
  if (!fitsAttributes(call, 'group', row.id, args.custom_attributes)) return false;
  return fitsLevel(call, args, row) && fitsState(call, args, row);
}

/** `owned` is about one's own membership; without a token there is no level to have. */
function fitsLevel(call: Call, args: ListArgs, row: GroupRow): boolean {
  const { state } = call.world;
  if (args.owned === true) {
    const own = state.membersBySource(sourceKey('group', row.id)).find((member) => member.user_id === call.user?.id);
    return own !== undefined && own.access_level >= 50 && counts(own, dayOf(call));
  }
  if (call.user === undefined || args.min_access_level == null) return true;
  return levelOn(call, { type: 'group', row }) >= args.min_access_level;
}

function fitsState(call: Call, args: ListArgs, row: GroupRow): boolean {
  if (args.archived == null && args.active == null) return true;
  const chain = chainOf(call.world.state, row);
  const archived = chain.some((above) => above.archived);
  if (args.archived != null && archived !== args.archived) return false;
  const active = !archived && chain.every((above) => above.marked_for_deletion_on === null);
  return args.active == null || active === args.active;
}

function found(call: Call, search: string, row: GroupRow, searched: Searched): boolean {
  if (search.trim() === '') return true;
  const own = [row.name, row.path];
  return matchesFuzzy(search, searched === 'own' ? own : [row.full_path, fullName(chainOf(call.world.state, row))]);
}
