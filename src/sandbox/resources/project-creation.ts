import { randomBytes } from 'node:crypto';
import { hasLevel } from '../access.ts';
import { audit } from '../audit.ts';
import type { Call } from '../call.ts';
import { timestamp } from '../clock.ts';
import { defaultBranchOf } from '../default-branch.ts';
import { commitChanges } from '../git/commit-changes.ts';
import { textOf } from '../json.ts';
import type { Json } from '../json.ts';
import { protectDefault } from '../protected-branches.ts';
import { failure, forbidden, invalid, refuse } from '../reply.ts';
import type { Bag, GroupRow, ProjectRow, UserRow, Visibility } from '../rows.ts';
import { visibilitySetting } from '../settings.ts';
import { signatureOf } from '../signature.ts';
import { childPath, pathTaken } from './group-rules.ts';
import { avatarErrors, projectAvatarOf } from './group-avatar.ts';
import { insertOwner } from './member-changes.ts';
import { settledAttributes } from './project-attributes.ts';
import { exceeds, isRestricted, pathFrom, projectErrors, siblingsOf } from './project-rules.ts';

type Sent = Readonly<Record<string, Json | undefined>>;

const creators: Readonly<Record<string, number>> = { administrator: 60, owner: 50, maintainer: 40, developer: 30 };

/** Creates a project in a group, or in the namespace of a user (POST /projects, 18.9). */
export function createProject(call: Call, user: UserRow, sent: Sent): ProjectRow {
  refuseUnknownTemplate(sent);
  const group = namespaceOf(call, user, sent['namespace_id']);
  const draft = draftOf(call, group, sent);
  if (isRestricted(call, draft.visibility)) {
    const text = `${draft.visibility} has been restricted by your GitLab administrator`;
    refuse(invalid({ visibility_level: [text] }));
  }
  requireCreation(call, user, group);
  const pictureErrors = avatarErrors(sent['avatar']);
  if (Object.keys(pictureErrors).length > 0) refuse(invalid(pictureErrors));
  const project = insertProject(call, { group, user }, draft, initialAttributes(call, group, sent));
  const picture = projectAvatarOf(call, project, sent['avatar']);
  call.world.state.projects.update(project, { attributes: { ...project.attributes, ...picture } });
  if (sent['initialize_with_readme'] === true) addReadme(call, user, project, sent['default_branch']);
  return project;
}

/** Where a project stands, and who makes it. */
export interface Place {
  /** None for the user's own namespace. */
  readonly group: GroupRow | undefined;
  readonly user: UserRow;
}

interface Draft {
  readonly name: string;
  readonly path: string;
  readonly visibility: Visibility;
}

/** Stores a new project; what is wrong with its name, path or visibility is told with this status. */
export function insertProject(call: Call, place: Place, draft: Draft, attributes: Bag, refusal = 400): ProjectRow {
  const { state, clock } = call.world;
  const { group, user } = place;
  const errors = projectErrors(draft, siblingsOf(state, group, user.id), group);
  const fullPath = group === undefined ? `${user.username}/${draft.path}` : childPath(group, draft.path);
  if (errors['path'] === undefined && pathTaken(state, fullPath)) errors['path'] = ['has already been taken'];
  if (Object.keys(errors).length > 0) refuse(invalid(errors, refusal));
  const now = timestamp(clock);
  const project = state.projects.insert({
    ...draft,
    full_path: fullPath,
    group_id: group?.id ?? null,
    owner_id: group === undefined ? user.id : null,
    archived: false,
    marked_for_deletion_on: null,
    creator_id: user.id,
    created_at: now,
    updated_at: now,
    attributes,
  });
  audit(call, { event: 'project_created', entity: { type: 'Project', row: project }, details: { add: 'project' } });
  // The namespace's owner is a member of a personal project.
  if (group === undefined) insertOwner(call, { type: 'project', row: project }, user);
  return project;
}

