import { hasLevel } from '../access.ts';
import { actor } from '../call.ts';
import type { Call } from '../call.ts';
import { enabledCode, pushableCode } from '../code-access.ts';
import { requireUnmodified } from '../conditional.ts';
import { defaultBranchOf } from '../default-branch.ts';
import { branchEntity } from '../entities/branch.ts';
import { moment } from '../entities/commit.ts';
import { commitAt, findBranch, repositoryOf } from '../find-commit.ts';
import { reachable } from '../git/history.ts';
import { isRefName } from '../git/revision.ts';
import { keyedPage, paged, paginate } from '../pagination.ts';
import { protectBranch, protectionOf, unprotectBranch } from '../protected-branches.ts';
import { matchesRefSearch } from '../ref-search.ts';
import { accepted, created, forbidden, message, noContent, ok, refuse } from '../reply.ts';
import { route } from '../route.ts';
import type { ProjectRow } from '../rows.ts';

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
    handle: ({ call, args, subject: project }) => {
      const fits = matchesRefSearch(args.search ?? '');
      const pattern = patternOf(args.regex ?? '');
      const names = sorted(call, project, args.sort ?? 'name_asc').filter((name) => fits(name) && pattern.test(name));
      const show = (name: string) => branchEntity(call, project, name);
      if (args.pagination !== 'keyset') return paginate(call, args, names, show);
      const rest = names.slice(args.page_token == null ? 0 : names.indexOf(args.page_token) + 1);
      return keyedPage(call, args, rest, show, (name) => ({ page_token: name }));
    },
  }),
  // GET and HEAD /projects/:id/repository/branches/:branch: HEAD answers 204 (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/repository/branches/:branch',
    anonymous: true,
    before: enabledCode,
    access: enabledCode,
    handle: ({ call, args, subject: project }) => {
      findBranch(call, project, args.branch);
      return call.method === 'HEAD' ? noContent() : ok(branchEntity(call, project, args.branch));
    },
  }),
  // POST /projects/:id/repository/branches: from a branch, a tag or a commit (18.9).
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
    handle: ({ call, args, subject: project }) => {
      const repository = repositoryOf(call, project);
      if (!isRefName(args.branch)) refuse(message(400, 'Branch name is invalid'));
      if (repository.ref('heads', args.branch) !== undefined) refuse(message(400, 'Branch already exists'));
      const start = commitAt(call, project, args.ref);
      const failed = `Failed to create branch '${args.branch}': invalid reference name '${args.ref}'`;
      repository.setRef('heads', args.branch, start?.sha ?? refuse(message(400, failed)));
      return created(branchEntity(call, project, args.branch));
    },
  }),
  // DELETE /projects/:id/repository/branches/:branch: never the default one; a protected one is the Maintainers' (18.9).
  route({
    method: 'DELETE',
    path: '/projects/:id/repository/branches/:branch',
    anonymous: true,
    before: enabledCode,
    access: pushableCode,
    handle: ({ call, args, subject: project }) => {
      const repository = repositoryOf(call, project);
      const sha = findBranch(call, project, args.branch);
      requireUnmodified(call, moment(repository.commit(sha)?.author.seconds ?? 0));
      if (args.branch === defaultBranchOf(call.world.state, project)) {
        refuse(message(400, 'Cannot remove HEAD branch'));
      }
      const guarded = protectionOf(call.world.state, project, args.branch) !== undefined;
      if (guarded && !hasLevel(call, { type: 'project', row: project }, 40)) {
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
    handle: ({ call, subject: project }) => {
      const { state } = call.world;
      const repository = repositoryOf(call, project);
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
    handle: ({ call, args, subject: project }) => {
      findBranch(call, project, args.branch);
      const role = (sent: boolean) => (sent ? 30 : 40);
      protectBranch(call, project, args.branch, {
        ...(args.developers_can_push == null ? {} : { push: role(args.developers_can_push) }),
        ...(args.developers_can_merge == null ? {} : { merge: role(args.developers_can_merge) }),
      });
      return ok(branchEntity(call, project, args.branch));
    },
  }),
  // PUT …/branches/:branch/unprotect: 200 also when it was not protected (18.9).
  route({
    method: 'PUT',
    path: '/projects/:id/repository/branches/:branch/unprotect',
    anonymous: true,
    before: enabledCode,
    access: administered,
    handle: ({ call, args, subject: project }) => {
      findBranch(call, project, args.branch);
      unprotectBranch(call.world.state, project, args.branch);
      return ok(branchEntity(call, project, args.branch));
    },
  }),
];

function administered(call: Call, args: { readonly id: string }): ProjectRow {
  const project = enabledCode(call, args);
  actor(call);
  return hasLevel(call, { type: 'project', row: project }, 40) ? project : refuse(forbidden());
}

function patternOf(regex: string): RegExp {
  try {
    return new RegExp(regex, 'u');
  } catch {
    return refuse(message(400, 'Regex is invalid'));
  }
}

function sorted(call: Call, project: ProjectRow, sort: string): readonly string[] {
  const repository = repositoryOf(call, project);
  const names = repository.names('heads');
  if (sort === 'name_asc') return names;
  const at = (name: string) => repository.commit(repository.ref('heads', name) ?? '')?.committer.seconds ?? 0;
  const direction = sort === 'updated_asc' ? 1 : -1;
  return names.toSorted((a, b) => direction * (at(a) - at(b)));
}
