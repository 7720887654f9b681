import type { RequestContext } from '../http/request-context.ts';
import { isJsonObject, textOf } from '../store/json.ts';
import type { Json, JsonObject } from '../store/json.ts';
import { message, refuse } from '../http/reply.ts';
import type { Bag } from '../store/rows.ts';

type Changes = Record<string, Json>;

/** An object whose fields are settings too: writing it replaces them all, writing one of them changes the object. */
interface Compound {
  readonly name: string;
  /** Each field, and the setting that it is as well. */
  readonly fields: Readonly<Record<string, string>>;
}

const compounds: readonly Compound[] = [
  {
    name: 'sign_in_restrictions',
    fields: Object.fromEntries(
      [
        ...['session_expire_from_init', 'root_moved_permanently_redirection'],
        ...['require_minimum_email_based_otp_for_users_with_passwords'],
        ...['disable_password_authentication_for_users_with_sso_identities'],
      ].map((name) => [name, name]),
    ),
  },
  {
    name: 'vscode_extension_marketplace',
    fields: {
      enabled: 'vscode_extension_marketplace_enabled',
      extension_host_domain: 'vscode_extension_marketplace_extension_host_domain',
    },
  },
];

/** Settings with two names: what is written under one is read under both (PUT /application/settings, 18.9). */
const twins: readonly (readonly [string, string])[] = [
  ['duo_foundational_flows_enabled', 'duo_foundational_flows_availability'],
  ['duo_remote_flows_enabled', 'duo_remote_flows_availability'],
  ['pre_receive_secret_detection_enabled', 'secret_push_protection_available'],
];

/** The agents that every instance has; their descriptions are prose, and left out (GET /application/settings, 18.9). */
const agents = [
  { reference: 'duo_planner', name: 'Planner' },
  { reference: 'security_analyst_agent', name: 'Security Analyst' },
  { reference: 'analytics_agent', name: 'Data Analyst' },
];

/** Carries what was sent over to the settings that move together with it. */
export function settleCompounds(context: RequestContext, changes: Changes): void {
  const { settings } = context.platform.state;
  for (const compound of compounds) settleCompound(settings, changes, compound);
  for (const [one, other] of twins) {
    const value = changes[one] ?? changes[other];
    if (value !== undefined) Object.assign(changes, { [one]: value, [other]: value });
  }
  settleDuo(changes);
  settleAgents(settings, changes);
}

/** The settings that are read out of others: the fields of compounds, Duo's availability, the agents' names. */
export function derivedFromCompounds(settings: Bag): Bag {
  return {
    ...Object.fromEntries(
      compounds.flatMap(({ name, fields }) => {
        const object = objectOf(settings[name]);
        return Object.entries(fields).map(([field, setting]) => [setting, object[field] ?? null] as const);
      }),
    ),
    duo_availability: availability(settings),
    foundational_agents_statuses: agents.map((agent) => ({
      ...agent,
      description: '(text)',
      enabled: statusesOf(settings)[agent.reference] ?? null,
    })),
  };
}

function settleCompound(settings: Bag, changes: Changes, { name, fields }: Compound): void {
  const sent = changes[name];
  const single = Object.entries(fields).flatMap(([field, setting]): [string, Json][] => {
    const value = changes[setting];
    Reflect.deleteProperty(changes, setting);
    return value === undefined ? [] : [[field, value]];
  });
  if (sent === undefined && single.length === 0) return;
  if (sent !== undefined && !isJsonObject(sent)) broken();
  const kept = sent === undefined ? objectOf(settings[name]) : picked(objectOf(sent), Object.keys(fields));
  changes[name] = { ...kept, ...Object.fromEntries(single) };
}

/** One word stands for two switches; what is neither of the defaults is never_on (PUT /application/settings, 18.9). */
function settleDuo(changes: Changes): void {
  const word = changes['duo_availability'];
  delete changes['duo_availability'];
  if (word === undefined) return;
  changes['duo_features_enabled'] = word === 'default_on';
  changes['lock_duo_features_enabled'] = word !== 'default_on' && word !== 'default_off';
}

function availability(settings: Bag): Json {
  if (settings['lock_duo_features_enabled'] === true) return 'never_on';
  return settings['duo_features_enabled'] === false ? 'default_off' : 'default_on';
}

/** Anything but a list of references with their switches breaks the platform (PUT /application/settings, 18.9). */
function settleAgents(settings: Bag, changes: Changes): void {
  const sent = changes['foundational_agents_statuses'];
  if (sent === undefined) return;
  if (typeof sent === 'string') broken();
  const next: Record<string, Json> = { ...statusesOf(settings) };
  for (const item of Array.isArray(sent) ? (sent as readonly Json[]) : []) {
    if (!isJsonObject(item) || item['name'] !== undefined || item['description'] !== undefined) return broken();
    next[textOf(item['reference'])] = item['enabled'] ?? null;
  }
  changes['foundational_agents_statuses'] = next;
}

function statusesOf(settings: Bag): Bag {
  return objectOf(settings['foundational_agents_statuses']);
}

function broken(): never {
  return refuse(message(500, '500 Internal Server Error'));
}

function picked(object: Bag, names: readonly string[]): JsonObject {
  return Object.fromEntries(names.flatMap((name) => (object[name] === undefined ? [] : [[name, object[name]]])));
}

function objectOf(value: Json | undefined): Bag {
  // A JSON object whose undefined keys are left out is a bag.
  return isJsonObject(value) ? (value as Bag) : {};
}
