import { canRead, groupChain, hasLevel } from '../access/access.ts';
import type { RequestContext } from '../http/request-context.ts';
import { canReadCode, canReadMergeRequests, canUse, featureLevel, isArchived } from '../repository/code-access.ts';
import { licensed } from '../store/edition.ts';
import { forkSource, visibleSource } from './forks.ts';
import { openRepository } from '../git/repository.ts';
import { isJsonObject } from '../store/json.ts';
import type { Json, JsonObject } from '../store/json.ts';
import { importOf } from '../imports/project-imports.ts';
import type { ProjectRow } from './rows.ts';
import type { Bag } from '../store/rows.ts';
import { registrationTokensAllowed } from '../settings/typed-settings.ts';
import { sourceKey } from '../store/state.ts';
import { basicProject } from './entity-basic.ts';
import { adminDefaults, expirationPolicy, features, openDefaults } from './entity-fields.ts';
import { premiumDefaults, secretDefaults, ultimateDefaults } from './entity-fields.ts';
import { basicUser } from '../users/entity.ts';

const dayLength = 86_400_000;

/** A project for those who are signed in (APIEntitiesProject, 18.9). */
export function projectEntity(context: RequestContext, project: ProjectRow): JsonObject {
  const { state } = context.platform;
  const { attributes } = project;
  const admin = hasLevel(context, { type: 'project', row: project }, 40);
  const owner = project.owner_id === null ? undefined : state.users.get(project.owner_id);
  return {
    ...basicProject(context, project),
    _links: links(context, project),
    marked_for_deletion_at: project.marked_for_deletion_on,
    marked_for_deletion_on: project.marked_for_deletion_on,
    empty_repo: openRepository(state, project.id).empty(),
    archived: isArchived(state, project),
    ...(owner === undefined ? {} : { owner: basicUser(context, owner) }),
    ...pick(attributes, openDefaults),
    emails_disabled: attributes['emails_enabled'] === false,
    container_expiration_policy: cleanUp(project),
    ...featureFields(context, project),
    ...serviceDesk(context, project),
    can_create_merge_request_in: canUse(context, project, 'merge_requests') && canReadCode(context, project),
    creator_id: project.creator_id,
    import_status: importStatusOf(context, project),
    ...forkFields(context, project),
    ...(canUse(context, project, 'issues') ? { open_issues_count: 0 } : {}),
    description_html: descriptionHtml(attributes['description'] ?? null),
    updated_at: project.updated_at,
    ...(admin ? adminFields(context, project) : {}),
    ...(canReadCode(context, project) ? { ci_config_path: attributes['ci_config_path'] ?? null } : {}),
    shared_with_groups: sharedWith(context, project),
    ...paidFields(context, project, admin),
  };
}

/** The platform copies a repository in the background; without an import there is nothing to wait for. */
function importStatusOf(context: RequestContext, project: ProjectRow): string {
  const found = importOf(context, project);
  if (found !== undefined) return found.status;
  if (forkSource(context.platform.state, project) === undefined) return 'none';
  const copied =
    Date.parse(project.created_at) + context.platform.backgroundDelay <= context.platform.clock.now().getTime();
  return copied ? 'finished' : 'scheduled';
}

/** A fork tells where it comes from, to those who may see that project. */
function forkFields(context: RequestContext, project: ProjectRow): JsonObject {
  if (forkSource(context.platform.state, project) === undefined) return {};
  const source = visibleSource(context, project);
  return {
    ...(source === undefined ? {} : { forked_from_project: basicProject(context, source) }),
    mr_default_target_self: project.attributes['mr_default_target_self'] ?? false,
  };
}

/** Repository address, and the addresses of what may be read below it. */
function links(context: RequestContext, project: ProjectRow): JsonObject {
  const self = `${context.platform.externalUrl}/api/v4/projects/${project.id}`;
  return {
    self,
    ...(canUse(context, project, 'issues') ? { issues: `${self}/issues` } : {}),
    ...(canUse(context, project, 'merge_requests') ? { merge_requests: `${self}/merge_requests` } : {}),
    repo_branches: `${self}/repository/branches`,
    labels: `${self}/labels`,
    events: `${self}/events`,
    members: `${self}/members`,
    cluster_agents: `${self}/cluster_agents`,
  };
}

