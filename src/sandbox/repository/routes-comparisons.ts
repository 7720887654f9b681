import type { RequestContext } from '../http/request-context.ts';
import { canReadCode, readableCode } from './code-access.ts';
import { commitEntity } from './entity-commit.ts';
import { diffEntity } from './entity-diff.ts';
import { commitAt, findCommit, repositoryOf } from './find-commit.ts';
import { shareForkNetwork } from '../projects/forks.ts';
import { fetchObjects } from '../git/fetch.ts';
import { mergeBase, walk } from '../git/history.ts';
import type { Named } from '../git/history.ts';
import { diffTrees } from '../git/tree-diff.ts';
import { paged, paginate } from '../http/pagination.ts';
import { forbidden, message, notFound, ok, refuse } from '../http/reply.ts';
import { route } from '../http/route.ts';
import type { ProjectRow } from '../projects/rows.ts';

const text = { type: 'string' } as const;

export const comparisonRoutes = [
  // GET /projects/:id/repository/compare: from the common ancestor, unless it is to be straight (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/repository/compare',
    anonymous: true,
    params: {
      from: { type: 'string', required: true },
      to: { type: 'string', required: true },
      from_project_id: { type: 'integer' },
      straight: { type: 'boolean' },
      unidiff: { type: 'boolean' },
    },
    before: readableCode,
    access: readableCode,
    handle: ({ context, args, subject: project }) => {
      const origin = originOf(context, project, args);
      const from = commitAt(context, origin, args.from) ?? refuse(notFound('Ref'));
      const to = commitAt(context, project, args.to) ?? refuse(notFound('Ref'));
      const form = args.unidiff === true ? 'unified' : 'hunks';
      return ok(
        comparison(context, project, from, to, args.straight === true ? 'straight' : 'from the merge base', form),
      );
    },
  }),
  // GET /projects/:id/repository/contributors: merges do not count; lines are never told (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/repository/contributors',
    anonymous: true,
    params: {
      ...paged,
      ref: text,
      order_by: { type: 'string', values: ['email', 'name', 'commits'] },
      sort: { type: 'string', values: ['asc', 'desc'] },
    },
    before: readableCode,
    access: readableCode,
    handle: ({ context, args, subject: project }) => {
      const [order, sort] = [args.order_by ?? 'commits', args.sort ?? 'asc'];
      const rows = contributors(context, project, args.ref ?? 'HEAD');
      const direction = sort === 'asc' ? 1 : -1;
      const key = (row: Contributor) => (order === 'commits' ? row.commits : row[order].toLowerCase());
      rows.sort((a, b) => direction * compare(key(a), key(b)));
      // The links name the order, also when it was not asked for.
      const joint = context.url.includes('?') ? '&' : '?';
      const named = `${context.url}${joint}${new URLSearchParams({ order_by: order, sort }).toString()}`;
      return paginate({ ...context, url: named }, args, rows, (row) => ({ ...row, additions: 0, deletions: 0 }));
    },
  }),
  // GET /projects/:id/repository/merge_base: two refs at least (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/repository/merge_base',
    anonymous: true,
    params: { refs: { type: 'strings', required: true } },
    before: readableCode,
    access: readableCode,
    handle: ({ context, args, subject: project }) => {
      if (args.refs.length < 2) refuse(message(400, 'Provide at least 2 refs'));
      const unknown = args.refs.filter((ref) => commitAt(context, project, ref) === undefined);
      const noun = unknown.length === 1 ? 'ref' : 'refs';
      if (unknown.length > 0) refuse(message(400, `Could not find ${noun}: ${unknown.join(', ')}`));
      const [first = '', ...others] = args.refs.map((ref) => findCommit(context, project, ref).sha);
      const base = mergeBase(repositoryOf(context, project), first, others) ?? refuse(notFound('Merge Base'));
      return ok(commitEntity(context, project, findCommit(context, project, base)));
    },
  }),
];

/** The project that `from` is of: another one only within the fork network, for those who may see its code. */
function originOf(
  context: RequestContext,
  project: ProjectRow,
  args: { readonly id: string; readonly from_project_id?: number | null | undefined },
): ProjectRow {
  const id = args.from_project_id;
  if (id == null || id === project.id) return project;
  const { state } = context.platform;
  const origin = state.projects.get(id);
  if (origin === undefined || !shareForkNetwork(state, project, origin)) {
    return refuse(message(400, `Target project id:${id} is not a fork of project id:${args.id}`));
  }
  if (!canReadCode(context, origin)) refuse(forbidden("You don't have access to this fork's parent project"));
  fetchObjects(state, origin.id, project.id);
  return origin;
}

function comparison(
  context: RequestContext,
  project: ProjectRow,
  from: Named,
  to: Named,
  way: 'straight' | 'from the merge base',
  form: 'unified' | 'hunks',
) {
  const repository = repositoryOf(context, project);
  const base = way === 'straight' ? from.sha : mergeBase(repository, from.sha, [to.sha]);
  const commits = walk(repository, [to.sha], [from.sha]).toReversed();
  const before = base === undefined ? undefined : repository.commit(base)?.tree;
  const last = commits.at(-1);
  return {
    commit: last === undefined ? null : commitEntity(context, project, last),
    commits: commits.map((named) => commitEntity(context, project, named)),
    diffs: diffTrees(repository, before, to.commit.tree).map((diff) => diffEntity(repository, diff, form)),
    compare_timeout: false,
    compare_same_ref: from.sha === to.sha,
    web_url: `${context.platform.externalUrl}/${project.full_path}/-/compare/${base ?? from.sha}...${to.sha}`,
  };
}

interface Contributor {
  readonly name: string;
  readonly email: string;
  readonly commits: number;
}

/** Everyone who wrote commits, told apart by their address; the name is that of the newest one. */
function contributors(context: RequestContext, project: ProjectRow, ref: string): Contributor[] {
  const start = commitAt(context, project, ref);
  const found = new Map<string, Contributor>();
  for (const { commit } of start === undefined ? [] : walk(repositoryOf(context, project), [start.sha])) {
    if (commit.parents.length > 1) continue;
    const { name, email } = commit.author;
    const known = found.get(email);
    found.set(email, { name: known?.name ?? name, email, commits: (known?.commits ?? 0) + 1 });
  }
  return [...found.values()];
}

function compare(a: string | number, b: string | number): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
