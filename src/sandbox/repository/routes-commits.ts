import type { RequestContext } from '../http/request-context.ts';
import { enabledCode } from './code-access.ts';
import { defaultBranchOf } from './default-branch.ts';
import { commitDetail, commitEntity, statsEntity } from './entity-commit.ts';
import { diffEntity } from './entity-diff.ts';
import { commitAt, findCommit, repositoryOf } from './find-commit.ts';
import { mergeBase, reachable, touches, walk } from '../git/history.ts';
import type { Named } from '../git/history.ts';
import { diffTrees } from '../git/tree-diff.ts';
import { paged, paginate } from '../http/pagination.ts';
import { message, notFound, ok, refuse } from '../http/reply.ts';
import { route } from '../http/route.ts';
import type { ProjectRow } from '../projects/rows.ts';

const flag = { type: 'boolean' } as const;
const text = { type: 'string' } as const;

export const commitRoutes = [
  // GET /projects/:id/repository/commits: never counted; a ref that is not there gives an empty list (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/repository/commits',
    anonymous: true,
    params: {
      ...paged,
      ref_name: text,
      since: { type: 'datetime' },
      until: { type: 'datetime' },
      path: text,
      author: text,
      all: flag,
      with_stats: flag,
      first_parent: flag,
      trailers: flag,
      order: { type: 'string', values: ['default', 'topo'] },
    },
    before: enabledCode,
    access: enabledCode,
    handle: ({ context, args, subject: project }) => {
      const refName = args.ref_name ?? '';
      if (refName.startsWith('-') || /\s/.test(refName)) refuse(message(400, 'ref_name is invalid'));
      const repository = repositoryOf(context, project);
      const [from, except] = args.all === true ? [allHeads(context, project), []] : rangeOf(context, project, refName);
      const parents = args.first_parent === true ? 'first parent' : 'all parents';
      const order = args.order === 'topo' ? 'topological' : 'by date';
      const path = (args.path ?? '').replace(/^\/|\/$/g, '');
      const rows = walk(repository, from, except, parents, order).filter(
        (named) => fits(named, args) && (path === '' || touches(repository, named.commit, path, parents)),
      );
      const show = (named: Named) => ({
        ...commitEntity(context, project, named, args.trailers === true),
        ...(args.with_stats === true ? { stats: statsEntity(context, project, named) } : {}),
      });
      return paginate(context, args, rows, show, { uncounted: true });
    },
  }),
  // GET /projects/:id/repository/commits/:sha: a branch or a tag will do (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/repository/commits/:sha',
    anonymous: true,
    params: { stats: flag },
    before: enabledCode,
    access: enabledCode,
    handle: ({ context, args, subject: project }) =>
      ok(commitDetail(context, project, findCommit(context, project, args.sha), args.stats !== false)),
  }),
  // GET …/commits/:sha/diff: against the first parent (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/repository/commits/:sha/diff',
    anonymous: true,
    params: { ...paged, unidiff: flag },
    before: enabledCode,
    access: enabledCode,
    handle: ({ context, args, subject: project }) => {
      const repository = repositoryOf(context, project);
      const { commit } = findCommit(context, project, args.sha);
      const parent = repository.commit(commit.parents[0] ?? '');
      const form = args.unidiff === true ? 'unified' : 'hunks';
      const diffs = diffTrees(repository, parent?.tree, commit.tree);
      return paginate(context, args, diffs, (diff) => diffEntity(repository, diff, form));
    },
  }),
  // GET …/commits/:sha/refs: the branches first, then the tags; never counted (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/repository/commits/:sha/refs',
    anonymous: true,
    params: { ...paged, type: { type: 'string', values: ['branch', 'tag', 'all'] } },
    before: enabledCode,
    access: enabledCode,
    handle: ({ context, args, subject: project }) => {
      const repository = repositoryOf(context, project);
      const { sha } = findCommit(context, project, args.sha);
      const type = args.type ?? 'all';
      const containing = (kind: 'heads' | 'tags') =>
        repository.names(kind).filter((name) => reachable(repository, [repository.ref(kind, name) ?? '']).has(sha));
      const rows = [
        ...(type === 'tag' ? [] : containing('heads').map((name) => ({ type: 'branch', name }))),
        ...(type === 'branch' ? [] : containing('tags').map((name) => ({ type: 'tag', name }))),
      ];
      return paginate(context, args, rows, (row) => row, { uncounted: true });
    },
  }),
  // GET …/commits/:sha/sequence: how many commits lead up to this one, itself included (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/repository/commits/:sha/sequence',
    anonymous: true,
    params: { first_parent: flag },
    before: enabledCode,
    access: enabledCode,
    handle: ({ context, args, subject: project }) => {
      const parents = args.first_parent === true ? 'first parent' : 'all parents';
      const { sha } = findCommit(context, project, args.sha);
      return ok({ count: reachable(repositoryOf(context, project), [sha], parents).size });
    },
  }),
  // GET …/commits/:sha/signature: nothing here is signed (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/repository/commits/:sha/signature',
    anonymous: true,
    before: enabledCode,
    access: enabledCode,
    handle: ({ context, args, subject: project }) => {
      findCommit(context, project, args.sha);
      return notFound('Signature');
    },
  }),
];

function allHeads(context: RequestContext, project: ProjectRow): readonly string[] {
  const repository = repositoryOf(context, project);
  const of = (kind: 'heads' | 'tags') => repository.names(kind).map((name) => repository.ref(kind, name) ?? '');
  return [...of('heads'), ...of('tags')];
}

/** Where a list of commits starts, and what it leaves out: `a..b`, `a...b`, a ref, or the default branch. */
function rangeOf(
  context: RequestContext,
  project: ProjectRow,
  refName: string,
): [readonly string[], readonly string[]] {
  const range = /^(.*?)(\.{2,3})(.*)$/.exec(refName);
  const shaOf = (name: string) => {
    const found = commitAt(context, project, name === '' ? defaultBranchOf(context.platform.state, project) : name);
    return found === undefined ? [] : [found.sha];
  };
  if (range === null) return [shaOf(refName), []];
  const [left, right] = [shaOf(range[1] ?? ''), shaOf(range[3] ?? '')];
  if (range[2] === '..') return [right, left];
  const base = mergeBase(repositoryOf(context, project), right[0] ?? '', left);
  return [[...left, ...right], base === undefined ? [] : [base]];
}

interface Filters {
  readonly since?: string | null | undefined;
  readonly until?: string | null | undefined;
  readonly author?: string | null | undefined;
}

function fits({ commit }: Named, args: Filters): boolean {
  const at = commit.committer.seconds * 1000;
  if (args.since != null && at < Math.floor(Date.parse(args.since) / 1000) * 1000) return false;
  if (args.until != null && at > Date.parse(args.until)) return false;
  return `${commit.author.name} <${commit.author.email}>`.includes(args.author ?? '');
}
