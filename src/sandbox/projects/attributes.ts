import type { RequestContext } from '../http/request-context.ts';
import { licensed } from '../store/edition.ts';
import { expirationPolicy, features } from './entity-fields.ts';
import { isJsonObject, textOf } from '../store/json.ts';
import type { Json } from '../store/json.ts';
import type { Params } from '../http/params.ts';
import { re2Problem } from './re2-problem.ts';
import { failure, invalid, refuse } from '../http/reply.ts';
import type { ProjectRow } from './rows.ts';
import type { Bag } from '../store/rows.ts';

const flag = { type: 'boolean' } as const;
const text = { type: 'string' } as const;
const whole = { type: 'integer' } as const;
const visibilities = ['private', 'internal', 'public'] as const;

/** The old switches, each of which is the access level of a feature in two steps. */
const switches: Readonly<Record<string, string>> = {
  issues_enabled: 'issues_access_level',
  merge_requests_enabled: 'merge_requests_access_level',
  wiki_enabled: 'wiki_access_level',
  jobs_enabled: 'builds_access_level',
  snippets_enabled: 'snippets_access_level',
  container_registry_enabled: 'container_registry_access_level',
};

const flags = [
  ...['service_desk_enabled', 'emails_enabled', 'emails_disabled', 'show_diff_preview_in_email', 'packages_enabled'],
  ...['warn_about_potentially_unwanted_characters', 'enforce_auth_checks_on_uploads', 'shared_runners_enabled'],
  ...['group_runners_enabled', 'resolve_outdated_diff_discussions', 'remove_source_branch_after_merge'],
  ...['lfs_enabled', 'public_builds', 'public_jobs', 'request_access_enabled', 'auto_devops_enabled'],
  ...['only_allow_merge_if_pipeline_succeeds', 'allow_merge_on_skipped_pipeline', 'autoclose_referenced_issues'],
  ...['only_allow_merge_if_all_discussions_are_resolved', 'printing_merge_request_link_enabled'],
];

const updateFlags = [
  ...['keep_latest_artifact', 'ci_forward_deployment_enabled', 'ci_forward_deployment_rollback_allowed'],
  ...['ci_allow_fork_pipelines_to_run_in_parent_project', 'ci_separated_caches', 'restrict_user_defined_variables'],
  'ci_push_repository_for_job_token_allowed',
];

const texts = [
  ...['description', 'ci_config_path', 'suggestion_commit_message', 'merge_commit_template', 'squash_commit_template'],
  ...['issue_branch_template', 'merge_request_title_regex', 'merge_request_title_regex_description', 'import_url'],
];

const premiumFlags = ['mirror', 'mirror_trigger_builds', 'auto_duo_code_review_enabled'];
const premiumUpdateFlags = [
  ...['duo_remote_flows_enabled', 'duo_foundational_flows_enabled', 'web_based_commit_signing_enabled'],
  ...['merge_pipelines_enabled', 'merge_trains_enabled', 'merge_trains_skip_train_allowed'],
  ...['allow_pipeline_trigger_approve_deployment', 'only_mirror_protected_branches'],
];
const ultimateFlags = [
  'spp_repository_pipeline_access',
  'only_allow_merge_if_all_status_checks_passed',
  'prevent_merge_without_jira_issue',
];

const choices: Params = {
  visibility: { type: 'string', values: visibilities },
  build_git_strategy: { type: 'string', values: ['fetch', 'clone'] },
  auto_cancel_pending_pipelines: { type: 'string', values: ['disabled', 'enabled'] },
  auto_devops_deploy_strategy: { type: 'string', values: ['continuous', 'manual', 'timed_incremental'] },
  merge_method: { type: 'string', values: ['ff', 'rebase_merge', 'merge'] },
  squash_option: { type: 'string', values: ['never', 'always', 'default_on', 'default_off'] },
  resource_group_default_process_mode: {
    type: 'string',
    values: ['unordered', 'oldest_first', 'newest_first', 'newest_ready_first'],
  },
};

/** What POST and PUT /projects both take, besides the name and the path (18.9). */
export const sharedParams: Params = {
  ...all(flags, flag),
  ...all(Object.keys(switches), flag),
  ...all(texts, text),
  ...all([...premiumFlags, ...ultimateFlags], flag),
  ...choices,
  ...Object.fromEntries(features.map((name) => [`${name}_access_level`, accessLevel(name)])),
  requirements_access_level: accessLevel('requirements'),
  build_timeout: whole,
  approvals_before_merge: whole,
  external_authorization_classification_label: text,
  tag_list: { type: 'strings' },
  topics: { type: 'strings' },
  avatar: { type: 'file' },
  mr_default_target_self: flag,
  repository_storage: text,
  container_expiration_policy_attributes: { type: 'hash' },
};

