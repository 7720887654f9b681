import { canRead, hasLevel } from '../access.ts';
import type { Call } from '../call.ts';
import { canReadCode, canUse, featureLevel, isArchived } from '../code-access.ts';
import { licensed } from '../edition.ts';
import { forkSource, visibleSource } from '../forks.ts';
import { openRepository } from '../git/repository.ts';
import type { Json, JsonObject } from '../json.ts';
import { importOf } from '../project-imports.ts';
import type { Bag, ProjectRow } from '../rows.ts';
import { sourceKey } from '../state.ts';
import { basicProject } from './project-basic.ts';
import { adminDefaults, expirationPolicy, features, openDefaults } from './project-fields.ts';
import { premiumDefaults, ultimateDefaults } from './project-fields.ts';
import { basicUser } from './user.ts';

/** A project for those who are signed in (APIEntitiesProject, 18.9). */
export function projectEntity(call: Call, project: ProjectRow): JsonObject {
  const { state } = call.world;
  const { attributes } = project;
  const admin = hasLevel(call, { type: 'project', row: project }, 40);
  const owner = project.owner_id === null ? undefined : state.users.get(project.owner_id);
  return {
    ...basicProject(call, project),
    container_registry_image_prefix: `${new URL(call.world.externalUrl).hostname}/${project.full_path}`,
    _links: links(call, project),
    marked_for_deletion_at: project.marked_for_deletion_on,
    marked_for_deletion_on: project.marked_for_deletion_on,
    empty_repo: openRepository(state, project.id).empty(),
    archived: isArchived(state, project),
    ...(owner === undefined ? {} : { owner: basicUser(call, owner) }),
    ...pick(attributes, openDefaults),
    emails_disabled: attributes['emails_enabled'] === false,
    container_expiration_policy: attributes['container_expiration_policy'] ?? expirationPolicy,
    ...featureFields(call, project),
    can_create_merge_request_in: canUse(call, project, 'merge_requests') && canReadCode(call, project),
    creator_id: project.creator_id,
    import_status: importStatusOf(call, project),
    ...forkFields(call, project),
    ...(canUse(call, project, 'issues') ? { open_issues_count: 0 } : {}),
    description_html: descriptionHtml(attributes['description'] ?? null),
    updated_at: project.updated_at,
    ...(admin ? adminFields(attributes) : {}),
    ...(canReadCode(call, project) ? { ci_config_path: attributes['ci_config_path'] ?? '' } : {}),
    shared_with_groups: sharedWith(call, project),
    ...paidFields(call, project, admin),
  };
}

/** The platform copies a repository in the background; without an import there is nothing to wait for. */
function importStatusOf(call: Call, project: ProjectRow): string {
  const found = importOf(call, project);
  if (found !== undefined) return found.status;
  if (forkSource(call.world.state, project) === undefined) return 'none';
  const copied = Date.parse(project.created_at) + call.world.backgroundDelay <= call.world.clock.now().getTime();
  return copied ? 'finished' : 'scheduled';
}

/** A fork tells where it comes from, to those who may see that project. */
function forkFields(call: Call, project: ProjectRow): JsonObject {
  if (forkSource(call.world.state, project) === undefined) return {};
  const source = visibleSource(call, project);
  return {
    ...(source === undefined ? {} : { forked_from_project: basicProject(call, source) }),
    mr_default_target_self: project.attributes['mr_default_target_self'] ?? false,
  };
}

/** Repository address, and the addresses of what may be read below it. */
function links(call: Call, project: ProjectRow): JsonObject {
  const self = `${call.world.externalUrl}/api/v4/projects/${project.id}`;
  return {
    self,
    ...(canUse(call, project, 'issues') ? { issues: `${self}/issues` } : {}),
    ...(canUse(call, project, 'merge_requests') ? { merge_requests: `${self}/merge_requests` } : {}),
    repo_branches: `${self}/repository/branches`,
    labels: `${self}/labels`,
    events: `${self}/events`,
    members: `${self}/members`,
    cluster_agents: `${self}/cluster_agents`,
  };
}

function featureFields(call: Call, project: ProjectRow): JsonObject {
  const enabled = (name: string) => canUse(call, project, name);
  return {
    issues_enabled: enabled('issues'),
    merge_requests_enabled: enabled('merge_requests'),
    wiki_enabled: enabled('wiki'),
    jobs_enabled: enabled('builds'),
    snippets_enabled: enabled('snippets'),
    container_registry_enabled: enabled('container_registry'),
    ...Object.fromEntries(features.map((name) => [`${name}_access_level`, featureLevel(project, name)])),
  };
}

function adminFields(attributes: Bag): JsonObject {
  return {
    ...pick(attributes, adminDefaults),
    import_url: attributes['import_url'] ?? null,
    import_type: attributes['import_url'] == null ? null : 'git',
    import_error: null,
    runners_token: attributes['runners_token'] ?? null,
  };
}

function paidFields(call: Call, project: ProjectRow, admin: boolean): JsonObject {
  const { edition } = call.world;
  if (!licensed(edition, 'premium')) return {};
  const {
    ci_restrict_pipeline_cancellation_role: role,
    issues_template,
    merge_requests_template,
    ...shown
  } = pick(project.attributes, premiumDefaults);
  return {
    ...shown,
    // The templates are for those who may see what they are for.
    ...(canUse(call, project, 'issues') ? { issues_template } : {}),
    ...(canUse(call, project, 'merge_requests') ? { merge_requests_template } : {}),
    ...(admin ? { ci_restrict_pipeline_cancellation_role: role } : {}),
    compliance_frameworks: [],
    security_and_compliance_enabled: canUse(call, project, 'security_and_compliance'),
    ...(licensed(edition, 'ultimate')
      ? { requirements_enabled: canUse(call, project, 'requirements'), ...pick(project.attributes, ultimateDefaults) }
      : {}),
  };
}

/** Only the links whose group the caller may see. */
function sharedWith(call: Call, project: ProjectRow): readonly Json[] {
  const { state } = call.world;
  return state.sharesBySource(sourceKey('project', project.id)).flatMap((share) => {
    const group = state.groups.get(share.group_id);
    if (group === undefined || !canRead(call, { type: 'group', row: group })) return [];
    return [
      {
        group_id: group.id,
        group_name: group.name,
        group_full_path: group.full_path,
        group_access_level: share.group_access,
        expires_at: share.expires_at,
      },
    ];
  });
}

function descriptionHtml(description: Json): string {
  if (typeof description !== 'string' || description === '') return '';
  const escaped = description.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return `<p data-sourcepos="1:1-1:${Buffer.byteLength(description)}" dir="auto">${escaped}</p>`;
}

function pick(attributes: Bag, defaults: Bag): Bag {
  return Object.fromEntries(Object.entries(defaults).map(([name, value]) => [name, attributes[name] ?? value]));
}
