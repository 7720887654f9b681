import { randomBytes } from 'node:crypto';
import { hasLevel } from '../access/access.ts';
import { audit } from '../admin/audit.ts';
import type { RequestContext } from '../http/request-context.ts';
import { timestamp } from '../store/clock.ts';
import { defaultBranchOf } from '../repository/default-branch.ts';
import { commitChanges } from '../git/commit-changes.ts';
import { textOf } from '../store/json.ts';
import type { Json } from '../store/json.ts';
import { inheritFromAbove } from '../integrations/inheritance.ts';
import { copyPushRule } from '../push-rules/rows.ts';
import { projectsLimit } from '../users/projects-limit.ts';
import { protectDefault } from '../repository/protected-branches.ts';
import { failure, forbidden, invalid, message, refuse } from '../http/reply.ts';
import type { ProjectRow } from './rows.ts';
import type { GroupRow, Visibility } from '../groups/rows.ts';
import type { UserRow } from '../users/rows.ts';
import type { Bag } from '../store/rows.ts';
import { visibilitySetting } from '../settings/typed-settings.ts';
import { signatureOf } from '../repository/signature.ts';
import { childPath, pathTaken } from '../groups/rules.ts';
import { avatarErrors, projectAvatarOf } from '../groups/avatar.ts';
import { insertOwner } from '../members/changes.ts';
import { licensed } from '../store/edition.ts';
import { beginImport, type ImportType } from '../imports/project-imports.ts';
import { settledAttributes, withoutUser } from './attributes.ts';
import { exceeds, isRestricted, pathFrom, projectErrors, siblingsOf } from './rules.ts';

type Sent = Readonly<Record<string, Json | undefined>>;

const creators: Readonly<Record<string, number>> = { administrator: 60, owner: 50, maintainer: 40, developer: 30 };

