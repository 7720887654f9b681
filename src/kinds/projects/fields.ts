import type { PropertySchema } from '../../kind.ts';
import { features } from './features.ts';

/** A switch, and what it does when it is on. */
function flag(description: string, more: PropertySchema = {}): PropertySchema {
  return { type: 'boolean', description: `${description}.`, ...more };
}

/** A text, of which an empty one and none are the same. */
function text(description: string, more: PropertySchema = {}): PropertySchema {
  return { type: ['string', 'null'], description: `${description}.`, ...more };
}

function choice(description: string, values: readonly string[], more: PropertySchema = {}): PropertySchema {
  return { enum: values, description: `${description}.`, ...more };
}

function whole(description: string, more: PropertySchema = {}): PropertySchema {
  return { type: 'integer', description: `${description}.`, ...more };
}

const PREMIUM = { 'x-tier': 'premium' } as const;
const ULTIMATE = { 'x-tier': 'ultimate' } as const;

const CLEAN_UP: { readonly [name: string]: PropertySchema } = {
  enabled: flag('Whether images are cleaned up'),
  cadence: choice('How often', ['1d', '7d', '14d', '1month', '3month']),
  keep_n: {
    enum: [1, 5, 10, 25, 50, 100, null],
    description: 'How many tags of each image are kept; null for no such bound.',
  },
  older_than: choice('Tags that are younger are kept', ['7d', '14d', '30d', '60d', '90d']),
  name_regex: text('A pattern (RE2) for the tags that go'),
  name_regex_keep: text('A pattern (RE2) for the tags that stay'),
};

