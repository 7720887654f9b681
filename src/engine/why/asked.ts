import { entryAddress } from '../../address.ts';
import { identity, type Kind, type PropertySchema } from '../../kind.ts';
import type { Declared, Desired, Scope } from '../../model.ts';
import { knownParts } from '../address-parts.ts';
import { hostingKind, kindOf, propertyOf, type Kinds } from '../kinds.ts';

/** One thing that is asked for, or a field of it. */
export interface Asked {
  readonly address: string;
  readonly kind: Kind;
  readonly scope: Scope;
  readonly key: string;
  /** The way to the field; empty where all of it is meant. */
  readonly field: readonly string[];
}

/** What `group[platform]/hook[ci].push_events` asks for, in the spelling of the configuration; undefined for what is no address of one thing. */
export function askedFor(text: string, desired: Desired, kinds: Kinds): Asked | undefined {
  const [, address = text, rest] = /^(.*\][^.\]]*|[^.\]]*)(?:\.([^\]]+))?$/s.exec(text) ?? [];
  const parts = knownParts(address, kinds);
  if (parts === undefined || !isOneThing(parts.kind, parts.key)) return undefined;
  const { kind } = parts;
  const scope = declaredScope(parts.scope, desired, kinds);
  if (kind.host === undefined && !kind.scopes.includes(scope.type)) return undefined;
  if (entryAddress(kind, parts.scope, parts.key).toLowerCase() !== address.toLowerCase()) return undefined;
  const key = entryOf(desired, kind, scope, parts.key)?.key ?? parts.key;
  return { address: entryAddress(kind, scope, key), kind, scope, key, field: rest?.split('.') ?? [] };
}

/** The declared entry of a section that has a key. */
export function entryOf({ sections }: Desired, kind: Kind, scope: Scope, key: string): Declared | undefined {
  return sections
    .filter((section) => section.name === kind.section && isSameScope(section.scope, scope))
    .flatMap(({ entries }) => entries)
    .find((entry) => identity(kind, entry.key) === identity(kind, key));
}

/** Whether the group or project that something stands in is declared, so that it can be looked for there. */
export function isInDeclared({ scope }: Asked, desired: Desired, kinds: Kinds): boolean {
  return scope.type === 'instance' || hostOf(scope, desired, kinds) !== undefined;
}

/**
 * The configuration in which the section of what is asked for is watched, though nobody has written it: nothing of it is removed, and what is
 * live in it can be told.
 */
export function watchingFor({ kind, scope }: Asked, desired: Desired): Desired {
  const isThere = desired.sections.some(({ name, scope: at }) => name === kind.section && isSameScope(at, scope));
  if (isThere) return desired;
  return { ...desired, sections: [...desired.sections, { scope, name: kind.section, entries: [], prune: false }] };
}

/** The pattern of a target that fits this very address: in it a star stands for itself. */
export function targetOf({ address }: Asked): string {
  return address.replaceAll('*', String.raw`\*`);
}

/** The schema of what a path leads to in the entries of a kind; undefined where there is no such field. */
export function schemaAt(kind: Kind, [first = '', ...steps]: readonly string[]): PropertySchema | undefined {
  const fields: object = kind.schema.properties;
  if (!Object.hasOwn(fields, first)) return undefined;
  return steps.reduce<PropertySchema | undefined>(
    (schema, step) => schema && innerSchema(schema, step),
    propertyOf(kind, first),
  );
}

function innerSchema(schema: PropertySchema, step: string): PropertySchema | undefined {
  const { properties = {}, additionalProperties: rest, anyOf = [], oneOf = [] } = schema;
  if (Object.hasOwn(properties, step)) return properties[step];
  if (typeof rest === 'object') return rest;
  return [...anyOf, ...oneOf].flatMap((form) => innerSchema(form, step) ?? [])[0];
}

function isOneThing({ shape, host }: Kind, key: string): boolean {
  return (key === '') === (host === undefined && shape.type === 'single');
}

function declaredScope(scope: Scope, desired: Desired, kinds: Kinds): Scope {
  if (scope.type === 'instance') return scope;
  const path = hostOf(scope, desired, kinds)?.key ?? scope.path;
  return { type: scope.type, path };
}

function hostOf(scope: Exclude<Scope, { type: 'instance' }>, desired: Desired, kinds: Kinds): Declared | undefined {
  const kind = hostingKind(kinds, scope.type);
  return kind && entryOf(desired, kindOf(kinds, kind.section), { type: 'instance' }, scope.path);
}

function isSameScope(one: Scope, other: Scope): boolean {
  if (one.type === 'instance' || other.type === 'instance') return one.type === other.type;
  return one.type === other.type && one.path.toLowerCase() === other.path.toLowerCase();
}
