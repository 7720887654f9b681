import { canRead, chainOf, descendantsOf, groupChain, levelOn, opening, readsAll, sourceOf } from '../access/access.ts';
import type { RequestContext } from '../http/request-context.ts';
import { groupEntity } from './entity.ts';
import { readableGroup } from '../access/find.ts';
import { keysetRefused, paged, paginate, paginateByCursor } from '../http/pagination.ts';
import type { Reply } from '../http/reply.ts';
import { anyone, route } from '../http/route.ts';
import type { GroupRow } from './rows.ts';
import { similarity } from '../store/similarity.ts';
import { sourceKey } from '../store/state.ts';
import { shownAttributes } from '../admin/custom-attributes.ts';
import { fits, listParams, sharedParams } from './filters.ts';
import type { ListArgs, Searched } from './filters.ts';

export const groupListRoutes = [
  // GET /groups: by name; a signed-in keyset request is paged by number all the same (18.9).
  route({
    method: 'GET',
    path: '/groups',
    scopes: ['ai_workflows'],
    anonymous: true,
    params: listParams,
    access: anyone,
    handle: ({ context, args }) => list(context, args, everyGroup(context, args), 'whole'),
  }),
  // GET /groups/:id/subgroups: direct children; who is signed in sees the own ones, unless all_available (18.9).
  route({
    method: 'GET',
    path: '/groups/:id/subgroups',
    scopes: ['ai_workflows'],
    anonymous: true,
    params: listParams,
    access: readableGroup,
    handle: ({ context, args, subject }) =>
      list(context, args, available(context, args, context.platform.state.groupsByParent(subject.id)), 'own'),
  }),
  // GET /groups/:id/descendant_groups (18.9).
  route({
    method: 'GET',
    path: '/groups/:id/descendant_groups',
    scopes: ['ai_workflows'],
    anonymous: true,
    params: listParams,
    access: readableGroup,
    handle: ({ context, args, subject }) =>
      list(context, args, available(context, args, descendantsOf(context.platform.state, subject)), 'own'),
  }),
  // GET /groups/:id/groups/shared: groups that this one was invited to (18.9).
  route({
    method: 'GET',
    path: '/groups/:id/groups/shared',
    scopes: ['ai_workflows'],
    anonymous: true,
    params: sharedParams,
    access: readableGroup,
    handle: ({ context, args, subject }) => {
      const { state } = context.platform;
      const shares = state.sharesByGroup(subject.id).filter((share) => share.source_type === 'group');
      const rows = shares.map((share) => state.groups.get(share.source_id));
      return list(context, args, readable(context, rows), 'own');
    },
  }),
  // GET /groups/:id/invited_groups: groups invited into this one, without their level, the newest first (18.9).
  route({
    method: 'GET',
    path: '/groups/:id/invited_groups',
    scopes: ['ai_workflows'],
    anonymous: true,
    params: {
      relation: { type: 'strings', values: ['direct', 'inherited'] },
      search: sharedParams.search,
      min_access_level: sharedParams.min_access_level,
      with_custom_attributes: sharedParams.with_custom_attributes,
      ...paged,
    },
    access: readableGroup,
    handle: ({ context, args, subject }) => {
      const { state } = context.platform;
      const relation = args.relation ?? ['direct', 'inherited'];
      const from = chainOf(state, subject).filter((row) => relation.includes(row === subject ? 'direct' : 'inherited'));
      const shares = from.flatMap((row) => state.sharesBySource(sourceKey('group', row.id)));
      const rows = shares.map((share) => state.groups.get(share.group_id));
      return list(context, { ...newestFirst, ...args }, readable(context, rows), 'own');
    },
  }),
];

const newestFirst = { skip_groups: undefined, visibility: undefined, order_by: 'id', sort: 'desc' } as const;

function readable(context: RequestContext, rows: readonly (GroupRow | undefined)[]): readonly GroupRow[] {
  const known = new Set(rows.filter((row) => row !== undefined));
  return [...known].filter((row) => canRead(context, { type: 'group', row }));
}

/** All groups, by name. */
function everyGroup(context: RequestContext, args: ListArgs): readonly GroupRow[] {
  return available(context, args, context.platform.state.groups.ordered('name', byName));
}

/** All groups for those who read everything; others see their own tree, and what is open to them with all_available. */
function available(context: RequestContext, args: ListArgs, rows: readonly GroupRow[]): readonly GroupRow[] {
  if (readsAll(context) && args.all_available !== false) return rows;
  const open = context.user === undefined || args.all_available === true;
  const above = groupsAbove(context);
  return rows.filter((row) => {
    if (above.has(row.id)) return true;
    return open ? canRead(context, { type: 'group', row }) : levelOn(context, { type: 'group', row }) >= opening;
  });
}

/** The groups that the caller's groups and projects lie in: seen, though no membership of theirs is inherited. */
function groupsAbove(context: RequestContext): ReadonlySet<number> {
  const { state } = context.platform;
  const places = state
    .membersByUser(context.user?.id ?? 0)
    .map((row) => sourceOf(state, row.source_type, row.source_id));
  const known = places.filter((place) => place !== undefined);
  return new Set(known.flatMap((place) => groupChain(state, place).map((group) => group.id)));
}

function list(context: RequestContext, args: ListArgs, rows: readonly GroupRow[], searched: Searched): Reply {
  const kept = rows.filter((row) => fits(context, args, row, searched));
  const sorted = isNamed(args) ? kept.toSorted(byName) : sort(args, kept);
  const show = (row: GroupRow) => ({
    ...groupEntity(context, row),
    ...(readsAll(context) && args.statistics === true
      ? { statistics: emptyStatistics, root_storage_statistics: null }
      : {}),
    ...(args.with_custom_attributes === true ? shownAttributes(context, 'group', row.id) : {}),
  });
  // By key for callers without a token alone, and only by name, upwards.
  if (args.pagination !== 'keyset' || context.user !== undefined) {
    return paginate(context, args, sorted, show, { ceilingFor: 'Group' });
  }
  return isNamed(args) ? paginateByCursor(context, args, sorted, show) : keysetRefused();
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

/** The path counts more than the name; equals stand the deeper first, then the newer (GET /groups, 18.9). */
function bySimilarity(search: string): (a: GroupRow, b: GroupRow) => number {
  if (search === '') return byName;
  const score = (row: GroupRow) => similarity(row.path, search) + 0.7 * similarity(row.name, search);
  return (a, b) => score(b) - score(a) || (b.parent_id ?? 0) - (a.parent_id ?? 0) || b.id - a.id;
}

function byName(a: GroupRow, b: GroupRow): number {
  return compare(a.name.toLowerCase(), b.name.toLowerCase()) || a.id - b.id;
}

function compare(a: string | number, b: string | number): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