/** The attributes of a project, in the words of PUT /projects/:id (18.9), with what GET /projects/:id shows of them. */
export const projectFields = {
  name: {
    type: 'string',
    minLength: 1,
    maxLength: 255,
    description: 'What people read; the path is the key of the entry.',
  },
  description: text('What the project is'),
  topics: {
    type: 'array',
    items: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[^,]*$', 'x-form': 'a text without commas' },
    'x-set': true,
    description: 'The words that it is found by.',
  },
  visibility: choice('Who sees it: no more people than see the group above', ['private', 'internal', 'public'], {
    'x-within-parent': true,
  }),
  // Of projects below an archived group it is true as well, whatever they were before (GET /projects/:id, 18.9).
  archived: flag('Whether it can only be read; a group above that is archived makes it so too', { 'x-derived': true }),
  default_branch: { type: 'string', minLength: 1, description: 'The branch that is there and is shown first.' },

  ...features,

  merge_method: choice(
    'How merge requests are merged: by a merge commit, by one on top of a rebase, or by fast-forward alone',
    [...['merge', 'rebase_merge', 'ff']],
  ),
  squash_option: choice('Whether the commits of a merge request become one', [
    'never',
    'always',
    'default_on',
    'default_off',
  ]),
  only_allow_merge_if_pipeline_succeeds: flag('Merges nothing whose pipeline has not succeeded'),
  allow_merge_on_skipped_pipeline: flag('Takes a skipped pipeline for one that succeeded'),
  only_allow_merge_if_all_discussions_are_resolved: flag('Merges nothing while a thread is open'),
  only_allow_merge_if_all_status_checks_passed: flag('Merges nothing while an external status check fails', ULTIMATE),
  prevent_merge_without_jira_issue: flag('Merges nothing that names no issue of Jira', ULTIMATE),
  remove_source_branch_after_merge: flag('Offers the removal of the source branch with each merge request'),
  resolve_outdated_diff_discussions: flag('Resolves threads on lines that a push changes'),
  printing_merge_request_link_enabled: flag('Prints the link to make a merge request after a push'),
  autoclose_referenced_issues: flag('Closes issues that a merge request to the default branch says it closes'),
  mr_default_target_self: flag('In a fork: whether merge requests go to it, and not to what it was forked from'),
  merge_request_title_regex: text('A pattern that the title of each merge request has to match'),
  merge_request_title_regex_description: text('What that pattern asks for, in words'),
  suggestion_commit_message: text('The commit message of suggestions that are applied'),
  merge_commit_template: text('The template of merge commits'),
  squash_commit_template: text('The template of squash commits'),
  issue_branch_template: text('The template of the names of branches made from issues'),
  issues_template: text('What a new issue begins with', PREMIUM),
  merge_requests_template: text(
    'What a new merge request begins with; not shown where merge requests are off',
    PREMIUM,
  ),
  approvals_before_merge: whole('How many have to approve', { minimum: 0, deprecated: true, ...PREMIUM }),
  merge_pipelines_enabled: flag('Runs pipelines on the result of the merge', PREMIUM),
  merge_trains_enabled: flag('Merges one after another by merge trains', PREMIUM),
  merge_trains_skip_train_allowed: flag(
    'Lets a merge request pass by the train; GitLab keeps it off without trains',
    PREMIUM,
  ),

  ci_config_path: text('Where the configuration of the pipelines is; `.gitlab-ci.yml` where there is none'),
  build_git_strategy: choice('How jobs get the repository', ['fetch', 'clone']),
  // From 10 minutes to less than a month (PUT /projects/:id, 18.9).
  build_timeout: whole('After how many seconds a job ends', { minimum: 600, maximum: 2_629_745 }),
  auto_cancel_pending_pipelines: choice('Whether a new pipeline ends older ones of its branch', [
    'disabled',
    'enabled',
  ]),
  ci_default_git_depth: whole('How many commits jobs fetch; 0 for all', { minimum: 0, maximum: 1000 }),
  ci_forward_deployment_enabled: flag('Lets no older job deploy over a newer one'),
  ci_forward_deployment_rollback_allowed: flag('Lets a job be run again to roll back, all the same'),
  ci_allow_fork_pipelines_to_run_in_parent_project: flag('Lets pipelines of forks run in the parent project'),
  ci_separated_caches: flag('Keeps the caches of protected branches apart'),
  ci_pipeline_variables_minimum_override_role: choice('The least role that may give a pipeline variables', [
    ...['no_one_allowed', 'owner', 'maintainer', 'developer'],
  ]),
  restrict_user_defined_variables: flag('The same as a switch: off means `developer`', {
    deprecated: true,
    'x-replacement': 'ci_pipeline_variables_minimum_override_role',
  }),
  ci_restrict_pipeline_cancellation_role: choice(
    'The least role that may cancel a pipeline',
    [...['developer', 'maintainer', 'no_one']],
    PREMIUM,
  ),
  ci_push_repository_for_job_token_allowed: flag('Lets jobs push to the repository with their token'),
  ci_id_token_sub_claim_components: {
    type: 'array',
    items: { enum: ['project_path', 'ref_type', 'ref'] },
    description: 'What the subject of an ID token is made of, in this order; `project_path` comes first.',
  },
  // From Owners alone: others are 403 (PUT /projects/:id, 18.9).
  ci_delete_pipelines_in_seconds: {
    type: ['integer', 'null'],
    minimum: 1,
    description: 'After how many seconds a pipeline is deleted; null for never.',
  },
  keep_latest_artifact: flag('Keeps the artifacts of the latest successful pipeline of each branch'),
  // From others PUT drops it (/projects/:id, 18.9).
  max_artifacts_size: {
    type: ['integer', 'null'],
    minimum: 0,
    'x-administrator': true,
    description: 'How many megabytes the artifacts of a job may have; null for what is set above.',
  },
  public_jobs: flag('Shows pipelines and jobs to all who see the project'),
  shared_runners_enabled: flag('Uses the runners of the instance; a group above may forbid them'),
  group_runners_enabled: flag('Uses the runners of the groups above'),
  // Where it is not set it is that of the nearest group, or the instance, and is shown as if it were set (GET /projects/:id, 18.9).
  auto_devops_enabled: flag('Runs Auto DevOps where there is no configuration', { 'x-derived': true }),
  auto_devops_deploy_strategy: choice('How Auto DevOps deploys', ['continuous', 'manual', 'timed_incremental']),
  allow_pipeline_trigger_approve_deployment: flag('Lets who starts a pipeline approve its deployment', PREMIUM),
  resource_group_default_process_mode: choice('In which order the jobs of a resource group run', [
    ...['unordered', 'oldest_first', 'newest_first', 'newest_ready_first'],
  ]),

  lfs_enabled: flag('Takes large files by Git LFS'),
  packages_enabled: flag('Has packages'),
  request_access_enabled: flag('Lets people ask for access'),
  emails_enabled: flag('Sends e-mails'),
  show_diff_preview_in_email: flag('Shows the lines that were commented on in e-mails'),
  service_desk_enabled: flag('Makes issues of e-mails; off where the instance takes none'),
  warn_about_potentially_unwanted_characters: flag('Warns of characters that hide what code does'),
  enforce_auth_checks_on_uploads: flag('Shows uploads to those alone who see the project'),
  container_expiration_policy: {
    type: 'object',
    properties: CLEAN_UP,
    description: 'When images of the container registry go.',
  },
  external_authorization_classification_label: text('What the external authorization service is asked for', PREMIUM),
  duo_remote_flows_enabled: flag('Lets flows of GitLab Duo run on runners', PREMIUM),
  spp_repository_pipeline_access: flag('Lets pipelines of other projects read its security policies', ULTIMATE),
  // Taken, and shown by no read (PUT /projects/:id, 18.9).
  auto_duo_code_review_enabled: flag('Has GitLab Duo review each merge request', { writeOnly: true, ...PREMIUM }),
  web_based_commit_signing_enabled: flag('Signs the commits that are made on the web', { writeOnly: true, ...PREMIUM }),
} as const satisfies { readonly [name: string]: PropertySchema };

export type FieldName = keyof typeof projectFields;

/** Their names, which but for one are those of the API. */
export const FIELD_NAMES = Object.keys(projectFields) as readonly FieldName[];
