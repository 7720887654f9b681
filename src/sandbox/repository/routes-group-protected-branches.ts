import type { RequestContext } from '../http/request-context.ts';
import { groupProtectedBranchEntity } from './entity-protected-branch.ts';
import { ownedGroup } from '../access/find.ts';
import { matchesFuzzy } from '../store/fuzzy-search.ts';
import { paged, paginate } from '../http/pagination.ts';
import { ownProtectedBranches, protectedBranch, unprotectBranch } from './protected-branches.ts';
import { created, notFound, ok, refuse } from '../http/reply.ts';
import { route } from '../http/route.ts';
import type { RecordRow } from '../store/rows.ts';
import type { GroupRow } from '../groups/rows.ts';
import {
  auditProtection,
  changedProtection,
  changeProtection,
  makeProtection,
  newProtection,
} from './protection-changes.ts';

interface Found {
  readonly group: GroupRow;
  readonly branch: RecordRow;
}

function ownedBranch(context: RequestContext, args: { readonly id: string; readonly name: string }): Found {
  const group = ownedGroup(context, args);
  const branch = protectedBranch(context.platform.state, `group:${group.id}`, args.name);
  return { group, branch: branch ?? refuse(notFound('ProtectedBranch')) };
}

/** All of them are the Owners' alone, in every tier (recorded on 18.9). */
export const groupProtectedBranchRoutes = [
  // GET /groups/:id/protected_branches: oldest first (18.9).
  route({
    method: 'GET',
    path: '/groups/:id/protected_branches',
    anonymous: true,
    params: { ...paged, search: { type: 'string' } },
    access: ownedGroup,
    handle: ({ context, args, subject: group }) => {
      const rows = ownProtectedBranches(context.platform.state, `group:${group.id}`);
      const found = rows.filter((row) => args.search == null || matchesFuzzy(args.search, [row.key]));
      return paginate(context, args, found, (row) => groupProtectedBranchEntity(context, row));
    },
  }),
  // GET /groups/:id/protected_branches/:name (18.9).
  route({
    method: 'GET',
    path: '/groups/:id/protected_branches/:name',
    anonymous: true,
    access: ownedBranch,
    handle: ({ context, subject: { branch } }) => ok(groupProtectedBranchEntity(context, branch)),
  }),
  // POST /groups/:id/protected_branches: for all projects below, to roles alone (18.9).
  route({
    method: 'POST',
    path: '/groups/:id/protected_branches',
    params: { name: { type: 'string', required: true }, ...newProtection },
    access: ownedGroup,
    handle: ({ context, args, subject: row }) =>
      created(groupProtectedBranchEntity(context, makeProtection(context, { type: 'group', row }, args))),
  }),
  // PATCH /groups/:id/protected_branches/:name (18.9).
  route({
    method: 'PATCH',
    path: '/groups/:id/protected_branches/:name',
    params: { name: { type: 'string', required: true }, ...changedProtection },
    access: ownedBranch,
    handle: ({ context, args, subject: { group, branch } }) => {
      changeProtection(context, { type: 'group', row: group }, branch, args);
      return ok(groupProtectedBranchEntity(context, branch));
    },
  }),
  // DELETE /groups/:id/protected_branches/:name: 200 with what it was, its levels gone (18.9).
  route({
    method: 'DELETE',
    path: '/groups/:id/protected_branches/:name',
    access: ownedBranch,
    handle: ({ context, subject: { group, branch } }) => {
      auditProtection(context, { type: 'group', row: group }, branch, 'removed');
      unprotectBranch(context.platform.state, `group:${group.id}`, branch.key);
      return ok(groupProtectedBranchEntity(context, branch));
    },
  }),
];
