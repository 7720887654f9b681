import { hasLevel } from '../access/access.ts';
import { actor } from '../http/request-context.ts';
import type { RequestContext } from '../http/request-context.ts';
import { enabledCode, pushableCode } from './code-access.ts';
import { requireUnmodified } from '../http/conditional.ts';
import { defaultBranchOf } from './default-branch.ts';
import { branchEntity } from './entity-branch.ts';
import { moment } from './entity-commit.ts';
import { commitAt, findBranch, repositoryOf } from './find-commit.ts';
import { reachable } from '../git/history.ts';
import { isRefName } from '../git/revision.ts';
import { keyedPage, paged, paginate } from '../http/pagination.ts';
import { protectBranch, protectionOf, unprotectBranch } from './protected-branches.ts';
import { matchesRefSearch } from './ref-search.ts';
import { plainPush, pushChanges, requirePush } from './push.ts';
import { pipelinesAfterPush } from '../ci/push-pipelines.ts';
import { accepted, created, forbidden, message, noContent, ok, refuse } from '../http/reply.ts';
import { route } from '../http/route.ts';
import type { ProjectRow } from '../projects/rows.ts';

const text = { type: 'string' } as const;

export const branchRoutes = [
  // GET /projects/:id/repository/branches: by name, by number or from a token on (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/repository/branches',
    anonymous: true,
    params: {
      ...paged,
      search: text,
      regex: text,
      sort: { type: 'string', values: ['name_asc', 'updated_asc', 'updated_desc'] },
      pagination: { type: 'string', values: ['legacy', 'keyset', 'none'] },
      page_token: text,
    },
    before: enabledCode,
    access: enabledCode,
    handle: ({ context, args, subject: project }) => {
      const fits = matchesRefSearch(args.search ?? '');
      const pattern = patternOf(args.regex ?? '');
      const names = sorted(context, project, args.sort ?? 'name_asc').filter(
        (name) => fits(name) && pattern.test(name),
      );
      const show = (name: string) => branchEntity(context, project, name);
      if (args.pagination !== 'keyset') return paginate(context, args, names, show);
      const rest = names.slice(args.page_token == null ? 0 : names.indexOf(args.page_token) + 1);
      return keyedPage(context, args, rest, show, (name) => ({ page_token: name }));
    },
  }),
  // GET and HEAD /projects/:id/repository/branches/:branch: HEAD answers 204 (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/repository/branches/:branch',
    anonymous: true,
    before: enabledCode,
    access: enabledCode,
    handle: ({ context, args, subject: project }) => {
      findBranch(context, project, args.branch);
      return context.method === 'HEAD' ? noContent() : ok(branchEntity(context, project, args.branch));
    },
  }),
  // POST /projects/:id/repository/branches: from a branch, a tag or a commit; an empty repository gets its first commit (18.9).
  route({
    method: 'POST',
    path: '/projects/:id/repository/branches',
    anonymous: true,
    params: {
      branch: { type: 'string', required: true, filled: true },
      ref: { type: 'string', required: true, filled: true },
    },
    before: enabledCode,
    access: pushableCode,
    handle: ({ context, args, subject: project }) => {
      const repository = repositoryOf(context, project);
      if (repository.empty()) makeDefaultBranch(context, project);
      if (!isRefName(args.branch)) refuse(message(400, 'Branch name is invalid'));
      if (repository.ref('heads', args.branch) !== undefined) refuse(message(400, 'Branch already exists'));
      const start = commitAt(context, project, args.ref);
      const failed = `Failed to create branch '${args.branch}': invalid reference name '${args.ref}'`;
      const after = start?.sha ?? refuse(message(400, failed));
      repository.setRef('heads', args.branch, after);
      pipelinesAfterPush(context, project, { kind: 'heads', name: args.branch, before: undefined, after });
      return created(branchEntity(context, project, args.branch));
    },
  }),
  // DELETE /projects/:id/repository/branches/:branch: never the default one; a protected one is the Maintainers' (18.9).
  route({
    method: 'DELETE',
    path: '/projects/:id/repository/branches/:branch',
    anonymous: true,
    before: enabledCode,
    access: pushableCode,
    handle: ({ context, args, subject: project }) => {
      const repository = repositoryOf(context, project);
      const sha = findBranch(context, project, args.branch);
      requireUnmodified(context, moment(repository.commit(sha)?.author.seconds ?? 0));
      if (args.branch === defaultBranchOf(context.platform.state, project)) {
        refuse(message(400, 'Cannot remove HEAD branch'));
      }
      const guarded = protectionOf(context.platform.state, project, args.branch) !== undefined;
      if (guarded && !hasLevel(context, { type: 'project', row: project }, 40)) {
        refuse(message(405, 'You dont have push access to repo'));
      }
      repository.removeRef('heads', args.branch);
      return noContent();
    },
  }),
  // DELETE /projects/:id/repository/merged_branches: spares the default and the protected ones (18.9).
  route({
    method: 'DELETE',
    path: '/projects/:id/repository/merged_branches',
    anonymous: true,
    before: enabledCode,
    access: pushableCode,
    handle: ({ context, subject: project }) => {
      const { state } = context.platform;
      const repository = repositoryOf(context, project);
      const root = defaultBranchOf(state, project);
      const merged = reachable(repository, [repository.ref('heads', root) ?? '']);
      for (const name of repository.names('heads')) {
        const spared = name === root || protectionOf(state, project, name) !== undefined;
        if (!spared && merged.has(repository.ref('heads', name) ?? '')) repository.removeRef('heads', name);
      }
      return accepted();
    },
  }),
  // PUT …/branches/:branch/protect: Maintainers (18.9).
  route({
    method: 'PUT',
    path: '/projects/:id/repository/branches/:branch/protect',
    anonymous: true,
    params: { developers_can_push: { type: 'boolean' }, developers_can_merge: { type: 'boolean' } },
    before: enabledCode,
    access: administered,
    handle: ({ context, args, subject: project }) => {
      findBranch(context, project, args.branch);
      const role = (sent: boolean) => (sent ? 30 : 40);
      protectBranch(context, project, args.branch, {
        ...(args.developers_can_push == null ? {} : { push: role(args.developers_can_push) }),
        ...(args.developers_can_merge == null ? {} : { merge: role(args.developers_can_merge) }),
      });
      return ok(branchEntity(context, project, args.branch));
    },
  }),
  // PUT …/branches/:branch/unprotect: 200 also when it was not protected (18.9).
  route({
    method: 'PUT',
    path: '/projects/:id/repository/branches/:branch/unprotect',
    anonymous: true,
    before: enabledCode,
    access: administered,
    handle: ({ context, args, subject: project }) => {
      findBranch(context, project, args.branch);
      unprotectBranch(context.platform.state, `project:${project.id}`, args.branch);
      return ok(branchEntity(context, project, args.branch));
    },
  }),
];

