import { gradeParam } from '../access/levels.ts';
import { chainOf, descendantsOf } from '../access/access.ts';
import { requireAdmin } from '../http/request-context.ts';
import type { RequestContext } from '../http/request-context.ts';
import { groupDetail } from './entity.ts';
import { projectEntity } from '../projects/entity.ts';
import { findGroup, findProject, readableGroup } from '../access/find.ts';
import { paged } from '../http/pagination.ts';
import type { Params } from '../http/params.ts';
import { created, message, refuse } from '../http/reply.ts';
import { route } from '../http/route.ts';
import type { ProjectRow } from '../projects/rows.ts';
import type { GroupRow } from './rows.ts';
import { printedErrors } from './rules.ts';
import { list } from '../projects/listing.ts';
import { moveProject, transferProblem } from '../projects/transfer.ts';

const filters = {
  archived: { type: 'boolean' },
  active: { type: 'boolean' },
  visibility: { type: 'string', values: ['private', 'internal', 'public'] },
  search: { type: 'string' },
  sort: { type: 'string', values: ['asc', 'desc'] },
  simple: { type: 'boolean' },
  starred: { type: 'boolean' },
  with_issues_enabled: { type: 'boolean' },
  with_merge_requests_enabled: { type: 'boolean' },
  min_access_level: gradeParam,
  with_custom_attributes: { type: 'boolean' },
  ...paged,
} as const satisfies Params;

const orders = ['id', 'name', 'path', 'created_at', 'updated_at', 'last_activity_at', 'star_count'] as const;

export const groupProjectRoutes = [
  // GET /groups/:id/projects: with those shared with the group, without those of subgroups, unless told (18.9).
  route({
    method: 'GET',
    path: '/groups/:id/projects',
    scopes: ['ai_workflows'],
    anonymous: true,
    params: {
      ...filters,
      owned: { type: 'boolean' },
      topic: { type: 'strings' },
      order_by: { type: 'string', values: [...orders, 'similarity'] },
      with_shared: { type: 'boolean' },
      include_subgroups: { type: 'boolean' },
      include_ancestor_groups: { type: 'boolean' },
      with_security_reports: { type: 'boolean' },
    },
    access: readableGroup,
    handle: ({ context, args, subject }) => {
      const { state } = context.platform;
      const groups = [
        ...(args.include_subgroups === true ? [subject, ...descendantsOf(state, subject)] : [subject]),
        ...(args.include_ancestor_groups === true ? chainOf(state, subject).slice(1) : []),
      ];
      const own = groups.flatMap((row) => state.projectsByGroup(row.id));
      const shared = args.with_shared === false ? [] : sharedWith(context, subject);
      return list(context, args, [...new Set([...own, ...shared])], projectEntity);
    },
  }),
  // GET /groups/:id/projects/shared: those that the group was invited to (18.9).
  route({
    method: 'GET',
    path: '/groups/:id/projects/shared',
    scopes: ['ai_workflows'],
    anonymous: true,
    params: { ...filters, order_by: { type: 'string', values: orders } },
    access: readableGroup,
    handle: ({ context, args, subject }) => list(context, args, sharedWith(context, subject), projectEntity),
  }),
  // POST /groups/:id/projects/:project_id: administrators move a project in; 201 with the group (18.9).
  route({
    method: 'POST',
    path: '/groups/:id/projects/:project_id',
    access: (context, args) => {
      requireAdmin(context);
      return { group: findGroup(context, args.id), project: findProject(context, args.project_id) };
    },
    handle: ({ context, subject: { group, project } }) => {
      const problem = transferProblem(context, project, { group });
      if (problem !== undefined) {
        refuse(message(400, `Failed to transfer project ${printedErrors({ new_namespace: [problem] })}`));
      }
      moveProject(context, project, { group });
      return created(groupDetail(context, group, 'after a change'));
    },
  }),
];

function sharedWith(context: RequestContext, group: GroupRow): readonly ProjectRow[] {
  const { state } = context.platform;
  return state.sharesByGroup(group.id).flatMap((share) => {
    const row = share.source_type === 'project' ? state.projects.get(share.source_id) : undefined;
    return row === undefined ? [] : [row];
  });
}
