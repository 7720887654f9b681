import type { RequestContext } from '../http/request-context.ts';
import { licensed } from '../store/edition.ts';
import type { Tier } from '../store/edition.ts';
import { isRefName } from '../git/revision.ts';
import type { Json } from '../store/json.ts';
import { badRequest, internalError, invalid, refuse } from '../http/reply.ts';
import type { GroupRow } from './rows.ts';
import type { Bag } from '../store/rows.ts';
import { changeable } from './attributes.ts';
import type { Attribute } from './attributes.ts';
import { lockErrors, settleAvailabilities, withLockedValues, withoutHandedDown } from './cascade-changes.ts';
import { settledProtection } from './protection.ts';
import { settingErrors } from './setting-errors.ts';

/** Dropped in silence when a non-administrator sends them (PUT /groups/:id, 18.9). */
const adminOnly = new Set(['max_artifacts_size', 'shared_runners_minutes_limit', 'extra_shared_runners_minutes_limit']);

/** Kept on top-level groups alone (PUT /groups/:id, 18.9). */
const rootOnly = new Set([
  ...['service_access_tokens_expiration_enforced', 'prevent_forking_outside_group', 'duo_namespace_access_rules'],
  ...['enabled_git_access_protocol', 'unique_project_download_limit'],
  ...['unique_project_download_limit_interval_in_seconds'],
  ...['unique_project_download_limit_allowlist', 'unique_project_download_limit_alertlist'],
  'auto_ban_user_on_excessive_projects_download',
]);

/** Dropped in silence without the licence; all else is taken on every tier (PUT /groups/:id, 18.9). */
const soldFrom: Readonly<Record<string, Tier>> = {
  file_template_project_id: 'premium',
  prevent_forking_outside_group: 'premium',
  ip_restriction_ranges: 'premium',
  allowed_email_domains_list: 'premium',
  service_access_tokens_expiration_enforced: 'premium',
  only_allow_merge_if_pipeline_succeeds: 'premium',
  allow_merge_on_skipped_pipeline: 'premium',
  only_allow_merge_if_all_discussions_are_resolved: 'premium',
  unique_project_download_limit: 'ultimate',
  unique_project_download_limit_interval_in_seconds: 'ultimate',
  unique_project_download_limit_allowlist: 'ultimate',
  unique_project_download_limit_alertlist: 'ultimate',
  auto_ban_user_on_excessive_projects_download: 'ultimate',
};

/** Columns that hold no null; the platform breaks on one (PUT /groups/:id, 18.9). */
const neverNull = [
  ...['require_two_factor_authentication', 'emails_enabled', 'show_diff_preview_in_email', 'request_access_enabled'],
  ...['lock_math_rendering_limits_enabled', 'lock_duo_features_enabled', 'allow_personal_snippets'],
  ...['prevent_sharing_groups_outside_hierarchy', 'prevent_forking_outside_group', 'allowed_email_domains_list'],
  ...['service_access_tokens_expiration_enforced', 'only_allow_merge_if_pipeline_succeeds'],
  ...['allow_merge_on_skipped_pipeline', 'only_allow_merge_if_all_discussions_are_resolved'],
  'auto_ban_user_on_excessive_projects_download',
];

/** Null stands for the default (PUT /groups/:id, 18.9). */
const nullIsDefault: Readonly<Record<string, boolean>> = { lfs_enabled: true, membership_lock: false };

type Sent = Readonly<Record<string, Json | undefined>>;

/**
 * What a write really changes: unlicensed, administrators' and root-only attributes are dropped in silence, twins
 * follow each other, and impossible combinations are refused.
 */
export function settledAttributes(context: RequestContext, group: GroupRow, sent: Sent): Bag {
  const { state } = context.platform;
  const taken: Record<string, Json> = {};
  for (const attribute of changeable) {
    const value = sent[attribute.name];
    if (value === undefined || !takes(context, group, attribute)) continue;
    const kept = normal(attribute, value);
    if (kept !== undefined) taken[attribute.name] = kept;
  }
  settleEmails(taken);
  settleAvailabilities(taken);
  const settled = { ...withoutHandedDown(state, group, taken), ...settledProtection(taken) };
  refuseSkipped(group, settled);
  const errors = { ...settingErrors(state, group, settled), ...lockErrors(state, group, settled) };
  if (Object.keys(errors).length > 0) refuse(invalid(errors));
  if (neverNull.some((name) => sent[name] === null && settled[name] === null)) refuse(internalError());
  refuseImpossible(context, group, settled);
  return withLockedValues(state, group, settled);
}

