import { gradeParam } from '../access/levels.ts';
import { groupChain, levelOn, opening } from '../access/access.ts';
import type { RequestContext } from '../http/request-context.ts';
import { canUse, isArchived } from '../repository/code-access.ts';
import { textOf } from '../store/json.ts';
import { languagesOf } from '../repository/languages.ts';
import type { ProjectRow } from './rows.ts';
import type { Visibility } from '../groups/rows.ts';
import { hasStarred } from './stars.ts';

/** The filters of lists of projects (GET /projects, 18.9). */
export const listFilters = {
  archived: { type: 'boolean' },
  active: { type: 'boolean' },
  visibility: { type: 'string', values: ['private', 'internal', 'public'] },
  search: { type: 'string' },
  search_namespaces: { type: 'boolean' },
  owned: { type: 'boolean' },
  starred: { type: 'boolean' },
  imported: { type: 'boolean' },
  membership: { type: 'boolean' },
  with_issues_enabled: { type: 'boolean' },
  with_merge_requests_enabled: { type: 'boolean' },
  with_programming_language: { type: 'string' },
  min_access_level: gradeParam,
  id_after: { type: 'integer' },
  id_before: { type: 'integer' },
  last_activity_after: { type: 'datetime' },
  last_activity_before: { type: 'datetime' },
  repository_storage: { type: 'string' },
  topic: { type: 'strings' },
  updated_after: { type: 'datetime' },
  updated_before: { type: 'datetime' },
  include_pending_delete: { type: 'boolean' },
  marked_for_deletion_on: { type: 'date' },
} as const;

/** The values of the filters, those that were sent. */
export interface Filters {
  readonly archived?: boolean | null | undefined;
  readonly active?: boolean | null | undefined;
  readonly visibility?: Visibility | null | undefined;
  readonly search?: string | null | undefined;
  readonly search_namespaces?: boolean | null | undefined;
  readonly owned?: boolean | null | undefined;
  readonly starred?: boolean | null | undefined;
  readonly imported?: boolean | null | undefined;
  readonly membership?: boolean | null | undefined;
  readonly with_issues_enabled?: boolean | null | undefined;
  readonly with_merge_requests_enabled?: boolean | null | undefined;
  readonly with_programming_language?: string | null | undefined;
  readonly min_access_level?: number | null | undefined;
  readonly id_after?: number | null | undefined;
  readonly id_before?: number | null | undefined;
  readonly last_activity_after?: string | null | undefined;
  readonly last_activity_before?: string | null | undefined;
  readonly repository_storage?: string | null | undefined;
  readonly topic?: readonly string[] | undefined;
  readonly updated_after?: string | null | undefined;
  readonly updated_before?: string | null | undefined;
  readonly include_pending_delete?: boolean | null | undefined;
  readonly marked_for_deletion_on?: string | null | undefined;
}

/** Whether a project passes all the filters that were sent. */
export function fitsFilters(context: RequestContext, args: Filters, row: ProjectRow): boolean {
  return (
    fitsState(context, args, row) &&
    fitsRole(context, args, row) &&
    fitsTime(args, row) &&
    fitsContent(context, args, row)
  );
}

function fitsState(context: RequestContext, args: Filters, row: ProjectRow): boolean {
  const pending = row.attributes['pending_delete'] === true;
  if (pending && !(context.admin && args.include_pending_delete === true)) return false;
  if (args.visibility != null && row.visibility !== args.visibility) return false;
  if (args.marked_for_deletion_on != null && row.marked_for_deletion_on !== args.marked_for_deletion_on) return false;
  if (args.archived == null && args.active == null) return true;
  const archived = isArchived(context.platform.state, row);
  if (args.archived != null && archived !== args.archived) return false;
  const places = [row, ...groupChain(context.platform.state, { type: 'project', row })];
  const active = !archived && places.every((place) => place.marked_for_deletion_on === null);
  return args.active == null || active === args.active;
}

function fitsRole(context: RequestContext, args: Filters, row: ProjectRow): boolean {
  // Imports are not told apart by who asked for them.
  if (args.imported === true) return false;
  if (args.starred === true && !(context.user !== undefined && hasStarred(context.platform.state, context.user, row)))
    return false;
  const least = Math.max(args.membership === true ? opening : 0, args.min_access_level ?? 0);
  // Owned are the projects of one's own namespace, and those one is an Owner of.
  const needed = args.owned === true ? 50 : least;
  return needed === 0 || levelOn(context, { type: 'project', row }) >= needed;
}

function fitsTime(args: Filters, row: ProjectRow): boolean {
  if (args.id_after != null && row.id <= args.id_after) return false;
  if (args.id_before != null && row.id >= args.id_before) return false;
  const after = [args.updated_after, args.last_activity_after].every(
    (limit) => limit == null || row.updated_at >= limit,
  );
  const before = [args.updated_before, args.last_activity_before];
  return after && before.every((limit) => limit == null || row.updated_at <= limit);
}

function fitsContent(context: RequestContext, args: Filters, row: ProjectRow): boolean {
  if (args.with_issues_enabled === true && !canUse(context, row, 'issues')) return false;
  if (args.with_merge_requests_enabled === true && !canUse(context, row, 'merge_requests')) return false;
  if (!isWrittenIn(context, row, args.with_programming_language ?? '')) return false;
  // Only administrators may filter by storage.
  if (context.admin && args.repository_storage != null && args.repository_storage !== 'default') return false;
  const topics = row.attributes['topics'];
  const has = (topic: string) => Array.isArray(topics) && (topics as readonly unknown[]).includes(topic);
  return (args.topic ?? []).every(has) && matches(row, args.search ?? '', args.search_namespaces === true);
}

function isWrittenIn(context: RequestContext, row: ProjectRow, language: string): boolean {
  if (language === '') return true;
  return [...languagesOf(context.platform.state, row).keys()].some(
    (name) => name.toLowerCase() === language.toLowerCase(),
  );
}

/** Fewer than three letters must be the whole name or path. */
function matches(row: ProjectRow, search: string, namespaces: boolean): boolean {
  const text = search.toLowerCase();
  if (text === '') return true;
  if (namespaces && row.full_path.toLowerCase().includes(text)) return true;
  const fields = [row.name, row.path, textOf(row.attributes['description'])].map((field) => field.toLowerCase());
  return fields.some((field) => (text.length < 3 ? field === text : field.includes(text)));
}
