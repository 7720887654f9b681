import { sourceOf } from '../access.ts';
import { actor, requireAdmin } from '../call.ts';
import type { Call } from '../call.ts';
import { findUser } from '../find.ts';
import type { JsonObject } from '../json.ts';
import { paged, paginate } from '../pagination.ts';
import { forbidden, ok, refuse } from '../reply.ts';
import { route } from '../route.ts';
import type { MemberRow } from '../rows.ts';

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
    access: (call, args) => {
      requireAdmin(call);
      return findUser(call, args.user_id);
    },
    handle: ({ call, args, subject }) => {
      const rows = call.world.state.membersByUser(subject.id);
      const kept = rows.filter((member) => args.type == null || typeOf(member) === args.type);
      return paginate(call, args, kept, (member) => entity(call, member));
    },
  }),
  // GET /users/:id/associations_count: for oneself and for administrators (18.9).
  route({
    method: 'GET',
    path: '/users/:id/associations_count',
    scopes: ['read_user'],
    params: { id: { type: 'integer', required: true } },
    access: (call, args) => {
      const caller = actor(call);
      const user = findUser(call, args.id);
      return call.admin || user === caller ? user : refuse(forbidden());
    },
    handle: ({ call, subject }) => {
      const { state } = call.world;
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

function entity(call: Call, member: MemberRow): JsonObject {
  return {
    source_id: member.source_id,
    source_name: sourceOf(call.world.state, member.source_type, member.source_id)?.row.name ?? '',
    source_type: typeOf(member),
    access_level: member.access_level,
  };
}
