import { canRead, hasLevel } from '../access.ts';
import { audit } from '../audit.ts';
import { actor } from '../call.ts';
import type { Call } from '../call.ts';
import { timestamp } from '../clock.ts';
import { isArchived } from '../code-access.ts';
import { projectEntity } from '../entities/project.ts';
import { projectAtLevel } from '../find.ts';
import { rememberPath } from '../moved-projects.ts';
import { forbidden, message, notFound, ok, refuse } from '../reply.ts';
import { route } from '../route.ts';
import type { GroupRow, ProjectRow, UserRow } from '../rows.ts';
import { childPath, printedErrors } from './group-rules.ts';
import { exceeds, siblingsOf } from './project-rules.ts';

/** Where a project may go: into a group, or into the namespace of a user. */
export type Target = { readonly group: GroupRow } | { readonly user: UserRow };

export const projectTransferRoutes = [
  // PUT /projects/:id/transfer: Owners; an archived project stays where it is (18.9).
  route({
    method: 'PUT',
    path: '/projects/:id/transfer',
    params: { namespace: { type: 'string', required: true } },
    access: projectAtLevel(50),
    handle: ({ call, args, subject: project }) => {
      if (isArchived(call.world.state, project)) refuse(forbidden());
      const target = findNamespace(call, args.namespace);
      const problem = transferProblem(call, project, target);
      if (problem !== undefined) {
        refuse(message(400, `Failed to transfer project ${printedErrors({ new_namespace: [problem] })}`));
      }
      moveProject(call, project, target);
      return ok(projectEntity(call, project));
    },
  }),
];

/** A namespace by id or path; what the caller cannot see is not there. */
export function findNamespace(call: Call, sent: string): Target {
  const { state } = call.world;
  const numeric = /^\d+$/.test(sent);
  const group = numeric ? state.groups.get(Number(sent)) : state.groupByPath(sent.toLowerCase());
  if (group !== undefined && canRead(call, { type: 'group', row: group })) return { group };
  const user = numeric ? state.users.get(Number(sent)) : state.userByName(sent.toLowerCase());
  const own = user !== undefined && (user.id === actor(call).id || call.admin);
  return group === undefined && own ? { user } : refuse(notFound('Namespace'));
}

/** Why a project cannot go there; undefined when it can. */
export function transferProblem(call: Call, project: ProjectRow, target: Target): string | undefined {
  const { state } = call.world;
  const here = 'group' in target ? target.group.id === project.group_id : target.user.id === project.owner_id;
  if (here) return 'Project is already in this namespace.';
  if ('group' in target && !mayReceive(call, target.group)) {
    return "You don't have permission to transfer projects into that namespace.";
  }
  const others =
    'group' in target ? siblingsOf(state, target.group, null) : siblingsOf(state, undefined, target.user.id);
  const clash = others.some((other) => other.path === project.path || other.name === project.name);
  return clash ? 'Project with same name or path in target namespace already exists' : undefined;
}

/** Maintainers and up, where the group lets anyone but its Owners create projects at all. */
function mayReceive(call: Call, group: GroupRow): boolean {
  const level = group.attributes['project_creation_level'];
  if (level === 'noone') return false;
  return hasLevel(call, { type: 'group', row: group }, level === 'owner' ? 50 : 40);
}

/** Moves a project, lowered to what its new group allows. */
export function moveProject(call: Call, project: ProjectRow, target: Target): void {
  const { state, clock } = call.world;
  const before = project.full_path;
  const now = timestamp(clock);
  const group = 'group' in target ? target.group : undefined;
  const lowered = group !== undefined && exceeds(project.visibility, group) ? group.visibility : project.visibility;
  state.projects.update(project, {
    group_id: group?.id ?? null,
    owner_id: 'user' in target ? target.user.id : null,
    full_path: 'group' in target ? childPath(target.group, project.path) : `${target.user.username}/${project.path}`,
    visibility: lowered,
    updated_at: now,
  });
  rememberPath(state, project, before, now);
  const details = { change: 'namespace', from: before, to: project.full_path };
  audit(call, { event: 'project_namespace_updated', entity: { type: 'Project', row: project }, details });
}
