import { scopePath } from '../address.ts';
import { Secret } from '../base/secret.ts';
import { kind, pick, type Changed, type Site } from '../kind.ts';
import type { Call, Json, LiveObject } from '../model.ts';
import {
  AT_TOP,
  INTEGRATIONS,
  integrationProperties,
  isHidden,
  type Integration,
  type IntegrationSpec,
  type Parameter,
} from './integration-catalogue.ts';
import { checkIntegration } from './integration-rules.ts';

type LiveIntegration = LiveObject & { readonly slug: string };

/** The integrations of a group or a project. An integration that is off is not there: PUT always turns it on, DELETE off. */
export const integrations = kind<IntegrationSpec, LiveIntegration>({
  section: 'integrations',
  singular: 'integration',
  scopes: ['group', 'project'],
  shape: { type: 'map', name: 'slug' },
  description: 'Integrations with other services, by the slugs of their API: `slack`, `jira`, `external-wiki`.',
  schema: {
    properties: {
      slug: { type: 'string', description: 'Which integration.' },
      use_inherited_settings: {
        type: 'boolean',
        'x-since': '17.3',
        description: 'Take over the settings of the nearest group above, or of the instance.',
      },
      ...integrationProperties,
    },
  },
  key: (spec) => slugOf(spec.slug),
  normal: (spec) => ({ ...inOneForm(INTEGRATIONS.get(slugOf(spec.slug)), spec), slug: slugOf(spec.slug) }),
  check: checkIntegration,
  reads: (scope) => [{ path: `${scopePath(scope)}/integrations`, pages: true }],
  detail: (live, scope) => ({ path: `${scopePath(scope)}/integrations/${live.slug}` }),
  decode: (live) => {
    const integration = INTEGRATIONS.get(live.slug);
    return {
      key: live.slug,
      spec: {
        ...Object.fromEntries(Object.keys(integrationProperties).map((name) => [name, undefined])),
        ...(integration && shownFlags(integration, live)),
        ...(integration && shownParameters(integration, live)),
        slug: live.slug,
        use_inherited_settings: live.inherited,
      },
      ...(integration?.deletable === false && { held: 'the API cannot remove it' }),
    };
  },
  create: (entry, site) => [put(slugOf(entry.spec.slug), whole(entry.spec), site)],
  update: (live, changed, site) => [put(live.slug, partial(live, changed), site)],
  remove: (live, site) => [{ method: 'DELETE', path: `${site.at}/integrations/${live.slug}` }],
});

/** Reads and writes use dashes; some pages of the documentation use underscores. */
function slugOf(slug: IntegrationSpec[string]): string {
  return typeof slug === 'string' ? slug.replaceAll('_', '-') : '';
}

function inOneForm(integration: Integration | undefined, spec: IntegrationSpec): IntegrationSpec {
  const parameters = new Map(integration?.parameters.map((parameter) => [parameter.name, parameter]));
  return Object.fromEntries(
    Object.entries(spec).map(([name, value]) => {
      const parameter = parameters.get(name);
      if (parameter === undefined || value === undefined || value === null || value instanceof Secret)
        return [name, value];
      return [name, form(parameter, value)];
    }),
  );
}

function shownFlags({ event_flags: flags }: Integration, live: LiveIntegration): IntegrationSpec {
  // What is written as build_events is read as job_events (…/integrations/:slug, 19.2).
  return Object.fromEntries(flags.map((flag) => [flag, live[flag === 'build_events' ? 'job_events' : flag]]));
}

/** The parameters of a single read; the list has none of them. */
function shownParameters({ parameters }: Integration, live: LiveIntegration): IntegrationSpec {
  const properties = isObject(live.properties) ? live.properties : {};
  return Object.fromEntries(
    parameters.map((parameter) => {
      const value = (AT_TOP.has(parameter.name) ? live : properties)[parameter.name];
      return [parameter.name, value === undefined || isHidden(parameter) ? undefined : form(parameter, value)];
    }),
  );
}

/** A value in one form: the platform stores numbers as texts and the other way round, and leaves unset switches null. */
function form(parameter: Parameter, value: Json): Json {
  switch (parameter.type) {
    case 'boolean':
      return value === null ? (parameter.default ?? false) : value === true || value === 'true';
    case 'integer':
      return typeof value === 'string' && value !== '' ? Number(value) : value;
    case 'string':
      return value === '' ? null : typeof value === 'number' ? String(value) : value;
    default:
      return value ?? [];
  }
}

function put(slug: string, spec: IntegrationSpec, site: Site): Call {
  const names = Object.keys(spec).filter((name) => name !== 'slug');
  return { method: 'PUT', path: `${site.at}/integrations/${slug}`, body: pick<IntegrationSpec>(spec, names) };
}

/** All that is declared. An integration that takes over the settings of a group above ignores it unless told to stop. */
function whole(spec: IntegrationSpec): IntegrationSpec {
  return { ...spec, use_inherited_settings: spec.use_inherited_settings ?? false };
}

/** What changed, what every PUT requires, the secrets that the change would make the platform forget, and what no read shows. */
function partial(live: LiveIntegration, { names, entry }: Changed<IntegrationSpec>): IntegrationSpec {
  if (live.inherited === true || entry.spec.use_inherited_settings === true) return whole(entry.spec);
  const parameters = INTEGRATIONS.get(live.slug)?.parameters ?? [];
  const resets = parameters.some(({ name, resetsSecrets }) => resetsSecrets === true && names.has(name));
  const beside = parameters.filter(({ required, secret }) => required || (resets && secret)).map(({ name }) => name);
  const sent = new Set([...names, ...beside]);
  return Object.fromEntries(Object.entries(entry.spec).filter(([name]) => sent.has(name) || isUnread(name)));
}

/** No secret, and yet never shown: it may differ, and does no harm when it is sent again. */
function isUnread(name: string): boolean {
  const schema = integrationProperties[name];
  return schema?.writeOnly === true && schema['x-secret'] !== true;
}

function isObject(value: Json | undefined): value is LiveObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
