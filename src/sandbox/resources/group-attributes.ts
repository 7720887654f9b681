import catalogue from '../../../schemas/catalogue/group-attributes.json' with { type: 'json' };
import { rootOf } from '../access.ts';
import type { Call } from '../call.ts';
import { licensed } from '../edition.ts';
import type { Tier } from '../edition.ts';
import type { Json } from '../json.ts';
import type { Param, Params } from '../params.ts';
import { badRequest, invalid, refuse } from '../reply.ts';
import type { Bag, GroupRow } from '../rows.ts';
import { settingErrors } from './group-setting-errors.ts';

interface Attribute {
  readonly name: string;
  readonly type: string;
  readonly enum?: readonly (string | number)[];
  readonly default?: Json;
  readonly tier: Tier;
  readonly create: boolean;
  readonly update: boolean;
}

const attributes = catalogue as readonly Attribute[];

/** What is a column of its own, or handled apart. */
const apart = new Set(['name', 'path', 'parent_id', 'organization_id', 'visibility', 'avatar']);

/** Dropped in silence when a non-administrator sends them (PUT /groups/:id, 18.9). */
const adminOnly = new Set(['max_artifacts_size', 'shared_runners_minutes_limit', 'extra_shared_runners_minutes_limit']);

/** Kept on top-level groups alone (PUT /groups/:id, 18.9). */
const rootOnly = new Set([
  ...['prevent_sharing_groups_outside_hierarchy', 'service_access_tokens_expiration_enforced'],
  ...['enabled_git_access_protocol', 'unique_project_download_limit'],
  ...['unique_project_download_limit_interval_in_seconds'],
  ...['unique_project_download_limit_allowlist', 'unique_project_download_limit_alertlist'],
  'auto_ban_user_on_excessive_projects_download',
]);

/** Declared on POST and without an effect there (POST /groups, 18.9). */
const onlyByUpdate = new Set(['enabled_git_access_protocol']);

/** The declared attributes of POST or PUT, from the catalogue. */
export function attributeParams(verb: 'create' | 'update'): Params {
  const named = attributes.filter(
    ({ name, [verb]: taken }) => taken && !apart.has(name) && !(verb === 'create' && onlyByUpdate.has(name)),
  );
  return Object.fromEntries(named.map((attribute) => [attribute.name, paramOf(attribute)]));
}

function paramOf(attribute: Attribute): Param {
  const values = attribute.enum;
  switch (attribute.type) {
    case 'boolean':
      return { type: 'boolean' };
    case 'integer':
      return values === undefined ? { type: 'integer' } : { type: 'integer', values: values.map(Number) };
    case 'array<string>':
      return { type: 'strings' };
    case 'array<integer>':
      return { type: 'integers' };
    case 'object':
      return { type: 'hash' };
    case 'string':
      return values === undefined ? { type: 'string' } : { type: 'string', values: textValues(attribute) };
    default:
      return { type: 'json' };
  }
}

/** The old name of disabled_and_overridable is still accepted. */
function textValues(attribute: Attribute): readonly string[] {
  const values = (attribute.enum ?? []).map(String);
  return attribute.name === 'shared_runners_setting' ? [...values, 'disabled_with_override'] : values;
}

const creationLevels = ['noone', 'maintainer', 'developer', 'administrator', 'owner'];

/** The attributes of a new group, from the catalogue, the instance's settings and the parent. */
export function initialAttributes(call: Call, parent: GroupRow | undefined): Bag {
  const { settings } = call.world.state;
  const level = settings['default_project_creation'];
  const fromCatalogue = attributes.filter((entry) => (entry.create || entry.update) && !apart.has(entry.name));
  return {
    ...Object.fromEntries(fromCatalogue.map((entry) => [entry.name, entry.default ?? null])),
    emails_disabled: false,
    project_creation_level: creationLevels[typeof level === 'number' ? level : 2] ?? 'developer',
    default_branch_protection: settings['default_branch_protection'] ?? 2,
    default_branch_protection_defaults: settings['default_branch_protection_defaults'] ?? null,
    shared_runners_setting: parent?.attributes['shared_runners_setting'] ?? 'enabled',
    enabled_git_access_protocol: null,
  };
}

/**
 * What a write really changes: unlicensed, administrators' and root-only attributes are dropped in silence, twins
 * follow each other, and impossible combinations are refused.
 */
