import { canRead, chainOf, descendantsOf, levelOn } from '../access.ts';
import type { Call } from '../call.ts';
import { groupEntity } from '../entities/group.ts';
import { readableGroup } from '../find.ts';
import { keyset, keysetRefused, paginate, paginateByCursor } from '../pagination.ts';
import type { Args, Params } from '../params.ts';
import type { Reply } from '../reply.ts';
import { anyone, route } from '../route.ts';
import type { GroupRow } from '../rows.ts';
import { sourceKey } from '../state.ts';
import { fitsAttributes, shownAttributes } from './custom-attribute-rules.ts';

const listParams = {
  statistics: { type: 'boolean' },
  archived: { type: 'boolean' },
  skip_groups: { type: 'integers' },
  all_available: { type: 'boolean' },
  visibility: { type: 'string', values: ['private', 'internal', 'public'] },
  search: { type: 'string' },
  owned: { type: 'boolean' },
  order_by: { type: 'string', values: ['name', 'path', 'id', 'similarity'] },
  sort: { type: 'string', values: ['asc', 'desc'] },
  min_access_level: { type: 'integer', values: [10, 15, 20, 30, 40, 50] },
  top_level_only: { type: 'boolean' },
  marked_for_deletion_on: { type: 'date' },
  active: { type: 'boolean' },
  repository_storage: { type: 'string' },
  with_custom_attributes: { type: 'boolean' },
  custom_attributes: { type: 'hash' },
  ...keyset,
} as const satisfies Params;

type ListArgs = Args<typeof listParams>;

export const groupListRoutes = [
  // GET /groups: by name; a signed-in keyset request is paged by number all the same (18.9).
  route({
    method: 'GET',
    path: '/groups',
    scopes: ['ai_workflows'],
    anonymous: true,
    params: listParams,
    access: anyone,
    handle: ({ call, args }) => list(call, args, everyGroup(call, args)),
  }),
  // GET /groups/:id/subgroups: direct children; who is signed in sees the own ones, unless all_available (18.9).
  route({
    method: 'GET',
    path: '/groups/:id/subgroups',
    scopes: ['ai_workflows'],
    anonymous: true,
    params: listParams,
    access: readableGroup,
    handle: ({ call, args, subject }) =>
      list(call, args, available(call, args, call.world.state.groupsByParent(subject.id))),
  }),
  // GET /groups/:id/descendant_groups (18.9).
  route({
    method: 'GET',
    path: '/groups/:id/descendant_groups',
    scopes: ['ai_workflows'],
    anonymous: true,
    params: listParams,
    access: readableGroup,
    handle: ({ call, args, subject }) =>
      list(call, args, available(call, args, descendantsOf(call.world.state, subject))),
  }),
  // GET /groups/:id/groups/shared: groups that this one was invited to (18.9).
  route({
    method: 'GET',
    path: '/groups/:id/groups/shared',
    scopes: ['ai_workflows'],
    anonymous: true,
    params: listParams,
    access: readableGroup,
    handle: ({ call, args, subject }) => {
      const { state } = call.world;
      const shares = state.sharesByGroup(subject.id).filter((share) => share.source_type === 'group');
      return list(
        call,
        args,
        readable(
          call,
          shares.map((share) => state.groups.get(share.source_id)),
        ),
      );
    },
  }),
  // GET /groups/:id/invited_groups: groups invited into this one, without their level (18.9).
  route({
    method: 'GET',
    path: '/groups/:id/invited_groups',
    scopes: ['ai_workflows'],
    anonymous: true,
    params: { ...listParams, relation: { type: 'strings', values: ['direct', 'inherited'] } },
    access: readableGroup,
    handle: ({ call, args, subject }) => {
      const { state } = call.world;
      const relation = args.relation ?? ['direct', 'inherited'];
      const from = chainOf(state, subject).filter((row) => relation.includes(row === subject ? 'direct' : 'inherited'));
      const shares = from.flatMap((row) => state.sharesBySource(sourceKey('group', row.id)));
      return list(
        call,
        args,
        readable(
          call,
          shares.map((share) => state.groups.get(share.group_id)),
        ),
      );
    },
  }),
];

function readable(call: Call, rows: readonly (GroupRow | undefined)[]): readonly GroupRow[] {
  const known = new Set(rows.filter((row) => row !== undefined));
  return [...known].filter((row) => canRead(call, { type: 'group', row }));
}

