import attributes from '../../../schemas/catalogue/group-attributes.json' with { type: 'json' };
import type { PropertySchema } from '../../kind.ts';
import type { Attributes, LiveObject, Value } from '../../model.ts';
import { attributeSchema } from '../catalogue.ts';

/**
 * What the YAML does not have: the path and the parent are the entry's key, and the organization is the platform's
 * affair; an avatar is a file to upload; the consent to review flows is an action and not a state.
 */
const LEFT_OUT = ['path', 'parent_id', 'organization_id', 'avatar', 'create_code_review_flow_consent'];

/** The attributes that can be set, at least one way. */
const SETTABLE = attributes.filter(({ name, create, update }) => (create || update) && !LEFT_OUT.includes(name));

/** The names of the attributes in the YAML, which are the API's. */
export const GROUP_FIELDS: readonly string[] = SETTABLE.map(({ name }) => name);

/** Those that the catalogue has for POST /groups as well, and that it answers with 500, or ignores (18.9). */
const REFUSED_ON_CREATE = [
  ...['duo_availability', 'duo_foundational_flows_availability', 'amazon_q_auto_review_enabled'],
  'show_diff_preview_in_email',
];

/** Those that POST /groups refuses or ignores, so that a PUT has to set them right after it (18.9). */
export const NOT_ON_CREATE: ReadonlySet<string> = new Set([
  ...SETTABLE.filter(({ create }) => !create).map(({ name }) => name),
  ...REFUSED_ON_CREATE,
]);

/** Those that the API takes and shows as one text with commas (18.9); the YAML has them as lists. */
const COMMA_LISTS: ReadonlySet<string> = new Set(['ip_restriction_ranges', 'allowed_email_domains_list']);

/** Those that only a group at the top has: below it a PUT drops them without a word (18.9). */
const AT_THE_TOP = [
  ...['enabled_git_access_protocol', 'prevent_sharing_groups_outside_hierarchy', 'ip_restriction_ranges'],
  'prevent_forking_outside_group',
  ...['allowed_email_domains_list', 'service_access_tokens_expiration_enforced'],
  ...['unique_project_download_limit', 'unique_project_download_limit_interval_in_seconds'],
  ...['unique_project_download_limit_allowlist', 'unique_project_download_limit_alertlist'],
  'auto_ban_user_on_excessive_projects_download',
];

/** Those in which the platform makes no difference between nothing and an empty text. */
const BLANK_IS_NOTHING: ReadonlySet<string> = new Set(['description', 'default_branch', 'ldap_cn']);

/** Those that the list of groups leaves out: GET /groups against GET /groups/:id (18.9). */
const ONLY_IN_DETAIL = [
  ...['enabled_git_access_protocol', 'membership_lock'],
  ...['prevent_sharing_groups_outside_hierarchy', 'prevent_forking_outside_group'],
  ...['shared_runners_minutes_limit', 'extra_shared_runners_minutes_limit'],
  ...['ip_restriction_ranges', 'allowed_email_domains_list', 'service_access_tokens_expiration_enforced'],
  ...['only_allow_merge_if_pipeline_succeeds', 'allow_merge_on_skipped_pipeline'],
  ...['only_allow_merge_if_all_discussions_are_resolved', 'auto_ban_user_on_excessive_projects_download'],
  ...['unique_project_download_limit', 'unique_project_download_limit_interval_in_seconds'],
  ...['unique_project_download_limit_allowlist', 'unique_project_download_limit_alertlist'],
];

/** Those that neither read shows in 18.9, though later versions may. */
const SHOWN_NOWHERE = [
  ...['crm_enabled', 'resource_access_token_notify_inherited', 'lock_resource_access_token_notify_inherited'],
  ...['duo_availability', 'experiment_features_enabled'],
];

/** Those that are taken and shown without a licence as well, whatever is written of them: recorded (PUT /groups/:id, 18.9, Free). */
const IN_EVERY_TIER = [
  ...['membership_lock', 'wiki_access_level'],
  ...['shared_runners_minutes_limit', 'extra_shared_runners_minutes_limit'],
];

const COMMA_LIST: PropertySchema = { type: ['array', 'string', 'null'], items: { type: 'string' }, 'x-set': true };