export function settledAttributes(call: Call, group: GroupRow, sent: Readonly<Record<string, Json | undefined>>): Bag {
  const settled: Record<string, Json> = {};
  for (const attribute of attributes) {
    const value = sent[attribute.name];
    if (value === undefined || apart.has(attribute.name) || !takes(call, group, attribute)) continue;
    settled[attribute.name] = normal(attribute, value);
  }
  settleTwins(settled);
  settleProtection(settled);
  refuseSkipped(group, settled);
  const errors = settingErrors(call.world.state, group, settled);
  if (Object.keys(errors).length > 0) refuse(invalid(errors));
  refuseImpossible(call, group, { ...group.attributes, ...settled });
  return settled;
}

function takes(call: Call, group: GroupRow, attribute: Attribute): boolean {
  if (!licensed(call.world.edition, attribute.tier)) return false;
  if (adminOnly.has(attribute.name) && !call.admin) return false;
  if (attribute.name.startsWith('default_branch_protection') && !mayProtect(call)) return false;
  return !rootOnly.has(attribute.name) || group.parent_id === null;
}

/** An instance with the licence may keep the protection of default branches for administrators (PUT /groups/:id, 18.9). */
function mayProtect(call: Call): boolean {
  const open = call.world.state.settings['group_owners_can_manage_default_branch_protection'] !== false;
  return open || call.admin || !licensed(call.world.edition, 'premium');
}

function normal(attribute: Attribute, value: Json): Json {
  if (attribute.name === 'shared_runners_setting' && value === 'disabled_with_override')
    return 'disabled_and_overridable';
  if (attribute.name === 'default_branch' && value === '') return null;
  const isList = attribute.name === 'ip_restriction_ranges' || attribute.name === 'allowed_email_domains_list';
  if (!isList || typeof value !== 'string') return value;
  const parts = value.split(',').map((part) => part.trim());
  const kept = parts.filter((part) => part !== '');
  return kept.length === 0 ? null : kept.join(',');
}

/** emails_disabled is the old inverse of emails_enabled; when both are sent the inverse wins. Null is the default: on. */
function settleTwins(settled: Record<string, Json>): void {
  const disabled = settled['emails_disabled'];
  const enabled = settled['emails_enabled'];
  if (disabled !== undefined) settled['emails_enabled'] = disabled !== true;
  else if (enabled !== undefined) settled['emails_disabled'] = enabled === false;
}

const push = (level: number): Json => [{ access_level: level }];

/** The structures behind the old numbers 0 to 4. */
const protections: readonly Json[] = [
  { allowed_to_push: push(30), allow_force_push: true, allowed_to_merge: push(30) },
  { allowed_to_push: push(30), allow_force_push: false, allowed_to_merge: push(40) },
  { allowed_to_push: push(40), allow_force_push: false, allowed_to_merge: push(40) },
  { allowed_to_push: push(40), allow_force_push: true, allowed_to_merge: push(30) },
  { allowed_to_push: push(40), allow_force_push: false, allowed_to_merge: push(40), developer_can_initial_push: true },
];

/** The number rewrites the structure; the structure is kept exactly as given. */
function settleProtection(settled: Record<string, Json>): void {
  const level = settled['default_branch_protection'];
  const structure = typeof level === 'number' ? protections[level] : undefined;
  if (structure !== undefined && settled['default_branch_protection_defaults'] === undefined) {
    settled['default_branch_protection_defaults'] = structure;
  }
}

/** Skipped pipelines count as success only where success is asked for (PUT /groups/:id, 18.9). */
function refuseSkipped(group: GroupRow, settled: Bag): void {
  if (settled['allow_merge_on_skipped_pipeline'] !== true) return;
  const name = 'only_allow_merge_if_pipeline_succeeds';
  if ((settled[name] ?? group.attributes[name]) === true) return;
  refuse(badRequest(`allow_merge_on_skipped_pipeline can only be enabled when ${name} is true`));
}

function refuseImpossible(call: Call, group: GroupRow, next: Bag): void {
  const root = rootOf(call.world.state, group);
  const parent = root === group ? undefined : call.world.state.groups.get(group.parent_id ?? 0);
  const locked = parent?.attributes['shared_runners_setting'] === 'disabled_and_unoverridable';
  if (locked && next['shared_runners_setting'] !== 'disabled_and_unoverridable') {
    const text = 'cannot be enabled because parent group has shared Runners disabled';
    refuse(invalid({ shared_runners_enabled: [text] }));
  }
}
