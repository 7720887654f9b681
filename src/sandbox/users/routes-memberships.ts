import { sourceOf } from '../access/access.ts';
import { actor, requireAdmin } from '../http/request-context.ts';
import type { RequestContext } from '../http/request-context.ts';
import { findUser } from '../access/find.ts';
import type { JsonObject } from '../store/json.ts';
import { paged, paginate } from '../http/pagination.ts';
import { forbidden, ok, refuse } from '../http/reply.ts';
import { route } from '../http/route.ts';
import type { MemberRow } from '../members/rows.ts';

export const userMembershipRoutes = [
  // GET /users/:user_id/memberships: direct ones, for administrators; the level is a number (18.9).
  route({
    method: 'GET',
    path: '/users/:user_id/memberships',
    scopes: ['read_user'],
    params: {
      user_id: { type: 'integer', required: true },
      type: { type: 'string', values: ['Project', 'Namespace'] },
      ...paged,
    },
    access: (context, args) => {
      requireAdmin(context);
      return findUser(context, args.user_id);
    },
    handle: ({ context, args, subject }) => {
      const rows = context.platform.state.membersByUser(subject.id);
      const kept = rows.filter((member) => args.type == null || typeOf(member) === args.type);
      return paginate(context, args, kept, (member) => entity(context, member));
    },
  }),
  // GET /users/:id/associations_count: for oneself and for administrators (18.9).
  route({
    method: 'GET',
    path: '/users/:id/associations_count',
    scopes: ['read_user'],
    params: { id: { type: 'integer', required: true } },
    access: (context, args) => {
      const caller = actor(context);
      const user = findUser(context, args.id);
      return context.admin || user === caller ? user : refuse(forbidden());
    },
    handle: ({ context, subject }) => {
      const { state } = context.platform;
      const rows = state.membersByUser(subject.id);
      const projects = new Set([
        ...rows.filter((member) => member.source_type === 'project').map((member) => member.source_id),
        ...state.projectsByOwner(subject.id).map((project) => project.id),
      ]);
      return ok({
        groups_count: rows.filter((member) => member.source_type === 'group').length,
        projects_count: projects.size,
        issues_count: 0,
        merge_requests_count: state.mergeRequests.all().filter((row) => row.author_id === subject.id).length,
      });
    },
  }),
];

function typeOf(member: MemberRow): 'Project' | 'Namespace' {
  return member.source_type === 'project' ? 'Project' : 'Namespace';
}

function entity(context: RequestContext, member: MemberRow): JsonObject {
  return {
    source_id: member.source_id,
    source_name: sourceOf(context.platform.state, member.source_type, member.source_id)?.row.name ?? '',
    source_type: typeOf(member),
    access_level: member.access_level,
  };
}
