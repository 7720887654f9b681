import { canonicalJson } from '../../base/canonical-json.ts';
import { withoutAnySecret } from '../../base/hidden-values.ts';
import { isList, isMap } from '../../base/shape.ts';
import type { Change, FieldChange, Json } from '../../model.ts';

/** The changes without the secrets of this run in what is live: a value that was moved into a secret stands there in plain text still. */
export function withVeiledFields(changes: readonly Change[]): readonly Change[] {
  return changes.map((change) => ({ ...change, fields: change.fields.map(veiled) }));
}

function veiled(field: FieldChange): FieldChange {
  const { from, to } = field;
  if (from === undefined) return field;
  // What stays as it was is live on both sides.
  const stays = to !== undefined && canonicalJson(from) === canonicalJson(to);
  return { ...field, from: without(from), ...(stays && { to: without(to) }) };
}

function without(value: Json): Json {
  if (typeof value === 'string') return withoutAnySecret(value);
  if (isList(value)) return value.map(without);
  if (!isMap(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [withoutAnySecret(name), without(inner)]));
}
