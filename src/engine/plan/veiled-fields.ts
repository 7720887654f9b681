import { withoutAnySecret } from '../../base/hidden-values.ts';
import { isList, isMap } from '../../base/shape.ts';
import type { Change, FieldChange, Json } from '../../model.ts';

/** The changes without the secrets of this run in what is live: a value that was moved into a secret stands there in plain text still. */
export function withVeiledFields(changes: readonly Change[]): readonly Change[] {
  return changes.map((change) => ({ ...change, fields: change.fields.map(veiled) }));
}

function veiled(field: FieldChange): FieldChange {
  return field.from === undefined ? field : { ...field, from: without(field.from) };
}

function without(value: Json): Json {
  if (typeof value === 'string') return withoutAnySecret(value);
  if (isList(value)) return value.map(without);
  if (!isMap(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [withoutAnySecret(name), without(inner)]));
}
