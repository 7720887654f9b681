import { isMap } from '../../base/shape.ts';
import { Secret } from '../../base/secret.ts';
import type { Json } from '../../model.ts';
import {
  AT_TOP,
  INTEGRATIONS,
  isHidden,
  type Integration,
  type IntegrationSpec,
  type LiveIntegration,
  type Parameter,
} from './catalogue.ts';

/** The declared values in the form in which the live ones are said. */
export function inOneForm(spec: IntegrationSpec): IntegrationSpec {
  const slug = slugOf(spec.slug);
  const parameters = new Map(INTEGRATIONS.get(slug)?.parameters.map((parameter) => [parameter.name, parameter]));
  const forms = Object.fromEntries(
    Object.entries(spec).map(([name, value]) => {
      const parameter = parameters.get(name);
      if (parameter === undefined || value === undefined || value === null || value instanceof Secret)
        return [name, value];
      return [name, form(parameter, value)];
    }),
  );
  return { ...forms, slug };
}

/** Reads and writes use dashes; some pages of the documentation use underscores. */
export function slugOf(slug: IntegrationSpec[string]): string {
  return typeof slug === 'string' ? slug.replaceAll('_', '-') : '';
}

/** What a live integration shows of its own: its flags and, in a single read, its parameters. */
export function shownFields(live: LiveIntegration): IntegrationSpec {
  const integration = INTEGRATIONS.get(live.slug);
  return integration === undefined ? {} : { ...shownFlags(integration, live), ...shownParameters(integration, live) };
}

function shownFlags({ event_flags: flags }: Integration, live: LiveIntegration): IntegrationSpec {
  // What is written as build_events is read as job_events (…/integrations/:slug, 19.2).
  return Object.fromEntries(flags.map((flag) => [flag, live[flag === 'build_events' ? 'job_events' : flag]]));
}

/** The parameters of a single read; the list has none of them. */
function shownParameters({ parameters }: Integration, live: LiveIntegration): IntegrationSpec {
  const properties = isMap(live.properties) ? live.properties : {};
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
