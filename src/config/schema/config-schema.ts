import { nameField, type Kind } from '../../kind.ts';
import type { JsonObject, ScopeType } from '../../model.ts';
import { cleanJson, nullable, published, secretReference } from './property-schema.ts';
import { topLevelOptionsSchema } from './top-level-options.ts';
import { engineWords, fieldSchema, ignoreWord, kindsIn, noun, pruneWord } from './words.ts';

/** The JSON Schema (draft-07, which editors complete best) of a configuration made of these kinds. */
export function configSchema(kinds: readonly Kind[]): JsonObject {
  const hosts = kinds.filter((kind) => kind.host !== undefined);
  const definitions: { [name: string]: unknown } = { secret: secretReference };
  for (const kind of kinds) Object.assign(definitions, definitionsOf(kinds, kind));
  return cleanJson({
    $schema: 'http://json-schema.org/draft-07/schema#',
    $comment: 'Generated from the kinds; test/config/schema.test.ts keeps it current.',
    title: 'Keelson configuration',
    type: ['object', 'null'],
    additionalProperties: false,
    properties: {
      version: { const: 1, description: 'The version of this language; 1 where it is left out.' },
      instance: {
        ...scopeSchema(kinds, 'instance', {}),
        description: 'What hangs from the instance itself.',
      },
      defaults: defaultsSchema(hosts),
      ...Object.fromEntries(hosts.map((host) => [host.section, ref(`${host.section}_section`)])),
      ...Object.fromEntries(Object.entries(topLevelOptionsSchema).map(([word, option]) => [word, published(option)])),
      allow_plain_secrets: {
        type: 'array',
        items: { type: 'string', minLength: 1 },
        description: 'Secrets that may stand in the configuration as plain text, as globs over `address.field`.',
      },
    },
    definitions,
  });
}

function ref(name: string): { readonly $ref: string } {
  return { $ref: `#/definitions/${name}` };
}

function defaultsSchema(hosts: readonly Kind[]): object {
  const properties: { [name: string]: object } = {};
  for (const host of hosts) {
    const description = `For every declared ${noun(host)} whose path fits the pattern.`;
    properties[host.section] = { type: 'object', additionalProperties: ref(`${host.section}_defaults`), description };
  }
  return {
    type: 'object',
    additionalProperties: false,
    description:
      'What holds where an entry says nothing else. A pattern with more literal segments wins, then the one with fewer `**`, then the longer.',
    properties,
  };
}

/** The words, and the sections, of one scope. */
function scopeSchema(kinds: readonly Kind[], scope: ScopeType, own: object, suffix = '_section'): object {
  const ignore = { ...ignoreWord(kinds, scope), additionalProperties: false };
  const properties: { [name: string]: object } = { ...own, prune: pruneWord(kinds, scope), ignore };
  for (const kind of kindsIn(kinds, scope)) properties[kind.section] = ref(`${definitionName(kinds, kind)}${suffix}`);
  return { type: 'object', additionalProperties: false, properties };
}

/** The name of a kind's definitions. Two kinds may have one section name, in different scopes. */
function definitionName(kinds: readonly Kind[], kind: Kind): string {
  const first = kinds.find((other) => other.section === kind.section);
  return first === kind ? kind.section : `${kind.scopes.join('_')}_${kind.section}`;
}

function definitionsOf(kinds: readonly Kind[], kind: Kind): { readonly [name: string]: object } {
  const name = definitionName(kinds, kind);
  if (kind.host !== undefined) return hostDefinitions(kinds, kind, kind.host.type, name);
  const fields = { ...propertiesOf(kind), ...engineWords(kinds, kind) };
  const entry = { title: noun(kind), type: 'object', additionalProperties: false, properties: fields };
  const complete = { title: noun(kind), allOf: [ref(name)], ...completeness(kind) };
  const item = kind.shape.type === 'map' ? { [`${name}_item`]: itemSchema(kind, kind.shape.name, fields) } : {};
  const partial = sectionSchema(kind, name, '');
  const strict = hasRules(kind.schema) || kind.variants !== undefined;
  const section = strict ? sectionSchema(kind, name, '_complete') : partial;
  return {
    [name]: entry,
    ...(strict ? { [`${name}_complete`]: complete } : {}),
    ...item,
    ...variantDefinitions(kind, name, engineWords(kinds, kind)),
    [`${name}_section`]: section,
    ...(kind.scopes.some((scope) => scope !== 'instance') ? { [`${name}_defaults`]: partial } : {}),
  };
}

