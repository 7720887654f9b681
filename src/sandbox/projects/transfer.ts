import { hasLevel, opening } from '../access/access.ts';
import { audit } from '../admin/audit.ts';
import { actor, type RequestContext } from '../http/request-context.ts';
import { timestamp } from '../store/clock.ts';
import { rememberPath } from '../access/former-paths.ts';
import { notFound, refuse } from '../http/reply.ts';
import type { ProjectRow } from './rows.ts';
import type { GroupRow } from '../groups/rows.ts';
import type { UserRow } from '../users/rows.ts';
import { childPath } from '../groups/rules.ts';
import { exceeds, siblingsOf } from './rules.ts';

/** Where a project may go: into a group, or into the namespace of a user. */
export type Target = { readonly group: GroupRow } | { readonly user: UserRow };

/** A namespace by id or path; a group where the caller is no member is not there (PUT /projects/:id/transfer, 18.9). */
export function findNamespace(context: RequestContext, sent: string): Target {
  const { state } = context.platform;
  const numeric = /^\d+$/.test(sent);
  const group = numeric ? state.groups.get(Number(sent)) : state.groupByPath(sent.toLowerCase());
  if (group !== undefined && hasLevel(context, { type: 'group', row: group }, opening)) return { group };
  const user = numeric ? state.users.get(Number(sent)) : state.userByName(sent.toLowerCase());
  const own = user !== undefined && (user.id === actor(context).id || context.admin);
  return group === undefined && own ? { user } : refuse(notFound('Namespace'));
}

/** Why a project cannot go there; undefined when it can. */
export function transferProblem(context: RequestContext, project: ProjectRow, target: Target): string | undefined {
  const { state } = context.platform;
  const here = 'group' in target ? target.group.id === project.group_id : target.user.id === project.owner_id;
  if (here) return 'Project is already in this namespace.';
  if ('group' in target && !mayReceive(context, target.group)) {
    return "You don't have permission to transfer projects into that namespace.";
  }
  const others =
    'group' in target ? siblingsOf(state, target.group, null) : siblingsOf(state, undefined, target.user.id);
  const clash = others.some((other) => other.path === project.path || other.name === project.name);
  return clash ? 'Project with same name or path in target namespace already exists' : undefined;
}

/** Maintainers and up, where the group lets anyone but its Owners create projects at all. */
function mayReceive(context: RequestContext, group: GroupRow): boolean {
  const level = group.attributes['project_creation_level'];
  if (level === 'noone') return false;
  return hasLevel(context, { type: 'group', row: group }, level === 'owner' ? 50 : 40);
}

/** Moves a project, lowered to what its new group allows. */
export function moveProject(context: RequestContext, project: ProjectRow, target: Target): void {
  const { state, clock } = context.platform;
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
  const moved = { id: project.id, type: 'Project', details: project.full_path };
  audit(context, {
    event: 'project_namespace_updated',
    entity: { type: 'Project', row: project },
    target: moved,
    details,
  });
}
