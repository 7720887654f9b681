import { once } from '../../base/once.ts';
import { isList } from '../../base/shape.ts';
import catalogue from '../../../schemas/catalogue/application-settings.json' with { type: 'json' };
import { kind, pick, type Kind, type DecodeContext } from '../../kind.ts';
import { Secret } from '../../base/secret.ts';
import type { Json, LiveObject, Value } from '../../model.ts';
import { attributeSchemas, type CatalogueAttribute } from '../catalogue.ts';
import { companionsOf, companyOf, missingCompanions, withoutCompanions } from './companions.ts';
import { notKept } from './rules.ts';
import { settingAliases, withoutAliases } from './aliases.ts';
import { settingsLockOut } from './lock-outs.ts';
import { entranceSettings, widerSettings } from './wider.ts';
import { liveForm, PROTOCOL, settingForm, withoutCredentials, type SettingsSpec } from './forms.ts';

/** Taken by PUT /application/settings and shown by no read (18.9). */
const UNREAD = ['disable_invite_members', 'globally_allowed_ips'];

const SETTINGS: readonly CatalogueAttribute[] = catalogue
  .filter((setting) => setting.writable)
  .map((setting) => (UNREAD.includes(setting.name) ? { ...setting, readable: false } : setting));
const BY_NAME: ReadonlyMap<string, CatalogueAttribute> = new Map(SETTINGS.map((setting) => [setting.name, setting]));
const ALIASES = settingAliases(SETTINGS);

const schemaOfSettings = once((): Kind['schema'] => ({
  properties: Object.fromEntries(
    Object.entries(attributeSchemas(SETTINGS.map(withoutCompanions))).map(([name, schema]) =>
      // All administrators, where nobody is named (GET /application/settings, 18.9).
      name === 'git_rate_limit_users_alertlist' ? [name, { ...schema, 'x-derived': true }] : [name, schema],
    ),
  ),
}));

/** The settings of the instance: they are always there, so that they are only ever changed. */
export const settings = kind<SettingsSpec, LiveObject>({
  section: 'settings',
  singular: 'settings',
  description: 'The settings of the instance.',
  scopes: ['instance'],
  shape: { type: 'single' },
  get schema() {
    return schemaOfSettings();
  },
  identity: {
    names: 'exact',
    key: () => '',
    normal: (spec) => inOneForm(withoutAliases(inOneForm(spec), ALIASES)),
  },
  reads: {
    all: () => [{ path: '/application/settings' }],
  },
  decode: (live, context) => ({
    key: '',
    spec: Object.fromEntries(SETTINGS.map((setting) => [setting.name, shown(setting, live, context)])),
  }),
  calls: {
    shown: { always: ['signup_enabled'] },
    update: (live, { names, entry }) => {
      const beside = [...names].flatMap((name) => requiredBeside(name, entry.spec[name]));
      const companions = [...names].flatMap((name) => companionsOf(name, entry.spec[name]));
      const body = {
        ...asLive(live, [...companions, ...companyOf(names)]),
        ...pick<SettingsSpec>(entry.spec, new Set([...names, ...beside, ...companions])),
      };
      return [{ method: 'PUT', path: '/application/settings', body: sendable(body) }];
    },
  },
  rules: {
    check: (spec) => [...contradictions(spec), ...credentials(spec), ...missingCompanions(spec), ...notKept(spec)],
  },
  history: {
    events: {
      targets: ['ApplicationSetting'],
      made: [],
      removed: [],
      changed: () => ['application_setting_updated'],
    },
  },
  admits: { wider: widerSettings, entrance: entranceSettings },
  access: {
    locksOut: settingsLockOut,
  },
});

function inOneForm(spec: SettingsSpec): SettingsSpec {
  return Object.fromEntries(
    Object.entries(spec).map(([name, value]) => {
      const setting = BY_NAME.get(name);
      return [
        name,
        setting === undefined || value === undefined || value instanceof Secret ? value : settingForm(setting, value),
      ];
    }),
  );
}

/** What a live setting is declared as; nothing for a secret, also where the platform returns it in clear, or for an alias. */
function shown(setting: CatalogueAttribute, live: LiveObject, context: DecodeContext): Json | undefined {
  const value = live[setting.name];
  const hidden = setting.secret === true || setting.writeOnly === true || setting.readable === false;
  if (hidden || value === undefined || ALIASES.has(setting.name)) return undefined;
  const form = settingForm(setting, liveForm(setting, value));
  if (!isList(form)) return form;
  if (setting.name === CLUSTER) return form.map((url) => (typeof url === 'string' ? withoutCredentials(url) : url));
  // The platform adds its own host to this list whenever it is saved (PUT /application/settings, 18.9).
  const own = setting.name === 'asset_proxy_allowlist' ? new URL(context.instance.url).hostname : undefined;
  return form.filter((host) => host !== own);
}

/** What is live of the companions that are no secret, to be sent as it is. */
function asLive(live: LiveObject, names: readonly string[]): { readonly [name: string]: Json } {
  return Object.fromEntries(
    names.flatMap((name): [string, Json][] => {
      const setting = BY_NAME.get(name);
      const value = live[name];
      return setting === undefined || setting.secret === true || value === undefined ? [] : [[name, value]];
    }),
  );
}

/** The URLs of the search cluster may hold a user and a password. */
const CLUSTER = 'elasticsearch_url';

/** What the platform asks for in the same request when a setting is turned on. */
function requiredBeside(name: string, value: SettingsSpec[string]): readonly string[] {
  const off = value === undefined || value === null || value === false;
  return off ? [] : (BY_NAME.get(name)?.requires ?? []);
}

/** The body that says the same to the platform: a text is cleared by the empty one unless it may be null, and some lists are texts. */
function sendable(body: { readonly [name: string]: Value }): { readonly [name: string]: Value } {
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => {
      const setting = BY_NAME.get(name);
      if (name === PROTOCOL && value === null) return [name, 'all'];
      if (setting?.type !== 'string') return [name, value];
      if (Array.isArray(value)) return [name, value.join(',')];
      return [name, value === null && (setting.nullable !== true || NEVER_NULL.has(name)) ? '' : value];
    }),
  );
}

/** Read as null where it was never set, and 400 where null is sent (PUT /application/settings, 18.9). */
const NEVER_NULL: ReadonlySet<string> = new Set(['jira_connect_additional_audience_url']);

function contradictions(spec: SettingsSpec) {
  return [...ALIASES]
    .filter(([name]) => spec[name] !== undefined)
    .map(([name, { to }]) => ({
      field: name,
      message: `${name} is another name for ${to}, which is declared with another value`,
      remedy: `Remove ${name}`,
    }));
}

function credentials(spec: SettingsSpec) {
  const urls = spec[CLUSTER];
  const bare = !Array.isArray(urls) || urls.every((url) => typeof url !== 'string' || withoutCredentials(url) === url);
  if (bare) return [];
  return [
    {
      field: CLUSTER,
      message: 'A URL of the search cluster holds a user and a password, which would be shown in plans',
      remedy: 'Declare elasticsearch_username and elasticsearch_password instead',
    },
  ];
}