function featureFields(context: RequestContext, project: ProjectRow): JsonObject {
  const enabled = (name: string) => canUse(context, project, name);
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

/** Nothing takes mail here, so that the service desk is off, whatever was asked for; that it has no address is for Planners and up (GET /projects/:id, 18.9). */
function serviceDesk(context: RequestContext, project: ProjectRow): JsonObject {
  const plans = hasLevel(context, { type: 'project', row: project }, 15);
  const works = plans && canUse(context, project, 'issues') && !isArchived(context.platform.state, project);
  return { service_desk_enabled: false, ...(works ? { service_desk_address: null } : {}) };
}

/** The clean-up of images, and when it runs next. A guess: it is always a day after the project was made. */
function cleanUp(project: ProjectRow): JsonObject {
  const policy = project.attributes['container_expiration_policy'];
  const next = new Date(Date.parse(project.created_at) + dayLength).toISOString();
  return { ...expirationPolicy, next_run_at: next, ...(isJsonObject(policy) ? policy : {}) };
}

/** A project's own say, else that of the nearest group with one, else the instance's (GET /projects/:id, 18.9). */
function autoDevops({ platform: { state } }: RequestContext, project: ProjectRow): Json {
  const own = project.attributes['auto_devops_enabled'] ?? null;
  const above = groupChain(state, { type: 'project', row: project }).map(
    (row) => row.attributes['auto_devops_enabled'],
  );
  return [own, ...above].find((value) => value != null) ?? state.settings['auto_devops_enabled'] ?? false;
}

function adminFields(context: RequestContext, project: ProjectRow): JsonObject {
  const { attributes } = project;
  return {
    ...pick(attributes, adminDefaults),
    auto_devops_enabled: autoDevops(context, project),
    import_url: attributes['import_url'] ?? null,
    import_type: importOf(context, project)?.type ?? (attributes['import_url'] == null ? null : 'git'),
    // An instance that does away with registration tokens does not show them either.
    ...(registrationTokensAllowed(context.platform.state.settings)
      ? { runners_token: attributes['runners_token'] ?? null }
      : {}),
  };
}

function paidFields(context: RequestContext, project: ProjectRow, admin: boolean): JsonObject {
  const { edition } = context.platform;
  const ultimate = licensed(edition, 'ultimate');
  const enterprise = {
    requirements_enabled: ultimate && canUse(context, project, 'requirements'),
    requirements_access_level: featureLevel(project, 'requirements'),
    compliance_frameworks: [],
    security_and_compliance_enabled: canUse(context, project, 'security_and_compliance'),
  };
  if (!licensed(edition, 'premium')) return enterprise;
  const {
    ci_restrict_pipeline_cancellation_role: role,
    issues_template,
    merge_requests_template,
    ...shown
  } = pick(project.attributes, premiumDefaults);
  return {
    ...enterprise,
    ...shown,
    // Taken, and never on. A guess: that holds for all projects, as for the one where it was tried (PUT /projects/:id, 18.9).
    merge_trains_skip_train_allowed: false,
    // The templates are for those who may see what they are for.
    ...(canUse(context, project, 'issues') ? { issues_template } : {}),
    ...(canReadMergeRequests(context, project) ? { merge_requests_template } : {}),
    ...(admin ? { ci_restrict_pipeline_cancellation_role: role } : {}),
    ...(ultimate ? pick(project.attributes, ultimateDefaults) : {}),
    ...(ultimate && hasLevel(context, { type: 'project', row: project }, 30)
      ? pick(project.attributes, secretDefaults)
      : {}),
  };
}

/** Only the links whose group the caller may see. */
function sharedWith(context: RequestContext, project: ProjectRow): readonly Json[] {
  const { state } = context.platform;
  return state.sharesBySource(sourceKey('project', project.id)).flatMap((share) => {
    const group = state.groups.get(share.group_id);
    if (group === undefined || !canRead(context, { type: 'group', row: group })) return [];
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
