import { hasAbility, hasLevel } from '../access.ts';
import { addLevel, letsThrough, levelsOf } from '../branch-levels.ts';
import { actor } from '../call.ts';
import type { Call } from '../call.ts';
import { timestamp } from '../clock.ts';
import { readableCode } from '../code-access.ts';
import { requireUnmodified } from '../conditional.ts';
import { protectedBranchEntity } from '../entities/protected-branch.ts';
import { findProject } from '../find.ts';
import { matchesFuzzy } from '../fuzzy-search.ts';
import { paged, paginate } from '../pagination.ts';
import { insertProtectedBranch, protectedBranch, protectedBranchesOf, unprotectBranch } from '../protected-branches.ts';
import { conflict, created, forbidden, noContent, ok, refuse, rowNotFound } from '../reply.ts';
import { route } from '../route.ts';
import type { ProjectRow, RecordRow } from '../rows.ts';
import { changeLevels, firstLevels, levelParams, pushRoles, unprotectRoles } from './protected-branch-levels.ts';

interface Found {
  readonly project: ProjectRow;
  readonly branch: RecordRow;
}

export const protectedBranchRoutes = [
  // GET /projects/:id/protected_branches: for whoever reads the code, oldest first (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/protected_branches',
    anonymous: true,
    params: { ...paged, search: { type: 'string' } },
    access: readableCode,
    handle: ({ call, args, subject: project }) => {
      const search = args.search ?? '';
      const rows = protectedBranchesOf(call.world.state, project);
      const found = search === '' ? rows : rows.filter((row) => matchesFuzzy(search, [row.key]));
      return paginate(call, args, found, (row) => protectedBranchEntity(call, row));
    },
  }),
  // GET /projects/:id/protected_branches/:name: by exactly this name or pattern (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/protected_branches/:name',
    anonymous: true,
    access: (call, args) => findProtected(call, readableCode(call, args), args.name).branch,
    handle: ({ call, subject }) => ok(protectedBranchEntity(call, subject)),
  }),
  // POST /projects/:id/protected_branches: Maintainers; the branch need not be there (18.9).
  route({
    method: 'POST',
    path: '/projects/:id/protected_branches',
    params: {
      name: { type: 'string', required: true },
      push_access_level: { type: 'integer', values: pushRoles },
      merge_access_level: { type: 'integer', values: pushRoles },
      unprotect_access_level: { type: 'integer', values: unprotectRoles },
      allow_force_push: { type: 'boolean' },
      code_owner_approval_required: { type: 'boolean' },
      ...levelParams,
    },
    access: (call, args) => protectable(call, findProject(call, args.id)),
    handle: ({ call, args, subject: project }) => {
      const known = protectedBranch(call.world.state, project, args.name);
      if (known !== undefined) refuse(conflict(`Protected branch '${args.name}' already exists`));
      if (args.name.trim() === '') refuse({ status: 422, body: { message: ["Name can't be blank"] } });
      const levels = firstLevels(call, project, args);
      const branch = insertProtectedBranch(call, project, args.name, {
        allow_force_push: args.allow_force_push === true,
        code_owner_approval_required: args.code_owner_approval_required === true,
      });
      for (const [action, level] of levels) addLevel(call, branch, action, level);
      return created(protectedBranchEntity(call, branch));
    },
  }),
  // PATCH /projects/:id/protected_branches/:name: adds to the levels, changes and removes them by id (18.9).
  route({
    method: 'PATCH',
    path: '/projects/:id/protected_branches/:name',
    params: {
      name: { type: 'string', required: true },
      allow_force_push: { type: 'boolean', filled: true },
      code_owner_approval_required: { type: 'boolean' },
      ...levelParams,
    },
    access: (call, args) => changeable(call, args),
    handle: ({ call, args, subject: { project, branch } }) => {
      changeLevels(call, project, branch, args);
      const { state, clock } = call.world;
      const { allow_force_push, code_owner_approval_required } = args;
      const flags = {
        ...(allow_force_push == null ? {} : { allow_force_push }),
        ...(code_owner_approval_required == null ? {} : { code_owner_approval_required }),
      };
      state.records.update(branch, { data: { ...branch.data, ...flags }, updated_at: timestamp(clock) });
      return ok(protectedBranchEntity(call, branch));
    },
  }),
  // DELETE /projects/:id/protected_branches/:name: takes the protection away, and leaves the branch (18.9).
  route({
    method: 'DELETE',
    path: '/projects/:id/protected_branches/:name',
    access: (call, args) => changeable(call, args),
    handle: ({ call, subject: { project, branch } }) => {
      requireUnmodified(call, branch.updated_at);
      unprotectBranch(call.world.state, project, branch.key);
      return noContent();
    },
  }),
];

function findProtected(call: Call, project: ProjectRow, name: string): Found {
  const branch = protectedBranch(call.world.state, project, name) ?? refuse(rowNotFound());
  return { project, branch };
}

/** The project, for its Maintainers and those whose role manages protected branches. */
function protectable(call: Call, project: ProjectRow): ProjectRow {
  actor(call);
  const source = { type: 'project', row: project } as const;
  return hasLevel(call, source, 40) || hasAbility(call, source, 'admin_protected_branch')
    ? project
    : refuse(forbidden());
}

/** A protection, for those who may change it; where it names who may, only for these. An unknown one is 404 first. */
function changeable(call: Call, args: { readonly id: string; readonly name: string }): Found {
  const found = findProtected(call, findProject(call, args.id), args.name);
  protectable(call, found.project);
  const levels = levelsOf(call.world.state, found.branch, 'unprotect');
  return levels.length === 0 || letsThrough(call, found.project, levels) ? found : refuse(forbidden());
}