/** An empty repository is begun with a blank README.md before a branch is taken off it (POST …/branches, 18.9). */
function makeDefaultBranch(context: RequestContext, project: ProjectRow): void {
  const branch = defaultBranchOf(context.platform.state, project);
  // Guess: who may not begin the default branch is refused as on any other push.
  requirePush(context, project, branch);
  const readme = { kind: 'write', path: 'README.md', bytes: Buffer.alloc(0), mode: '100644' } as const;
  pushChanges(context, project, plainPush(project, branch, 'Add README.md'), undefined, [readme]);
}

function administered(context: RequestContext, args: { readonly id: string }): ProjectRow {
  const project = enabledCode(context, args);
  actor(context);
  return hasLevel(context, { type: 'project', row: project }, 40) ? project : refuse(forbidden());
}

function patternOf(regex: string): RegExp {
  try {
    return new RegExp(regex, 'u');
  } catch {
    return refuse(message(400, 'Regex is invalid'));
  }
}

function sorted(context: RequestContext, project: ProjectRow, sort: string): readonly string[] {
  const repository = repositoryOf(context, project);
  const names = repository.names('heads');
  if (sort === 'name_asc') return names;
  const at = (name: string) => repository.commit(repository.ref('heads', name) ?? '')?.committer.seconds ?? 0;
  const direction = sort === 'updated_asc' ? 1 : -1;
  return names.toSorted((a, b) => direction * (at(a) - at(b)));
}