/** The templates that the platform brings along (POST /projects with template_name, 18.9). */
const templates = new Set([
  ...['rails', 'spring', 'express', 'iosswift', 'dotnetcore', 'android', 'gomicro', 'bridgetown', 'gatsby', 'hugo'],
  ...['pelican', 'jekyll', 'plainhtml', 'hexo', 'middleman', 'gitpod_spring_petclinic', 'nfhugo', 'nfjekyll'],
  ...['nfplainhtml', 'nfhexo', 'salesforcedx', 'serverless_framework', 'tencent_serverless_framework', 'jsonnet'],
  ...['cluster_management', 'kotlin_native_linux', 'typo3_distribution', 'laravel', 'astro_tailwind'],
]);

/** Instances and groups have no templates of their own here, so that no project is known as one. */
function refuseUnknownTemplate(sent: Sent): void {
  const name = textOf(sent['template_name']);
  const id = sent['template_project_id'];
  if (name !== '' && !templates.has(name)) refuse(invalid({ template_name: [`'${name}' is unknown or invalid`] }));
  if (id != null) refuse(invalid({ template_project_id: [`${textOf(id)} is unknown or invalid`] }));
}

/** The group of the new project; a namespace that is not there, or not the caller's, is not valid. */
function namespaceOf(call: Call, user: UserRow, id: Json | undefined): GroupRow | undefined {
  if (typeof id !== 'number') return undefined;
  const group = call.world.state.groups.get(id);
  if (group === undefined && id !== user.id) return refuse(invalid({ namespace: ['is not valid'] }));
  return group;
}

function requireCreation(call: Call, user: UserRow, group: GroupRow | undefined): void {
  if (group === undefined) {
    const limit = user.profile['projects_limit'] ?? call.world.state.settings['default_projects_limit'];
    const owned = call.world.state.projectsByOwner(user.id).length;
    if (typeof limit === 'number' && owned >= limit) refuse(limitReached(limit));
    return;
  }
  if (!mayCreateIn(call, group)) refuse(invalid({ namespace: ['is not valid'] }));
}

/** Whether the caller may make projects in a group, by the level that the group asks for. */
export function mayCreateIn(call: Call, group: GroupRow): boolean {
  const level = creators[textOf(group.attributes['project_creation_level'])] ?? Infinity;
  return hasLevel(call, { type: 'group', row: group }, level);
}

function limitReached(limit: number) {
  if (limit === 0)
    return failure(403, 'You cannot create projects in your personal namespace. Contact your GitLab administrator.');
  return {
    ...forbidden(),
    body: { error: [`You've reached your limit of ${limit} projects created. Contact your GitLab administrator.`] },
  };
}

function draftOf(call: Call, group: GroupRow | undefined, sent: Sent): Draft {
  const name = textOf(sent['name'] ?? sent['path']);
  const wanted = sent['visibility'];
  const preferred = visibilitySetting(call.world.state.settings, 'default_project_visibility');
  // Only what was not asked for is lowered to what the group allows.
  const fallback = group !== undefined && exceeds(preferred, group) ? group.visibility : preferred;
  const visibility = wanted === 'private' || wanted === 'internal' || wanted === 'public' ? wanted : fallback;
  return { name, path: textOf(sent['path'] ?? pathFrom(name)), visibility };
}

/** What a new project starts with: the group's say on shared runners, and what was sent. */
export function initialAttributes(call: Call, group: GroupRow | undefined, sent: Sent): Bag {
  const runners = group?.attributes['shared_runners_setting'] ?? 'enabled';
  return {
    description: null,
    shared_runners_enabled: runners === 'enabled',
    runners_token: `GR1348941${randomBytes(10).toString('hex')}`,
    ...settledAttributes(call, undefined, sent),
  };
}

function addReadme(call: Call, user: UserRow, project: ProjectRow, branch: Json | undefined): void {
  const { state } = call.world;
  const chosen = textOf(branch);
  if (chosen !== '') state.projects.update(project, { attributes: { ...project.attributes, default_branch: chosen } });
  const description = textOf(project.attributes['description']);
  const text = `# ${project.name}\n${description === '' ? '' : `\n${description}\n`}`;
  commitChanges(state, project.id, {
    branch: defaultBranchOf(state, project),
    parents: [],
    author: signatureOf(call, user),
    committer: signatureOf(call, user),
    message: 'Initial commit',
    changes: [{ kind: 'write', path: 'README.md', bytes: Buffer.from(text), mode: '100644' }],
  });
  protectDefault(call, project);
}
