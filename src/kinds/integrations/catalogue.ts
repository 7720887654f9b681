import catalogue from '../../../schemas/catalogue/integrations.json' with { type: 'json' };
import { once } from '../../base/once.ts';
import type { Secret } from '../../base/secret.ts';
import type { PropertySchema, Variant } from '../../kind.ts';
import type { Json, LiveObject } from '../../model.ts';
import { attributeSchema, type CatalogueAttribute } from '../catalogue.ts';
import { eventSchema, isEventFlag } from '../event-flags.ts';

/** An integration as declared: its own parameters and event flags, under its slug. */
export type IntegrationSpec = { readonly [name: string]: Json | Secret | undefined };

export type LiveIntegration = LiveObject & { readonly slug: string };

export interface Parameter extends CatalogueAttribute {
  /** Demanded in every PUT. */
  readonly required: boolean;
  readonly secret: boolean;
  /** Whether reads show it. */
  readonly returned: boolean;
  /** A change of it makes the platform forget every secret that is not sent along. */
  readonly resetsSecrets?: boolean | undefined;
}

export interface Integration {
  readonly slug: string;
  readonly title: string;
  readonly status: string;
  /** Where it can be set up: `project`, `group`. */
  readonly levels: readonly string[];
  readonly parameters: readonly Parameter[];
  readonly event_flags: readonly string[];
  /** Set to false where a PUT cannot set it up, or a DELETE cannot remove it. */
  readonly creatable?: boolean | undefined;
  readonly deletable?: boolean | undefined;
}

export const INTEGRATIONS: ReadonlyMap<string, Integration> = new Map(
  catalogue.map((integration: Integration) => [integration.slug, integration]),
);

/** Read at the top of the answer, beside the flags, and not among the properties (GET …/integrations/:slug, 19.2). */
export const AT_TOP: ReadonlySet<string> = new Set(['comment_on_event_enabled']);

/** Flags that a PUT takes and no read shows (…/integrations/:slug, 19.2). */
const UNREAD_FLAGS: ReadonlySet<string> = new Set([
  'work_item_events',
  'confidential_work_item_events',
  'subgroup_events',
  'project_events',
]);

/** Whether no read shows a flag. */
export function isUnreadFlag(name: string): boolean {
  return UNREAD_FLAGS.has(name);
}

/** Whether no read shows a parameter. */
export function isHidden(parameter: Parameter): boolean {
  return !AT_TOP.has(parameter.name) && (parameter.secret || !parameter.returned);
}

/** Each parameter by its name, in all the integrations that have it. */
export const PARAMETERS: ReadonlyMap<string, readonly Parameter[]> = grouped(
  [...INTEGRATIONS.values()].flatMap((integration) => integration.parameters),
);

/** The fields that any integration has; which of them one integration takes is for integration-rules.ts to say. */
export const integrationProperties = once((): { readonly [name: string]: PropertySchema } => ({
  ...Object.fromEntries([...PARAMETERS].map(([name, parameters]) => [name, parameterSchema(parameters)])),
  ...Object.fromEntries(
    [...INTEGRATIONS.values()].flatMap(({ event_flags }) => event_flags).map((flag) => [flag, flagSchema(flag)]),
  ),
}));

function flagSchema(flag: string): PropertySchema {
  if (!isEventFlag(flag)) throw new Error(`The catalogue has a flag that is not described: ${flag}`);
  return { ...eventSchema(flag), ...(UNREAD_FLAGS.has(flag) && { writeOnly: true }) };
}

/** What each integration takes, by its slug; those that the API cannot set up are left out. */
export function variantsWith(common: Variant['properties']): ReadonlyMap<string, Variant> {
  const usable = [...INTEGRATIONS.values()].filter(
    ({ status, creatable }) => status !== 'removed' && creatable !== false,
  );
  return new Map(
    usable.map(({ slug, title, levels, parameters, event_flags: flags }) => [
      slug,
      {
        title: `${slug} integration`,
        description: levels.includes('group') ? `${title}.` : `${title}. For projects alone.`,
        properties: {
          ...common,
          ...Object.fromEntries(parameters.map((parameter) => [parameter.name, ownSchema(parameter)])),
          ...Object.fromEntries(flags.map((flag) => [flag, flagSchema(flag)])),
        },
        // What no read shows is demanded with a change alone.
        required: parameters.filter((one) => one.required && (one.secret || !isHidden(one))).map(({ name }) => name),
      },
    ]),
  );
}

/** A parameter as one integration has it. */
function ownSchema(parameter: Parameter): PropertySchema {
  const schema = attributeSchema({ ...parameter, nullable: parameter.type === 'string' });
  return AT_TOP.has(parameter.name) ? { ...schema, writeOnly: false } : schema;
}

/** A name that several integrations use: as strict as they all are, hidden and secret where it is so for all of them. */
function parameterSchema(parameters: readonly Parameter[]): PropertySchema {
  const [first = {}, ...others] = distinct(parameters.map(valueSchema));
  const hidden = parameters.every(isHidden);
  const detail = !hidden && !parameters.some(({ name }) => AT_TOP.has(name));
  return {
    ...(others.length === 0 ? first : { anyOf: [first, ...others] }),
    ...(parameters.every(({ secret }) => secret) && { 'x-secret': true }),
    ...(hidden && { writeOnly: true }),
    ...(detail && { 'x-detail': true }),
    ...descriptionOf(parameters),
  };
}

/** What a parameter is for, in each of the integrations that have it. */
function descriptionOf(parameters: readonly Parameter[]): PropertySchema {
  const texts = [...new Set(parameters.flatMap(({ description }) => description ?? []))];
  return texts.length === 0 ? {} : { description: texts.join(' – ') };
}

/** The type and the bounds alone. */
function valueSchema({ name, type, altTypes, enum: values, pattern, form, maxLength }: Parameter): PropertySchema {
  return attributeSchema({ name, type, altTypes, enum: values, pattern, form, maxLength, nullable: type === 'string' });
}

function distinct(schemas: readonly PropertySchema[]): readonly PropertySchema[] {
  return [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()];
}

function grouped(parameters: readonly Parameter[]): ReadonlyMap<string, readonly Parameter[]> {
  const groups = new Map<string, Parameter[]>();
  for (const parameter of parameters) groups.set(parameter.name, [...(groups.get(parameter.name) ?? []), parameter]);
  return groups;
}