/** What PUT takes besides (18.9). */
export const updateParams: Params = {
  ...all([...updateFlags, ...premiumUpdateFlags], flag),
  ci_default_git_depth: whole,
  ci_delete_pipelines_in_seconds: whole,
  max_artifacts_size: whole,
  ci_id_token_sub_claim_components: { type: 'strings' },
  ci_pipeline_variables_minimum_override_role: {
    type: 'string',
    values: ['no_one_allowed', 'developer', 'maintainer', 'owner'],
  },
  issues_template: text,
  merge_requests_template: text,
  ci_restrict_pipeline_cancellation_role: { type: 'string', values: ['developer', 'maintainer', 'no_one'] },
};

/** Parameters that are stored in other columns, or only looked at. */
const elsewhere = new Set([
  ...['visibility', 'tag_list', 'topics', 'avatar', 'repository_storage', 'public_builds'],
  ...['emails_disabled', 'container_expiration_policy_attributes', 'max_artifacts_size', ...Object.keys(switches)],
]);

type Sent = Readonly<Record<string, Json | undefined>>;

/** The attributes to store for what was sent; what the licence does not cover is dropped in silence. */
export function settledAttributes(context: RequestContext, project: ProjectRow | undefined, sent: Sent): Bag {
  if (sent['approvals_before_merge'] === null) refuse(invalid({ approvals_before_merge: ['is not a number'] }));
  const settled: Record<string, Json> = {};
  for (const name of [...Object.keys(sharedParams), ...Object.keys(updateParams)]) {
    const value = sent[name];
    if (value === undefined || elsewhere.has(name) || !paidFor(context, name)) continue;
    settled[name] = value;
  }
  for (const [name, level] of Object.entries(switches)) {
    const value = sent[name];
    // The access level wins over the switch when both are sent.
    if (typeof value === 'boolean') settled[level] ??= value ? 'enabled' : 'disabled';
  }
  if (typeof sent['emails_disabled'] === 'boolean') settled['emails_enabled'] = !sent['emails_disabled'];
  if (typeof sent['public_builds'] === 'boolean') settled['public_jobs'] ??= sent['public_builds'];
  const topics = sent['topics'] ?? sent['tag_list'];
  if (topics !== undefined) settled['topics'] = topics;
  // Only administrators may raise the size of artifacts; from others it is dropped.
  if (sent['max_artifacts_size'] !== undefined && context.admin)
    settled['max_artifacts_size'] = sent['max_artifacts_size'];
  const url = settled['import_url'];
  if (typeof url === 'string') settled['import_url'] = withoutUser(url);
  const policy = sent['container_expiration_policy_attributes'];
  if (isJsonObject(policy)) settled['container_expiration_policy'] = settledPolicy(project, policy);
  return settled;
}

/** A URL as it is kept: what signs in is kept apart from it, and not shown (a guess, by the platform's code; GET /projects/:id, 18.9). */
export function withoutUser(url: string): string {
  return url.replace(/^([a-z]+:\/\/)[^/@]*@/i, '$1');
}

function settledPolicy(project: ProjectRow | undefined, sent: Sent): Json {
  const keep = sent['keep_n'];
  if (keep != null && !Number.isInteger(Number(keep))) {
    refuse(failure(400, 'container_expiration_policy_attributes[keep_n] is invalid'));
  }
  for (const name of ['name_regex', 'name_regex_delete', 'name_regex_keep']) {
    const problem = re2Problem(textOf(sent[name]));
    const field = `container_expiration_policy.${name}`;
    if (problem !== undefined) refuse(invalid({ [field]: [`not valid RE2 syntax: ${problem}`] }));
  }
  const known = project?.attributes['container_expiration_policy'];
  const changed = Object.entries(sent).filter(([name]) => name in expirationPolicy);
  return { ...expirationPolicy, ...(isJsonObject(known) ? known : {}), ...Object.fromEntries(changed) };
}

function paidFor(context: RequestContext, name: string): boolean {
  const { edition } = context.platform;
  if (ultimateFlags.includes(name)) return licensed(edition, 'ultimate');
  const premium = [...premiumFlags, ...premiumUpdateFlags, 'approvals_before_merge', 'issues_template'];
  return ![...premium, 'merge_requests_template'].includes(name) || licensed(edition, 'premium');
}

function accessLevel(name: string): Params[string] {
  const open = name === 'pages' || name === 'package_registry' ? ['public'] : [];
  return { type: 'string', values: ['disabled', 'private', 'enabled', ...open] };
}

function all(names: readonly string[], param: Params[string]): Params {
  return Object.fromEntries(names.map((name) => [name, param]));
}