/** What the catalogue does not say. */
const BESIDES: { readonly [name: string]: PropertySchema } = {
  description: { type: ['string', 'null'] },
  visibility: { 'x-within-parent': true },
  // Null is 500 (PUT /groups/:id, 18.9).
  emails_enabled: { type: 'boolean' },
  prevent_forking_outside_group: { type: 'boolean', 'x-default': false },
  // Off below a group where it is off, whatever is set there (PUT /groups/:id, 18.9).
  show_diff_preview_in_email: {
    enum: [false, true],
    'x-within-parent': true,
    'x-handed-down': { values: [{ value: false, inPlaceOf: [true], hides: true }] },
  },
  // Off is written into everything below, and stays there when it is on again (PUT /groups/:id, 18.9).
  shared_runners_setting: {
    'x-handed-down': {
      values: [
        { value: 'disabled_and_unoverridable', inPlaceOf: ['enabled', 'disabled_and_overridable'], final: true },
        { value: 'disabled_and_overridable', inPlaceOf: ['enabled'], below: 'disabled_and_unoverridable' },
      ],
    },
  },
  // In force below where there is no other value, and with the lock in any case (PUT /groups/:id, 18.9).
  math_rendering_limits_enabled: { 'x-handed-down': { lock: 'lock_math_rendering_limits_enabled' } },
  // Written into everything below by a job, soon after the answer (PUT /groups/:id, 18.9).
  duo_features_enabled: { 'x-handed-down': { lock: 'lock_duo_features_enabled' }, 'x-default': true },
  lock_duo_features_enabled: { 'x-default': false },
  // In a new group (POST /groups, 18.9).
  service_access_tokens_expiration_enforced: { 'x-default': true },
  // Each addition to a project right in it is 405; who is there can be changed and removed (POST …/members, 18.9).
  membership_lock: { 'x-bars': { in: 'project', sections: ['members'] } },
  // From others POST is 403, and PUT drops them (/groups, 18.9).
  shared_runners_minutes_limit: { 'x-administrator': true },
  extra_shared_runners_minutes_limit: { 'x-administrator': true },
  // From others PUT drops it (/groups/:id, 18.9).
  max_artifacts_size: { 'x-administrator': true },
  // Those of the first LDAP link (GET /groups/:id, 18.9).
  ldap_cn: { 'x-requires': ['ldap_access'], 'x-derived': true },
  ldap_access: { 'x-requires': ['ldap_cn'], 'x-derived': true },
  // The owners, where nobody is named (GET /groups/:id, 18.9).
  unique_project_download_limit_alertlist: { 'x-derived': true },
};

/** The schemas of a group's attributes. */
export const groupFieldSchemas: { readonly [name: string]: PropertySchema } = Object.fromEntries(
  SETTABLE.map((attribute) => [
    attribute.name,
    {
      ...attributeSchema(IN_EVERY_TIER.includes(attribute.name) ? { ...attribute, tier: 'free' } : attribute),
      ...(COMMA_LISTS.has(attribute.name) && COMMA_LIST),
      ...(ONLY_IN_DETAIL.includes(attribute.name) && { 'x-detail': true }),
      ...(SHOWN_NOWHERE.includes(attribute.name) && { writeOnly: true }),
      ...BESIDES[attribute.name],
    },
  ]),
);

/** One attribute in its normal form, from the YAML or from the API. */
export function normalField(name: string, value: Value | undefined): Value | undefined {
  if (COMMA_LISTS.has(name)) return value === undefined ? undefined : listOf(value);
  return value === '' && BLANK_IS_NOTHING.has(name) ? null : value;
}

/** Of these attributes, those that say something which the platform would drop in a group below another. */
export function topOnly(fields: Attributes): readonly string[] {
  return AT_THE_TOP.filter((name) => fields[name] !== undefined && fields[name] !== null && fields[name] !== false);
}

/** Attributes in normal form as the API takes them. */
export function toApi(fields: Attributes): { readonly [name: string]: Value } {
  const entries = Object.entries(fields).flatMap(([name, value]): [string, Value][] => {
    if (value === undefined) return [];
    // An empty text clears what null would not surely clear.
    if (value === null && (COMMA_LISTS.has(name) || BLANK_IS_NOTHING.has(name))) return [[name, '']];
    return [[name, COMMA_LISTS.has(name) && Array.isArray(value) ? value.join(',') : value]];
  });
  return Object.fromEntries(entries);
}

/** The attributes that an object of the API shows, in normal form. Made for every group there is, which is why it is a plain loop. */
export function fromApi(live: LiveObject): Attributes {
  const shown: { [name: string]: Value | undefined } = {};
  for (const name of GROUP_FIELDS) shown[name] = normalField(name, live[name]);
  return shown;
}

/** The sorted items of a list, written as one or with commas; null for an empty one. */
function listOf(value: Value): Value {
  const items = typeof value === 'string' ? value.split(',') : Array.isArray(value) ? value.map(String) : [];
  const set = new Set(items.map((item) => item.trim()).filter((item) => item !== ''));
  return set.size === 0 ? null : [...set].sort();
}
