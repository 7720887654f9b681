import { canRead, levelOn } from '../access.ts';
import type { Call } from '../call.ts';
import { projectDetail } from '../entities/project-detail.ts';
import { basicProject } from '../entities/project-basic.ts';
import type { JsonObject } from '../json.ts';
import { keyset, keysetRefused, paginate, paginateById } from '../pagination.ts';
import { badRequest, notFound, refuse } from '../reply.ts';
import type { Reply } from '../reply.ts';
import { anyone, route } from '../route.ts';
import type { ProjectRow, UserRow } from '../rows.ts';
import { starsOf } from '../stars.ts';
import { fitsFilters, listFilters } from './project-filters.ts';
import type { Filters } from './project-filters.ts';

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

export const projectListRoutes = [
  // GET /projects: newest first, by number or by id (18.9).
  route({
    method: 'GET',
    path: '/projects',
    anonymous: true,
    params: listParams,
    access: anyone,
    handle: ({ call, args }) => {
      const dated = args.updated_after != null || args.updated_before != null;
      if (dated && args.order_by != null && args.order_by !== 'updated_at') {
        refuse(badRequest('`updated_at` filter and `updated_at` sorting must be paired'));
      }
      return list(call, args, call.world.state.projects.all());
    },
  }),
  // GET /users/:user_id/projects: those in the user's own namespace (18.9).
  route({
    method: 'GET',
    path: '/users/:user_id/projects',
    anonymous: true,
    params: listParams,
    access: (call, args) => userBy(call, args.user_id),
    handle: ({ call, args, subject }) => list(call, args, call.world.state.projectsByOwner(subject.id)),
  }),
];

/** The user of an id or a name; else 404 User Not Found. */
export function userBy(call: Call, sent: string): UserRow {
  const { state } = call.world;
  const found = /^\d+$/.test(sent) ? state.users.get(Number(sent)) : state.userByName(sent.toLowerCase());
  return found ?? refuse(notFound('User'));
}

/** How a list shows a project to those who are signed in: lists of groups leave out what the caller may do (18.9). */
type Shown = (call: Call, row: ProjectRow, statistics: boolean) => JsonObject;

/** The projects among some that the caller may see and asked for. */
export function list(call: Call, args: ListArgs, rows: readonly ProjectRow[], full: Shown = projectDetail): Reply {
  const similar = args.order_by === 'similarity' && (args.search ?? '') !== '' && call.user !== undefined;
  const seen = rows.filter((row) => {
    if (!canRead(call, { type: 'project', row }) || !fitsFilters(call, args, row)) return false;
    // By similarity only the caller's own projects are searched (GET /projects, 18.9).
    return !similar || levelOn(call, { type: 'project', row }) > 0;
  });
  const short = args.simple === true || call.user === undefined;
  const show = (row: ProjectRow) => (short ? basicProject(call, row) : full(call, row, args.statistics === true));
  if (args.pagination === 'keyset') {
    if ((args.order_by ?? 'id') !== 'id') return keysetRefused();
    return paginateById(call, args, seen, show, args.sort ?? 'desc');
  }
  return paginate(call, args, similar ? bySimilarity(args.search ?? '', seen) : sorted(call, args, seen), show);
}

function sorted(call: Call, args: ListArgs, rows: readonly ProjectRow[]): readonly ProjectRow[] {
  // By similarity to nothing is by name, upwards (GET /groups/:id/projects, 18.9).
  const order = args.order_by === 'similarity' ? 'name' : (args.order_by ?? 'created_at');
  const direction = args.sort === 'asc' || args.order_by === 'similarity' ? 1 : -1;
  const key = keyFor(call, order);
  return rows.toSorted((a, b) => direction * (compare(key(a), key(b)) || a.id - b.id));
}

/** Sizes are equal here, and creation follows the id, so that those orders are the order of ids. */
function keyFor(call: Call, order: string): (row: ProjectRow) => string | number {
  switch (order) {
    case 'name':
    case 'path':
      return (row) => row[order].toLowerCase();
    case 'updated_at':
    case 'last_activity_at':
      return (row) => row.updated_at;
    case 'star_count':
      return (row) => starsOf(call.world.state, row).length;
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
