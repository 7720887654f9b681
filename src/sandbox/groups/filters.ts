import { gradeParam } from '../access/levels.ts';
import { chainOf, counts, levelOn } from '../access/access.ts';
import { dayOf } from '../http/request-context.ts';
import type { RequestContext } from '../http/request-context.ts';
import { fullName } from './full-name.ts';
import { matchesFuzzy } from '../store/fuzzy-search.ts';
import { keyset, paged } from '../http/pagination.ts';
import type { Args, Params } from '../http/params.ts';
import type { GroupRow } from './rows.ts';
import { sourceKey } from '../store/state.ts';
import { fitsAttributes } from '../admin/custom-attributes.ts';

/** What the lists of shared groups take (GET /groups/:id/groups/shared, 18.9). */
export const sharedParams = {
  skip_groups: { type: 'integers' },
  visibility: { type: 'string', values: ['private', 'internal', 'public'] },
  search: { type: 'string' },
  order_by: { type: 'string', values: ['name', 'path', 'id', 'similarity'] },
  sort: { type: 'string', values: ['asc', 'desc'] },
  min_access_level: gradeParam,
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
export function fits(context: RequestContext, args: ListArgs, row: GroupRow, searched: Searched): boolean {
  if (args.skip_groups?.includes(row.id) === true) return false;
  if (args.visibility != null && row.visibility !== args.visibility) return false;
  if (args.top_level_only === true && row.parent_id !== null) return false;
  if (args.marked_for_deletion_on != null && row.marked_for_deletion_on !== args.marked_for_deletion_on) return false;
  // Everything is on the one storage; the filter is for administrators.
  if (context.admin && (args.repository_storage ?? 'default') !== 'default') return false;
  if (!found(context, args.search ?? '', row, searched)) return false;
  if (!fitsAttributes(context, 'group', row.id, args.custom_attributes)) return false;
  return fitsLevel(context, args, row) && fitsState(context, args, row);
}

/** `owned` is about one's own membership; without a token there is no level to have. */
function fitsLevel(context: RequestContext, args: ListArgs, row: GroupRow): boolean {
  const { state } = context.platform;
  if (args.owned === true) {
    const own = state.membersBySource(sourceKey('group', row.id)).find((member) => member.user_id === context.user?.id);
    return own !== undefined && own.access_level >= 50 && counts(own, dayOf(context));
  }
  if (context.user === undefined || args.min_access_level == null) return true;
  return levelOn(context, { type: 'group', row }) >= args.min_access_level;
}

function fitsState(context: RequestContext, args: ListArgs, row: GroupRow): boolean {
  if (args.archived == null && args.active == null) return true;
  const chain = chainOf(context.platform.state, row);
  const archived = chain.some((above) => above.archived);
  if (args.archived != null && archived !== args.archived) return false;
  const active = !archived && chain.every((above) => above.marked_for_deletion_on === null);
  return args.active == null || active === args.active;
}

function found(context: RequestContext, search: string, row: GroupRow, searched: Searched): boolean {
  if (search.trim() === '') return true;
  const own = [row.name, row.path];
  return matchesFuzzy(
    search,
    searched === 'own' ? own : [row.full_path, fullName(chainOf(context.platform.state, row))],
  );
}