/** All groups, by name. */
function everyGroup(call: Call, args: ListArgs): readonly GroupRow[] {
  return available(call, args, call.world.state.groups.ordered('name', byName));
}

/** All groups for administrators; others see their own tree, and what is open to them with all_available. */
function available(call: Call, args: ListArgs, rows: readonly GroupRow[]): readonly GroupRow[] {
  if (call.admin && args.all_available !== false) return rows;
  const open = call.user === undefined || args.all_available === true;
  if (open) return rows.filter((row) => canRead(call, { type: 'group', row }));
  return rows.filter((row) => levelOn(call, { type: 'group', row }) > 0);
}

function list(call: Call, args: ListArgs, rows: readonly GroupRow[]): Reply {
  const kept = rows.filter((row) => fits(call, args, row));
  const sorted = isNamed(args) ? kept.toSorted(byName) : sort(args, kept);
  const show = (row: GroupRow) => ({
    ...groupEntity(call, row),
    ...(call.admin && args.statistics === true ? { statistics: emptyStatistics } : {}),
    ...(args.with_custom_attributes === true ? shownAttributes(call, 'group', row.id) : {}),
  });
  // By key for callers without a token alone, and only by name.
  if (args.pagination !== 'keyset' || call.user !== undefined) {
    return paginate(call, args, sorted, show, { ceilingFor: 'Group' });
  }
  return (args.order_by ?? 'name') === 'name' ? paginateByCursor(call, args, sorted, show) : keysetRefused();
}

/** Nothing is stored here, so nothing takes space. */
const emptyStatistics = Object.fromEntries(
  [
    ...['storage_size', 'repository_size', 'wiki_size', 'lfs_objects_size', 'job_artifacts_size'],
    ...['pipeline_artifacts_size', 'packages_size', 'snippets_size', 'uploads_size'],
  ].map((name) => [name, 0]),
);

function isNamed(args: ListArgs): boolean {
  return (args.order_by ?? 'name') === 'name' && args.sort !== 'desc';
}

function sort(args: ListArgs, rows: readonly GroupRow[]): readonly GroupRow[] {
  const by = args.order_by ?? 'name';
  if (by === 'similarity') return rows.toSorted(bySimilarity(args.search ?? ''));
  const direction = args.sort === 'desc' ? -1 : 1;
  const key = (row: GroupRow) => (by === 'id' ? row.id : row[by].toLowerCase());
  // Equals stand by id, upwards, whatever the direction (GET /groups, 18.9).
  return rows.toSorted((a, b) => direction * compare(key(a), key(b)) || a.id - b.id);
}

/** The closer the length to what is searched, the better the match; by name without a search. */
function bySimilarity(search: string): (a: GroupRow, b: GroupRow) => number {
  if (search === '') return byName;
  return (a, b) => a.name.length + a.path.length - b.name.length - b.path.length || byName(a, b);
}

function byName(a: GroupRow, b: GroupRow): number {
  return compare(a.name.toLowerCase(), b.name.toLowerCase()) || a.id - b.id;
}

function compare(a: string | number, b: string | number): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function fits(call: Call, args: ListArgs, row: GroupRow): boolean {
  if (args.skip_groups?.includes(row.id) === true) return false;
  if (args.visibility != null && row.visibility !== args.visibility) return false;
  if (args.top_level_only === true && row.parent_id !== null) return false;
  if (args.marked_for_deletion_on != null && row.marked_for_deletion_on !== args.marked_for_deletion_on) return false;
  if (args.search != null && !matches(row, args.search)) return false;
  if (!fitsAttributes(call, 'group', row.id, args.custom_attributes)) return false;
  const least = args.owned === true ? 50 : (args.min_access_level ?? 0);
  if (least > 0 && levelOn(call, { type: 'group', row }) < least) return false;
  return fitsState(call, args, row);
}

function fitsState(call: Call, args: ListArgs, row: GroupRow): boolean {
  if (args.archived == null && args.active == null) return true;
  const chain = chainOf(call.world.state, row);
  const archived = chain.some((above) => above.archived);
  if (args.archived != null && archived !== args.archived) return false;
  const active = !archived && chain.every((above) => above.marked_for_deletion_on === null);
  return args.active == null || active === args.active;
}

/** A search is for the name or the path; a text with a slash is for the full path. */
function matches(row: GroupRow, search: string): boolean {
  const text = search.toLowerCase();
  if (text.includes('/')) return row.full_path.toLowerCase().includes(text);
  return row.name.toLowerCase().includes(text) || row.path.toLowerCase().includes(text);
}
