import { canRead, levelOn } from '../access/access.ts';
import type { RequestContext } from '../http/request-context.ts';
import { listedProject } from './entity-detail.ts';
import { basicProject } from './entity-basic.ts';
import type { JsonObject } from '../store/json.ts';
import { keyset, keysetRefused, paginate, paginateById } from '../http/pagination.ts';
import { notFound, refuse, type Reply } from '../http/reply.ts';
import type { ProjectRow } from './rows.ts';
import type { UserRow } from '../users/rows.ts';
import { starsOf } from './stars.ts';
import { fitsFilters, listFilters, type Filters } from './filters.ts';

/** How lists of projects are filtered, ordered and paged (GET /projects, 18.9). */
export const listParams = {
  ...listFilters,
  ...keyset,
  order_by: {
    type: 'string',
    values: [
      ...(['id', 'name', 'path', 'created_at', 'updated_at', 'last_activity_at', 'similarity', 'star_count'] as const),
      ...(['storage_size', 'repository_size', 'wiki_size', 'packages_size'] as const),
    ],
  },
  sort: { type: 'string', values: ['asc', 'desc'] },
  simple: { type: 'boolean' },
  statistics: { type: 'boolean' },
} as const;

interface ListArgs extends Filters {
  readonly order_by?: string | null | undefined;
  readonly sort?: 'asc' | 'desc' | null | undefined;
  readonly simple?: boolean | null | undefined;
  readonly statistics?: boolean | null | undefined;
  readonly pagination?: string | null | undefined;
  readonly page?: number | null | undefined;
  readonly per_page?: number | null | undefined;
}

/** The user of an id or a name; else 404 User Not Found. */
export function userBy(context: RequestContext, sent: string): UserRow {
  const { state } = context.platform;
  const found = /^\d+$/.test(sent) ? state.users.get(Number(sent)) : state.userByName(sent.toLowerCase());
  return found ?? refuse(notFound('User'));
}

/** How a list shows a project to those who are signed in: lists of groups leave out what the caller may do (18.9). */
type Shown = (context: RequestContext, row: ProjectRow, statistics: boolean) => JsonObject;

/** The projects among some that the caller may see and asked for. */
export function list(
  context: RequestContext,
  args: ListArgs,
  rows: readonly ProjectRow[],
  full: Shown = listedProject,
): Reply {
  const similar = args.order_by === 'similarity' && (args.search ?? '') !== '' && context.user !== undefined;
  const seen = rows.filter((row) => {
    if (!canRead(context, { type: 'project', row }) || !fitsFilters(context, args, row)) return false;
    // By similarity only the caller's own projects are searched (GET /projects, 18.9).
    return !similar || levelOn(context, { type: 'project', row }) > 0;
  });
  const short = args.simple === true || context.user === undefined;
  const show = (row: ProjectRow) => (short ? basicProject(context, row) : full(context, row, args.statistics === true));
  if (args.pagination === 'keyset') {
    if ((args.order_by ?? 'id') !== 'id') return keysetRefused();
    return paginateById(context, args, seen, show, args.sort ?? 'desc');
  }
  return paginate(context, args, similar ? bySimilarity(args.search ?? '', seen) : sorted(context, args, seen), show);
}

function sorted(context: RequestContext, args: ListArgs, rows: readonly ProjectRow[]): readonly ProjectRow[] {
  // By similarity to nothing is by name, upwards (GET /groups/:id/projects, 18.9).
  const order = args.order_by === 'similarity' ? 'name' : (args.order_by ?? 'created_at');
  const direction = args.sort === 'asc' || args.order_by === 'similarity' ? 1 : -1;
  const key = keyFor(context, order);
  return rows.toSorted((a, b) => direction * (compare(key(a), key(b)) || a.id - b.id));
}

/** Sizes are equal here, and creation follows the id, so that those orders are the order of ids. */
function keyFor(context: RequestContext, order: string): (row: ProjectRow) => string | number {
  switch (order) {
    case 'name':
    case 'path':
      return (row) => row[order].toLowerCase();
    case 'updated_at':
    case 'last_activity_at':
      return (row) => row.updated_at;
    case 'star_count':
      return (row) => starsOf(context.platform.state, row).length;
    default:
      return (row) => row.id;
  }
}

function compare(a: string | number, b: string | number): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** The closer the length to what is searched, the better the match. */
function bySimilarity(search: string, rows: readonly ProjectRow[]): readonly ProjectRow[] {
  const distance = (row: ProjectRow) => Math.abs(row.name.length - search.length);
  return rows.toSorted((a, b) => distance(a) - distance(b) || a.id - b.id);
}
