import { isMap } from '../../base/shape.ts';
import type { Kind } from '../../kind.ts';
import type { Json, Value } from '../../model.ts';
import { holdsSecretWithin } from '../holds-secret-within.ts';
import { propertyOf } from '../kinds.ts';
import { hidden, hidesValues, shown } from '../plan/diff.ts';

/** A map of which GitLab shows the names, and shows none. */
export function isPlainlyEmpty(value: Value | undefined): boolean {
  return isMap(value) && Object.keys(value).length === 0;
}

/** A live value as it can be declared again; undefined where there is none, or it holds a secret. */
export function valueBack(kind: Kind, field: string, value: Value | undefined): Json | undefined {
  const schema = propertyOf(kind, field);
  if (schema === undefined || value === undefined || isWithheld(value)) return undefined;
  if (value !== null || allows(schema.type, 'null')) return shown(schema, value);
  if (allows(schema.type, 'string')) return '';
  if (allows(schema.type, 'boolean')) return false;
  return allows(schema.type, 'array') ? [] : undefined;
}

function allows(type: string | readonly string[] | undefined, word: string): boolean {
  return type === word || (Array.isArray(type) && type.includes(word));
}

/** Whether a field says nothing that could be declared again: GitLab does not show it, it is none of its own, or leads one way only. */
export function isUnseen(kind: Kind, field: string): boolean {
  const schema = propertyOf(kind, field);
  return (
    schema === undefined ||
    hidden(schema) ||
    hidesValues(schema) ||
    schema['x-local'] === true ||
    schema['x-one-way'] !== undefined ||
    schema['x-making'] === true
  );
}

/** Whether a secret is in it, which no file may hold. */
export function isWithheld(value: Value | undefined): boolean {
  return holdsSecretWithin(value, () => true);
}

/** The fields that no entry may lack, or of which it needs one. */
export function neededBy({ schema: { required = [], anyOf = [], oneOf = [] } }: Kind): readonly string[] {
  return [...new Set([...required, ...[...anyOf, ...oneOf].flatMap((choice) => choice.required)])];
}
