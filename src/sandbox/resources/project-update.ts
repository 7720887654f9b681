import { hasLevel } from '../access.ts';
import { audit } from '../audit.ts';
import type { Call } from '../call.ts';
import { timestamp } from '../clock.ts';
import { defaultBranchOf } from '../default-branch.ts';
import { forkSource } from '../forks.ts';
import { openRepository } from '../git/repository.ts';
import { textOf } from '../json.ts';
import type { Json } from '../json.ts';
import { rememberPath } from '../moved-projects.ts';
import { invalid, message, refuse } from '../reply.ts';
import type { Bag, GroupRow, ProjectRow, Visibility } from '../rows.ts';
import type { State } from '../state.ts';
import { avatarErrors, projectAvatarOf } from './group-avatar.ts';
import { pathTaken } from './group-rules.ts';
import { settledAttributes } from './project-attributes.ts';
import { isRestricted, projectErrors, siblingsOf } from './project-rules.ts';
import type { Errors } from './project-rules.ts';

type Sent = Readonly<Record<string, Json | undefined>>;

/** Changes a project (PUT /projects/:id, 18.9). */
export function updateProject(call: Call, project: ProjectRow, sent: Sent): void {
  const { state, clock } = call.world;
  const next = {
    name: textOf(sent['name'] ?? project.name),
    path: textOf(sent['path'] ?? project.path),
    visibility: visibilityIn(sent) ?? project.visibility,
  };
  const errors = errorsOf(call, project, next, sent);
  if (Object.keys(errors).length > 0) refuse(invalid(errors));
  const branch = newDefaultBranch(state, project, sent['default_branch']);
  const settled = {
    ...settledAttributes(call, project, sent),
    ...branch,
    ...variableRole(call, project, sent),
    ...projectAvatarOf(call, project, sent['avatar']),
  };
  auditChanges(call, project, { ...next, ...settled });
  const now = timestamp(clock);
  state.projects.update(project, {
    name: next.name,
    visibility: next.visibility,
    updated_at: now,
    attributes: { ...project.attributes, ...settled },
  });
  if (next.path !== project.path) movePath(state, project, next.path, now);
}

/** Gives a project another path in the same place; the old one leads to it from then on. */
export function movePath(state: State, project: ProjectRow, path: string, now: string): void {
  const before = project.full_path;
  const above = before.slice(0, before.length - project.path.length);
  state.projects.update(project, { path, full_path: `${above}${path}` });
  rememberPath(state, project, before, now);
}

function errorsOf(
  call: Call,
  project: ProjectRow,
  next: { readonly name: string; readonly path: string; readonly visibility: Visibility },
  sent: Sent,
): Errors {
  const { state } = call.world;
  const group = groupOf(state, project);
  const others = siblingsOf(state, group, project.owner_id).filter((other) => other !== project);
  const errors = projectErrors(next, others, group);
  const above = project.full_path.slice(0, project.full_path.length - project.path.length);
  const moved = next.path.toLowerCase() !== project.path.toLowerCase();
  if (errors['path'] === undefined && moved && pathTaken(state, `${above}${next.path}`)) {
    errors['path'] = ['has already been taken'];
  }
  if (next.visibility !== project.visibility && isRestricted(call, next.visibility)) {
    errors['visibility_level'] = [`${next.visibility} has been restricted by your GitLab administrator`];
  }
  if (sent['mr_default_target_self'] === true && forkSource(state, project) === undefined) {
    errors['mr_default_target_self'] = ['This setting is allowed for forked projects only'];
  }
  // Only an administrator may move the repository; there is one storage here.
  const storage = sent['repository_storage'];
  if (call.admin && storage != null && storage !== 'default') errors['repository_storage_moves'] = ['is invalid'];
  return { ...errors, ...avatarErrors(sent['avatar']) };
}

/** The new default branch must be there, once there is a repository at all. */
function newDefaultBranch(state: State, project: ProjectRow, sent: Json | undefined): Bag {
  const branch = textOf(sent);
  if (branch === '' || branch === defaultBranchOf(state, project)) return {};
  const repository = openRepository(state, project.id);
  if (!repository.empty() && repository.ref('heads', branch) === undefined) {
    refuse(message(400, 'Could not set the default branch'));
  }
  return { default_branch: branch };
}

/** The old switch and the role behind it are two views of one thing (PUT /projects/:id, 18.9). */
function variableRole(call: Call, project: ProjectRow, sent: Sent): Bag {
  const role = sent['ci_pipeline_variables_minimum_override_role'];
  if (typeof role === 'string') {
    if (role === 'owner' && !hasLevel(call, { type: 'project', row: project }, 50)) {
      const what = 'Changing the ci_pipeline_variables_minimum_override_role to the owner role is not allowed';
      refuse(message(400, what));
    }
    return { ci_pipeline_variables_minimum_override_role: role, restrict_user_defined_variables: role !== 'developer' };
  }
  const restricted = sent['restrict_user_defined_variables'];
  if (typeof restricted !== 'boolean') return {};
  const known = project.attributes['ci_pipeline_variables_minimum_override_role'] ?? 'developer';
  const raised = known === 'developer' ? 'maintainer' : known;
  return { ci_pipeline_variables_minimum_override_role: restricted ? raised : 'developer' };
}

function auditChanges(call: Call, project: ProjectRow, next: Bag): void {
  const { name, path, visibility } = project;
  const before: Bag = { ...project.attributes, name, path, visibility };
  for (const [change, to] of Object.entries(next)) {
    const from = before[change] ?? null;
    if (JSON.stringify(from) === JSON.stringify(to)) continue;
    audit(call, { event: 'project_updated', entity: { type: 'Project', row: project }, details: { change, from, to } });
  }
}

function groupOf(state: State, project: ProjectRow): GroupRow | undefined {
  return project.group_id === null ? undefined : state.groups.get(project.group_id);
}

function visibilityIn(sent: Sent): Visibility | undefined {
  const value = sent['visibility'];
  return value === 'private' || value === 'internal' || value === 'public' ? value : undefined;
}