/** Creates a project in a group, or in the namespace of a user (POST /projects, 18.9). */
export function createProject(context: RequestContext, user: UserRow, sent: Sent): ProjectRow {
  const origin = originOf(context, sent);
  const group = namespaceOf(context, user, sent['namespace_id']);
  const draft = draftOf(context, group, sent);
  if (isRestricted(context, draft.visibility)) {
    const text = `${draft.visibility} has been restricted by your GitLab administrator`;
    refuse(invalid({ visibility_level: [text] }));
  }
  requireCreation(context, user, group);
  const pictureErrors = avatarErrors(sent['avatar']);
  if (Object.keys(pictureErrors).length > 0) refuse(invalid(pictureErrors));
  const project = insertProject(context, { group, user }, draft, initialAttributes(context, group, sent));
  copyPushRule(context, project);
  inheritFromAbove(context, { type: 'project', row: project });
  if (origin !== undefined) beginImport(context, project, origin.type, origin.source);
  const picture = projectAvatarOf(context, project, sent['avatar']);
  context.platform.state.projects.update(project, { attributes: { ...project.attributes, ...picture } });
  if (sent['initialize_with_readme'] === true) addReadme(context, user, project, sent['default_branch']);
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
export function insertProject(
  context: RequestContext,
  place: Place,
  draft: Draft,
  attributes: Bag,
  refusal = 400,
): ProjectRow {
  const { state, clock } = context.platform;
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
  const target = { id: project.id, type: 'Project', details: project.full_path };
  const details = { custom_message: 'Added project' };
  audit(context, { event: 'project_created', entity: { type: 'Project', row: project }, target, details });
  // The namespace's owner is a member of a personal project.
  if (group === undefined) insertOwner(context, { type: 'project', row: project }, user);
  return project;
}

/** The templates that the platform brings along (POST /projects with template_name, 18.9). */
const templates = new Set([
  ...['rails', 'spring', 'express', 'iosswift', 'dotnetcore', 'android', 'gomicro', 'bridgetown', 'gatsby', 'hugo'],
  ...['pelican', 'jekyll', 'plainhtml', 'hexo', 'middleman', 'gitpod_spring_petclinic', 'nfhugo', 'nfjekyll'],
  ...['nfplainhtml', 'nfhexo', 'salesforcedx', 'serverless_framework', 'tencent_serverless_framework', 'jsonnet'],
  ...['cluster_management', 'kotlin_native_linux', 'typo3_distribution', 'laravel', 'astro_tailwind'],
]);

interface Origin {
  readonly type: ImportType;
  readonly source: string;
}

/** What is fetched into a new project, in the background; undefined for one that begins empty. */
function originOf(context: RequestContext, sent: Sent): Origin | undefined {
  refuseUnreachable(sent);
  const [url, name] = [textOf(sent['import_url']), textOf(sent['template_name'])];
  if (url !== '') return { type: 'git', source: withoutUser(url) };
  if (sent['use_custom_template'] === true) return customTemplate(context, sent, name);
  // Instances have no templates of their own here, so that no project is known as one.
  const id = sent['template_project_id'];
  if (name !== '' && !templates.has(name)) refuse(invalid({ template_name: [`'${name}' is unknown or invalid`] }));
  if (id != null) refuse(invalid({ template_project_id: [`${textOf(id)} is unknown or invalid`] }));
  return name === '' ? undefined : { type: 'gitlab_built_in_project_template', source: name };
}

/** A guess, by the documentation and no answer: a project right in the group that is named, which takes Premium (POST /projects, 18.9). */
function customTemplate(context: RequestContext, sent: Sent, name: string): Origin {
  const { state, edition } = context.platform;
  const group = sent['group_with_project_templates_id'];
  const among = typeof group === 'number' && licensed(edition, 'premium') ? state.projectsByGroup(group) : [];
  const template = among.find((project) => project.name === name);
  if (template === undefined) return refuse(invalid({ template_name: [`'${name}' is unknown or invalid`] }));
  return { type: 'gitlab_custom_project_template', source: template.full_path };
}

/** A repository to import is asked for first; nothing but HTTP and Git is spoken (POST /projects, 18.9). */
function refuseUnreachable(sent: Sent): void {
  const url = textOf(sent['import_url']);
  if (url !== '' && !/^(https?|git|ssh):\/\//.test(url)) {
    refuse(message(422, 'Unable to access repository with the URL and credentials provided'));
  }
}

/** The group of the new project; a namespace that is not there, or not the caller's, is not valid. */
function namespaceOf(context: RequestContext, user: UserRow, id: Json | undefined): GroupRow | undefined {
  if (typeof id !== 'number') return undefined;
  const group = context.platform.state.groups.get(id);
  if (group === undefined && id !== user.id) return refuse(invalid({ namespace: ['is not valid'] }));
  return group;
}

function requireCreation(context: RequestContext, user: UserRow, group: GroupRow | undefined): void {
  if (group === undefined) {
    // A bot has no namespace of its own.
    if (user.type === 'project_bot') refuse(invalid({ namespace: ['is not valid'] }));
    const limit = projectsLimit(context.platform.state, user);
    const owned = context.platform.state.projectsByOwner(user.id).length;
    if (owned >= limit) refuse(limitReached(limit));
    return;
  }
  if (!mayCreateIn(context, group)) refuse(invalid({ namespace: ['is not valid'] }));
}

/** Whether the caller may make projects in a group, by the level that the group asks for. */
export function mayCreateIn(context: RequestContext, group: GroupRow): boolean {
  const level = creators[textOf(group.attributes['project_creation_level'])] ?? Infinity;
  return hasLevel(context, { type: 'group', row: group }, level);
}

function limitReached(limit: number) {
  if (limit === 0)
    return failure(403, 'You cannot create projects in your personal namespace. Contact your GitLab administrator.');
  return {
    ...forbidden(),
    body: { error: [`You've reached your limit of ${limit} projects created. Contact your GitLab administrator.`] },
  };
}

function draftOf(context: RequestContext, group: GroupRow | undefined, sent: Sent): Draft {
  const name = textOf(sent['name'] ?? sent['path']);
  const wanted = sent['visibility'];
  const preferred = visibilitySetting(context.platform.state.settings, 'default_project_visibility');
  const asked = wanted === 'private' || wanted === 'internal' || wanted === 'public' ? wanted : preferred;
  // What the group does not allow is lowered to what it does, asked for or not (POST /projects, 18.9).
  const visibility = group !== undefined && exceeds(asked, group) ? group.visibility : asked;
  return { name, path: textOf(sent['path'] ?? pathFrom(name)), visibility };
}

/** What a new project starts with: the group's say on shared runners, and what was sent. */
export function initialAttributes(context: RequestContext, group: GroupRow | undefined, sent: Sent): Bag {
  const runners = group?.attributes['shared_runners_setting'] ?? 'enabled';
  return {
    description: null,
    shared_runners_enabled: runners === 'enabled',
    runners_token: `GR1348941${randomBytes(10).toString('hex')}`,
    ...settledAttributes(context, undefined, sent),
  };
}

function addReadme(context: RequestContext, user: UserRow, project: ProjectRow, branch: Json | undefined): void {
  const { state } = context.platform;
  const chosen = textOf(branch);
  if (chosen !== '') state.projects.update(project, { attributes: { ...project.attributes, default_branch: chosen } });
  const description = textOf(project.attributes['description']);
  const text = `# ${project.name}\n${description === '' ? '' : `\n${description}\n`}`;
  commitChanges(state, project.id, {
    branch: defaultBranchOf(state, project),
    parents: [],
    author: signatureOf(context, user),
    committer: signatureOf(context, user),
    message: 'Initial commit',
    changes: [{ kind: 'write', path: 'README.md', bytes: Buffer.from(text), mode: '100644' }],
  });
  protectDefault(context, project);
}
