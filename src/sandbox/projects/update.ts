import { hasLevel } from '../access/access.ts';
import { auditProjectChanges } from '../admin/audit-changes.ts';
import { projectEntity } from './entity.ts';
import type { RequestContext } from '../http/request-context.ts';
import { timestamp } from '../store/clock.ts';
import { defaultBranchOf } from '../repository/default-branch.ts';
import { forkSource } from './forks.ts';
import { openRepository } from '../git/repository.ts';
import { textOf } from '../store/json.ts';
import type { Json } from '../store/json.ts';
import { rememberPath } from '../access/former-paths.ts';
import { invalid, message, refuse } from '../http/reply.ts';
import type { ProjectRow } from './rows.ts';
import type { GroupRow, Visibility } from '../groups/rows.ts';
import type { Bag } from '../store/rows.ts';
import type { State } from '../store/state.ts';
import { avatarErrors, projectAvatarOf } from '../groups/avatar.ts';
import { pathTaken } from '../groups/rules.ts';
import { settledAttributes } from './attributes.ts';
import { isRestricted, projectErrors, siblingsOf } from './rules.ts';
import type { Errors } from './rules.ts';

type Sent = Readonly<Record<string, Json | undefined>>;

/** Changes a project (PUT /projects/:id, 18.9). */
export function updateProject(context: RequestContext, project: ProjectRow, sent: Sent): void {
  const { state, clock } = context.platform;
  const next = {
    name: textOf(sent['name'] ?? project.name),
    path: textOf(sent['path'] ?? project.path),
    visibility: visibilityIn(sent) ?? project.visibility,
  };
  const errors = errorsOf(context, project, next, sent);
  if (Object.keys(errors).length > 0) refuse(invalid(errors));
  const branch = newDefaultBranch(state, project, sent['default_branch']);
  const settled = {
    ...settledAttributes(context, project, sent),
    ...branch,
    ...variableRole(context, project, sent),
    ...projectAvatarOf(context, project, sent['avatar']),
  };
  const before = auditedValues(context, project);
  const now = timestamp(clock);
  state.projects.update(project, {
    name: next.name,
    visibility: next.visibility,
    updated_at: now,
    attributes: { ...project.attributes, ...settled },
  });
  if (next.path !== project.path) movePath(state, project, next.path, now);
  auditProjectChanges(context, project, before, { ...next, ...settled });
}

/** Gives a project another path in the same place; the old one leads to it from then on. */
export function movePath(state: State, project: ProjectRow, path: string, now: string): void {
  const before = project.full_path;
  const above = before.slice(0, before.length - project.path.length);
  state.projects.update(project, { path, full_path: `${above}${path}` });
  rememberPath(state, project, before, now);
}

function errorsOf(
  context: RequestContext,
  project: ProjectRow,
  next: { readonly name: string; readonly path: string; readonly visibility: Visibility },
  sent: Sent,
): Errors {
  const { state } = context.platform;
  const group = groupOf(state, project);
  const others = siblingsOf(state, group, project.owner_id).filter((other) => other !== project);
  const errors = projectErrors(next, others, group, project.path);
  const above = project.full_path.slice(0, project.full_path.length - project.path.length);
  const moved = next.path.toLowerCase() !== project.path.toLowerCase();
  if (errors['path'] === undefined && moved && pathTaken(state, `${above}${next.path}`)) {
    errors['path'] = ['has already been taken'];
  }
  if (next.visibility !== project.visibility && isRestricted(context, next.visibility)) {
    errors['visibility_level'] = [`${next.visibility} has been restricted by your GitLab administrator`];
  }
  if (sent['mr_default_target_self'] === true && forkSource(state, project) === undefined) {
    errors['project_setting.mr_default_target_self'] = ['This setting is allowed for forked projects only'];
  }
  // Only an administrator may move the repository; there is one storage here.
  const storage = sent['repository_storage'];
  if (context.admin && storage != null && storage !== 'default') errors['repository_storage_moves'] = ['is invalid'];
  return { ...errors, ...limitErrors(sent), ...avatarErrors(sent['avatar']) };
}

const [minute, month] = [60, 2_629_746];

/** Numbers that are out of their bounds (PUT /projects/:id, 18.9). */
function limitErrors(sent: Sent): Errors {
  const [timeout, depth] = [sent['build_timeout'], sent['ci_default_git_depth']];
  return {
    ...(typeof timeout === 'number' && (timeout < 10 * minute || timeout >= month)
      ? { build_timeout: ['needs to be between 10 minutes and 1 month'] }
      : {}),
    ...(typeof depth === 'number' && depth > 1000
      ? { 'ci_cd_settings.default_git_depth': ['must be less than or equal to 1000'] }
      : {}),
  };
}

/** The new default branch must be there, in an empty repository too (PUT /projects/:id, 18.9). */
function newDefaultBranch(state: State, project: ProjectRow, sent: Json | undefined): Bag {
  const branch = textOf(sent);
  if (branch === '' || branch === defaultBranchOf(state, project)) return {};
  const repository = openRepository(state, project.id);
  if (repository.ref('heads', branch) === undefined) {
    refuse(invalid({ base: [`Could not change HEAD: branch '${branch}' does not exist`] }));
  }
  return { default_branch: branch };
}

/** The old switch and the role behind it are two views of one thing (PUT /projects/:id, 18.9). */
function variableRole(context: RequestContext, project: ProjectRow, sent: Sent): Bag {
  const role = sent['ci_pipeline_variables_minimum_override_role'];
  if (typeof role === 'string') {
    if (role === 'owner' && !hasLevel(context, { type: 'project', row: project }, 50)) {
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

/** What the audit log holds a change against. */
function auditedValues(context: RequestContext, project: ProjectRow): Bag {
  const { name, path, visibility } = project;
  return { ...projectEntity(context, project), ...project.attributes, name, path, visibility };
}

function groupOf(state: State, project: ProjectRow): GroupRow | undefined {
  return project.group_id === null ? undefined : state.groups.get(project.group_id);
}

function visibilityIn(sent: Sent): Visibility | undefined {
  const value = sent['visibility'];
  return value === 'private' || value === 'internal' || value === 'public' ? value : undefined;
}
