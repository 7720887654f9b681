import { isDeepStrictEqual } from 'node:util';
import { isList } from '../../base/shape.ts';
import { nameField, type Kind, type PropertySchema } from '../../kind.ts';
import type { Attributes, Value } from '../../model.ts';
import { isMade, propertyOf } from '../kinds.ts';
import type { ExportedSection } from './exportable.ts';

/** A section without the values that a new GitLab has as well, and how many these were. */
export interface Shortened {
  readonly section: ExportedSection;
  readonly left: number;
}

/**
 * Leaves out what is as on a new GitLab, as far as the schemas know it from a real one. A field that is not declared is left alone, so
 * that the rest plans to nothing as the whole does. What is always there, and has nothing else to say, goes whole.
 */
export function withoutDefaults(section: ExportedSection, kind: Kind): Shortened {
  const shortened = section.entries.map(({ key, spec }) => ({
    key,
    spec: changedFields(kind, key, spec),
    before: spec,
  }));
  const left = shortened.reduce((sum, { spec, before }) => sum + fieldCount(before) - fieldCount(spec), 0);
  const entries = shortened.filter(({ spec }) => !isOnlyChanged(kind) || saysMore(kind, spec));
  return { section: { ...section, entries: entries.map(({ key, spec }) => ({ key, spec })) }, left };
}

/** Whether nothing is made by an entry that says no more than it shows: the settings, the limits of a plan, a project. */
function isOnlyChanged(kind: Kind): boolean {
  return !isMade(kind, {});
}

/** Whether a field is left beside the name. */
function saysMore(kind: Kind, spec: Attributes): boolean {
  const name = nameField(kind);
  return Object.keys(spec).some((field) => field !== name);
}

function fieldCount(spec: Attributes): number {
  return Object.keys(spec).length;
}

function changedFields(kind: Kind, key: string, spec: Attributes): Attributes {
  const rest = Object.entries(spec).filter(([field, value]) => {
    const schema = kind.variants?.get(key)?.properties[field] ?? propertyOf(kind, field);
    return schema === undefined || value === undefined || isNeeded(kind, field) || !isDefault(schema, value);
  });
  const shortened = Object.fromEntries(rest);
  return isSame(kind, spec, shortened) ? shortened : spec;
}

/** Whether an entry without the field would be none, or could be taken for another one. */
function isNeeded(kind: Kind, field: string): boolean {
  const { schema } = kind;
  const choices = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap(({ required }) => required);
  return field === nameField(kind) || choices.includes(field) || schema.required?.includes(field) === true;
}

function isSame({ identity }: Kind, one: Attributes, other: Attributes): boolean {
  return identity.key(one) === identity.key(other);
}

function isDefault(schema: PropertySchema, value: Value): boolean {
  const usual = schema['x-default'];
  if (usual === undefined) return false;
  if (schema['x-set'] === true && isList(usual) && isList(value)) {
    return isDeepStrictEqual([...usual].sort(), [...value].sort());
  }
  return isDeepStrictEqual(usual, value);
}