function hostDefinitions(
  kinds: readonly Kind[],
  kind: Kind,
  scope: ScopeType,
  name: string,
): { readonly [name: string]: object } {
  // In these entries null takes a default away, so that every field may have it.
  const fields = Object.fromEntries(Object.entries(propertiesOf(kind)).map(([key, value]) => [key, nullable(value)]));
  const words = engineWords(kinds, kind);
  const entry = { title: noun(kind), ...scopeSchema(kinds, scope, { ...fields, ...words }), type: 'object' };
  const general = Object.fromEntries(Object.entries(words).filter(([word]) => word === 'protect'));
  const usual = Object.fromEntries(
    Object.entries(fields).filter(([field]) => fieldSchema(kind, field)?.['x-making'] !== true),
  );
  const defaults = scopeSchema(kinds, scope, { ...usual, ...general }, '_defaults');
  return {
    [name]: entry,
    [`${name}_section`]: { type: 'object', description: kind.description, additionalProperties: ref(name) },
    [`${name}_defaults`]: { title: `${noun(kind)} defaults`, ...defaults },
  };
}

/** A kind's own fields, without the one that the key fills. */
function propertiesOf(kind: Kind): { [name: string]: object } {
  const properties: { [name: string]: object } = {};
  for (const [name, property] of Object.entries(kind.schema.properties)) {
    if (name !== nameField(kind)) properties[name] = published(property);
  }
  return properties;
}

/** What entries of some names take, under definitions of their own: an editor offers no others. */
function variantDefinitions(kind: Kind, name: string, words: object): { readonly [name: string]: object } {
  const definitions: { [name: string]: object } = {};
  for (const [key, { title, description, properties, required }] of kind.variants ?? []) {
    const fields = Object.fromEntries(
      Object.entries(properties).map(([field, property]) => [field, published(property)]),
    );
    const own = { title, type: 'object', additionalProperties: false, properties: { ...fields, ...words } };
    const complete = {
      allOf: [ref(variantName(name, key))],
      ...completeness({ schema: { properties, required }, shape: kind.shape }),
    };
    definitions[variantName(name, key)] = { description, ...own };
    definitions[`${variantName(name, key)}_complete`] = { title, description, ...complete };
  }
  return definitions;
}

function variantName(name: string, key: string): string {
  return `${name}_${key.replaceAll('-', '_')}`;
}

function hasRules(schema: Kind['schema']): boolean {
  return (schema.required?.length ?? 0) > 0 || schema.oneOf !== undefined || schema.anyOf !== undefined;
}

/** What an entry needs, unless it is only to be removed, or a section without any. Held against entries by rules.ts once defaults are in them; here for editors. */
function completeness({ schema, shape }: Pick<Kind, 'schema' | 'shape'>): object {
  const { required, oneOf, anyOf } = schema;
  const rules = { ...(required ? { required } : {}), ...(oneOf ? { oneOf } : {}), ...(anyOf ? { anyOf } : {}) };
  const removed = { required: ['state'], properties: { state: { const: 'absent' } } };
  return { if: shape.type === 'single' ? { anyOf: [removed, { maxProperties: 0 }] } : removed, then: {}, else: rules };
}

/** An entry of a map that is written as a list: its name is a field. */
function itemSchema(kind: Kind, name: string, fields: object): object {
  return {
    title: noun(kind),
    type: 'object',
    additionalProperties: false,
    // What has a second name can be found without the first.
    ...(kind.identity.alias === undefined && { required: [name] }),
    properties: { [name]: nameSchema(kind, name), ...fields },
  };
}

/** What the name of an entry has to look like. */
function nameSchema(kind: Kind, name: string): object {
  return published(fieldSchema(kind, name) ?? { type: 'string' });
}

/**
 * A whole section. Nothing in the place of an entry is refused, in defaults as well: it may mean that there is to be none, or one without
 * fields, or that a default behind it does not hold.
 */
function sectionSchema(kind: Kind, name: string, suffix: '' | '_complete'): object {
  const { shape, description } = kind;
  const form = ref(`${name}${suffix}`);
  switch (shape.type) {
    case 'single':
      return { description, ...form };
    case 'list':
      return { description, type: 'array', items: form };
    case 'map': {
      const short = shape.short === undefined ? undefined : propertiesOf(kind)[shape.short];
      const several = shape.several ? [{ title: `several of one ${shape.name}`, type: 'array', items: form }] : [];
      const entry = { anyOf: [form, ...(short === undefined ? [] : [{ title: shape.short, ...short }]), ...several] };
      return {
        description,
        anyOf: [
          {
            type: 'object',
            propertyNames: nameSchema(kind, shape.name),
            ...variantProperties(kind, name, suffix),
            additionalProperties: entry,
          },
          { type: 'array', items: ref(`${name}_item`) },
        ],
      };
    }
  }
}

function variantProperties({ variants }: Kind, name: string, suffix: string): object {
  if (variants === undefined) return {};
  const keys = [...variants.keys()];
  return { properties: Object.fromEntries(keys.map((key) => [key, ref(`${variantName(name, key)}${suffix}`)])) };
}
