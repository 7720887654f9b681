import catalogue from '../../../schemas/catalogue/group-attributes.json' with { type: 'json' };
import type { RequestContext } from '../http/request-context.ts';
import { cascades } from './cascades.ts';
import type { Json } from '../store/json.ts';
import type { Param, Params } from '../http/params.ts';
import { internalError, refuse } from '../http/reply.ts';
import type { GroupRow } from './rows.ts';
import type { Bag } from '../store/rows.ts';

/** An attribute of a group, as the catalogue describes it. */
export interface Attribute {
  readonly name: string;
  readonly type: string;
  readonly enum?: readonly (string | number)[];
  readonly default?: Json;
  readonly create: boolean;
  readonly update: boolean;
}

const attributes = catalogue as readonly Attribute[];

/** What is a column of its own, or handled apart. */
const apart = new Set(['name', 'path', 'parent_id', 'organization_id', 'visibility', 'avatar']);

/** Declared on POST and without an effect there (POST /groups, 18.9). */
const onlyByUpdate = new Set(['show_diff_preview_in_email']);

/** What POST declares and breaks on (POST /groups, 18.9). */
const breaksCreation = ['duo_availability', 'duo_foundational_flows_availability', 'amazon_q_auto_review_enabled'];

/** In the catalogue, and unknown to 18.9: whatever is sent is dropped. That they came with 18.10 is a guess. */
const sinceNext = new Set([
  ...['crm_enabled', 'resource_access_token_notify_inherited', 'lock_resource_access_token_notify_inherited'],
  ...['step_up_auth_required_oauth_provider', 'duo_custom_agents_availability', 'duo_custom_flows_availability'],
  ...['duo_external_agents_availability', 'tool_approval_for_session_availability'],
  ...['built_in_project_templates_enabled', 'lock_built_in_project_templates_enabled', 'duo_template_project_id'],
  'create_code_review_flow_consent',
]);

/** The declared attributes of POST or PUT, from the catalogue. */
export function attributeParams(verb: 'create' | 'update'): Params {
  const named = attributes.filter(
    ({ name, [verb]: taken }) => taken && !apart.has(name) && !(verb === 'create' && onlyByUpdate.has(name)),
  );
  return Object.fromEntries(named.map((attribute) => [attribute.name, declared(attribute)]));
}

function declared(attribute: Attribute): Param {
  const param = nested[attribute.name] ?? paramOf(attribute);
  return sinceNext.has(attribute.name) ? { ...param, since: '18.10' } : param;
}

/** Lists of hashes, with what each must have (PUT /groups/:id, 18.9). */
const nested: Readonly<Record<string, Param>> = {
  foundational_agents_statuses: {
    type: 'hashes',
    fields: { reference: { type: 'string', required: true }, enabled: { type: 'boolean', required: true } },
  },
  duo_namespace_access_rules: {
    type: 'hashes',
    fields: {
      through_namespace: { type: 'hash', required: true, fields: { id: { type: 'integer', required: true } } },
      features: { type: 'strings', required: true },
    },
  },
};

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

/** The old name of disabled_and_overridable is still accepted; always_on is of a later version. */
function textValues(attribute: Attribute): readonly string[] {
  const values = (attribute.enum ?? []).map(String).filter((value) => value !== 'always_on');
  return attribute.name === 'shared_runners_setting' ? [...values, 'disabled_with_override'] : values;
}

const creationLevels = ['noone', 'maintainer', 'developer', 'administrator', 'owner'];

/** The attributes that a write may change here, as the catalogue has them. */
export const changeable: readonly Attribute[] = attributes.filter(({ name }) => !apart.has(name));

/** The attributes of a new group, from the catalogue, the instance's settings and the parent. */
export function initialAttributes(context: RequestContext, parent: GroupRow | undefined): Bag {
  const { settings } = context.platform.state;
  const level = settings['default_project_creation'];
  const fromCatalogue = attributes.filter((entry) => (entry.create || entry.update) && !apart.has(entry.name));
  return {
    ...Object.fromEntries(fromCatalogue.map((entry) => [entry.name, entry.default ?? null])),
    ...Object.fromEntries(cascades.flatMap(({ value, lock }) => [[value, null] as const, [lock, false] as const])),
    project_creation_level: creationLevels[typeof level === 'number' ? level : 2] ?? 'developer',
    default_branch_protection: settings['default_branch_protection'] ?? 2,
    default_branch_protection_defaults: {},
    shared_runners_setting: parent?.attributes['shared_runners_setting'] ?? 'enabled',
    enabled_git_access_protocol: 'all',
    duo_namespace_access_rules: [],
  };
}

type Sent = Readonly<Record<string, Json | undefined>>;

/** The platform breaks on some of what POST declares, and makes no group (POST /groups, 18.9). */
export function refuseBreaking(sent: Sent): void {
  if (breaksCreation.some((name) => sent[name] !== undefined)) refuse(internalError());
}
