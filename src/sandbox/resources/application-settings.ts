import { audit } from '../audit.ts';
import { requireAdmin } from '../call.ts';
import type { Call } from '../call.ts';
import { applicationSettingEntity } from '../entities/application-setting.ts';
import { textOf } from '../json.ts';
import type { Json, JsonObject } from '../json.ts';
import { failure, invalid, ok, refuse } from '../reply.ts';
import { route } from '../route.ts';
import type { Bag } from '../rows.ts';
import { allSettings, takes } from '../setting-catalogue.ts';
import { validate } from '../validate.ts';
import { stored } from '../setting-aliases.ts';
import { missingCompanions, settingParams, settingRules, unreadParams } from './setting-params.ts';
import { settingErrors } from './setting-rules.ts';

export const applicationSettingRoutes = [
  // GET /application/settings: reads past the cache, so that a write is seen at once (18.9).
  route({
    method: 'GET',
    path: '/application/settings',
    access: requireAdmin,
    handle: ({ call }) => ok(applicationSettingEntity(call)),
  }),
  // PUT /application/settings: who asks is judged before what is asked (18.9).
  route({
    method: 'PUT',
    path: '/application/settings',
    params: unreadParams(),
    access: requireAdmin,
    handle: ({ call, args }) => {
      const sent = permitted(call, args);
      const changes = settled(call, stored(call, sent));
      const { state } = call.world;
      const errors = settingErrors(state.settings, changes);
      if (Object.keys(errors).length > 0) refuse(invalid(errors));
      auditChanges(call, changes);
      state.settings = { ...state.settings, ...changes };
      return ok(applicationSettingEntity(call));
    },
  }),
];

/** The values in their types; refuses what the parameter layer refuses, then drops what may not be changed here. */
function permitted(call: Call, given: JsonObject): Bag {
  const { edition, state } = call.world;
  const params = settingParams(edition);
  const declared = validate(params, settingRules(params, given), given, edition);
  const errors = [...missingCompanions(given), ...declared.errors];
  if (errors.length > 0) refuse(failure(400, errors.join(', ')));
  const taken = allSettings.filter((setting) => takes(edition, setting, state.settings)).map((setting) => setting.name);
  return Object.fromEntries(
    taken.flatMap((name) => (declared.values[name] === undefined ? [] : [[name, declared.values[name]]])),
  );
}

/** Sign-in providers that an installation may have; others are dropped in silence (PUT, 18.9). */
const providers = [
  ...['atlassian_oauth2', 'auth0', 'azure_activedirectory_v2', 'azure_oauth2', 'bitbucket', 'cas3', 'github'],
  ...['gitlab', 'google_oauth2', 'jwt', 'kerberos', 'ldapmain', 'openid_connect', 'salesforce', 'saml', 'shibboleth'],
];

/** The forms in which some values are kept (PUT /application/settings, 18.9). */
function settled(call: Call, changes: Bag): Bag {
  const next: Record<string, Json> = { ...changes };
  for (const setting of allSettings) {
    const value = next[setting.name];
    if (setting.type === 'integer' && typeof value === 'string' && /^\s*-?\d+\s*$/.test(value)) {
      next[setting.name] = Number(value);
    }
  }
  if (next['enabled_git_access_protocol'] === 'all') next['enabled_git_access_protocol'] = '';
  const sources = next['disabled_oauth_sign_in_sources'];
  if (Array.isArray(sources))
    next['disabled_oauth_sign_in_sources'] = providers.filter((name) => sources.includes(name));
  const proxied = next['asset_proxy_allowlist'];
  if (Array.isArray(proxied)) {
    const hosts = (proxied as readonly Json[]).map(textOf);
    next['asset_proxy_allowlist'] = [...new Set([...hosts, new URL(call.world.externalUrl).hostname])];
  }
  const weights = next['repository_storages_weighted'];
  if (weights !== undefined && weights !== null && typeof weights === 'object') {
    const sent = Object.entries(weights).map(([storage, weight]) => [storage, Number(textOf(weight))] as const);
    // Storages that are left out weigh nothing; the one of every instance is `default`.
    next['repository_storages_weighted'] = { default: 0, ...Object.fromEntries(sent) };
  }
  const limits = next['resource_usage_limits'];
  if (typeof limits === 'string') next['resource_usage_limits'] = parsed(limits);
  return next;
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return refuse(failure(400, 'resource_usage_limits is invalid'));
  }
}

/** One audit event for each setting that changes; secrets are told to have changed, without their values. */
function auditChanges(call: Call, changes: Bag): void {
  const secrets = new Set(allSettings.filter((setting) => setting.secret).map((setting) => setting.name));
  for (const [change, to] of Object.entries(changes)) {
    const from = call.world.state.settings[change] ?? null;
    if (JSON.stringify(from) === JSON.stringify(to)) continue;
    const details = secrets.has(change) ? { change } : { change, from, to };
    audit(call, { event: 'application_setting_updated', entity: { type: 'Instance' }, details });
  }
}