function takes(context: RequestContext, group: GroupRow, attribute: Attribute): boolean {
  if (!licensed(context.platform.edition, soldFrom[attribute.name])) return false;
  if (adminOnly.has(attribute.name) && !context.admin) return false;
  if (attribute.name.startsWith('default_branch_protection') && !mayProtect(context)) return false;
  return !rootOnly.has(attribute.name) || group.parent_id === null;
}

/** An instance with the licence may keep the protection of default branches for administrators (PUT /groups/:id, 18.9). */
function mayProtect(context: RequestContext): boolean {
  const open = context.platform.state.settings['group_owners_can_manage_default_branch_protection'] !== false;
  return open || context.admin || !licensed(context.platform.edition, 'premium');
}

/** What is kept of a value; undefined where it is dropped in silence. */
function normal(attribute: Attribute, value: Json): Json | undefined {
  if (attribute.name === 'shared_runners_setting' && value === 'disabled_with_override')
    return 'disabled_and_overridable';
  if (attribute.name === 'default_branch') return branchName(value);
  if (value === null) return nullIsDefault[attribute.name] ?? null;
  const isList = attribute.name === 'ip_restriction_ranges' || attribute.name === 'allowed_email_domains_list';
  if (!isList || typeof value !== 'string') return value;
  const parts = value.split(',').map((part) => part.trim());
  const kept = parts.filter((part) => part !== '');
  return kept.length === 0 ? null : kept.join(',');
}

/** What git would not take as a branch is dropped (PUT /groups/:id, 18.9). */
function branchName(value: Json): Json | undefined {
  if (typeof value !== 'string' || value === '') return null;
  return isRefName(value) ? value : undefined;
}

/** emails_disabled is the old inverse of emails_enabled; when both are sent the inverse wins. Null is the default: on. */
function settleEmails(settled: Record<string, Json>): void {
  const disabled = settled['emails_disabled'];
  delete settled['emails_disabled'];
  if (disabled !== undefined) settled['emails_enabled'] = disabled !== true;
}

/** Skipped pipelines count as success only where success is asked for (PUT /groups/:id, 18.9). */
function refuseSkipped(group: GroupRow, settled: Bag): void {
  if (settled['allow_merge_on_skipped_pipeline'] !== true) return;
  const name = 'only_allow_merge_if_pipeline_succeeds';
  if ((settled[name] ?? group.attributes[name]) === true) return;
  refuse(badRequest(`allow_merge_on_skipped_pipeline can only be enabled when ${name} is true`));
}

/** Where the group above has shared runners off for good, they are off below it (PUT /groups/:id, 18.9). */
function refuseImpossible(context: RequestContext, group: GroupRow, settled: Bag): void {
  const parent = group.parent_id === null ? undefined : context.platform.state.groups.get(group.parent_id);
  if (parent?.attributes['shared_runners_setting'] !== 'disabled_and_unoverridable') return;
  const wanted = settled['shared_runners_setting'];
  if (wanted === 'enabled') {
    const text = 'cannot be enabled because parent group has shared Runners disabled';
    refuse(invalid(runnerErrors('shared_runners_enabled', 'Shared runners enabled', text)));
  }
  if (wanted === 'disabled_and_overridable') {
    const name = 'allow_descendants_override_disabled_shared_runners';
    const text = 'cannot be enabled because parent group does not allow it';
    refuse(invalid(runnerErrors(name, 'Allow descendants override disabled shared runners', text)));
  }
}

function runnerErrors(name: string, words: string, text: string): Readonly<Record<string, readonly string[]>> {
  return { [name]: [text], update_shared_runners: [`Validation failed: ${words} ${text}`] };
}
