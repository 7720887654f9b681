import { hasAbility, hasLevel } from '../access/access.ts';
import { letsThrough, levelsOf } from './branch-levels.ts';
import { actor } from '../http/request-context.ts';
import type { RequestContext } from '../http/request-context.ts';
import { readableCode } from './code-access.ts';
import { requireUnmodified } from '../http/conditional.ts';
import { protectedBranchEntity } from './entity-protected-branch.ts';
import { findProject } from '../access/find.ts';
import { matchesFuzzy } from '../store/fuzzy-search.ts';
import { paged, paginate } from '../http/pagination.ts';
import { protectedBranch, protectedBranchesOf, unprotectBranch } from './protected-branches.ts';
import { created, forbidden, noContent, ok, refuse, rowNotFound } from '../http/reply.ts';
import { route } from '../http/route.ts';
import type { RecordRow } from '../store/rows.ts';
import type { ProjectRow } from '../projects/rows.ts';
import {
  auditProtection,
  changedProtection,
  changeProtection,
  makeProtection,
  newProtection,
} from './protection-changes.ts';

interface Found {
  readonly project: ProjectRow;
  readonly branch: RecordRow;
}

export const protectedBranchRoutes = [
  // GET /projects/:id/protected_branches: for whoever reads the code, those of the top-level group first (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/protected_branches',
    anonymous: true,
    params: { ...paged, search: { type: 'string' } },
    access: readableCode,
    handle: ({ context, args, subject: project }) => {
      const search = args.search ?? '';
      const rows = protectedBranchesOf(context.platform.state, project);
      const found = search === '' ? rows : rows.filter((row) => matchesFuzzy(search, [row.key]));
      return paginate(context, args, found, (row) => protectedBranchEntity(context, row));
    },
  }),
  // GET /projects/:id/protected_branches/:name: by exactly this name or pattern (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/protected_branches/:name',
    anonymous: true,
    access: (context, args) => findProtected(context, readableCode(context, args), args.name).branch,
    handle: ({ context, subject }) => ok(protectedBranchEntity(context, subject)),
  }),
  // POST /projects/:id/protected_branches: Maintainers; the branch need not be there (18.9).
  route({
    method: 'POST',
    path: '/projects/:id/protected_branches',
    params: {
      name: { type: 'string', required: true },
      ...newProtection,
    },
    anonymous: true,
    access: (context, args) => protectable(context, findProject(context, args.id)),
    handle: ({ context, args, subject: project }) => {
      const branch = makeProtection(context, { type: 'project', row: project }, args);
      return created(protectedBranchEntity(context, branch));
    },
  }),
  // PATCH /projects/:id/protected_branches/:name: adds to the levels, changes and removes them by id (18.9).
  route({
    method: 'PATCH',
    path: '/projects/:id/protected_branches/:name',
    params: {
      name: { type: 'string', required: true },
      ...changedProtection,
    },
    anonymous: true,
    access: (context, args) => changeable(context, args),
    handle: ({ context, args, subject: { project, branch } }) => {
      changeProtection(context, { type: 'project', row: project }, branch, args);
      return ok(protectedBranchEntity(context, branch));
    },
  }),
  // DELETE /projects/:id/protected_branches/:name: takes the protection away, and leaves the branch (18.9).
  route({
    method: 'DELETE',
    path: '/projects/:id/protected_branches/:name',
    anonymous: true,
    access: (context, args) => changeable(context, args),
    handle: ({ context, subject: { project, branch } }) => {
      requireUnmodified(context, branch.updated_at);
      auditProtection(context, { type: 'project', row: project }, branch, 'removed');
      unprotectBranch(context.platform.state, `project:${project.id}`, branch.key);
      return noContent();
    },
  }),
];

function findProtected(context: RequestContext, project: ProjectRow, name: string): Found {
  const branch = protectedBranch(context.platform.state, `project:${project.id}`, name) ?? refuse(rowNotFound());
  return { project, branch };
}

/** The project, for its Maintainers and those whose role manages protected branches. */
function protectable(context: RequestContext, project: ProjectRow): ProjectRow {
  actor(context);
  const source = { type: 'project', row: project } as const;
  return hasLevel(context, source, 40) || hasAbility(context, source, 'admin_protected_branch')
    ? project
    : refuse(forbidden());
}

/** A protection, for those who may change it; where it names who may, only for these. An unknown one is 404 first. */
function changeable(context: RequestContext, args: { readonly id: string; readonly name: string }): Found {
  const found = findProtected(context, findProject(context, args.id), args.name);
  protectable(context, found.project);
  const levels = levelsOf(context.platform.state, found.branch, 'unprotect');
  return levels.length === 0 || letsThrough(context, found.project, levels) ? found : refuse(forbidden());
}
