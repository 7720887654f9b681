import { isList, isMap } from '../base/shape.ts';
import type { Kind, PropertySchema } from '../kind.ts';
import type { Value } from '../model.ts';
import { propertyOf } from './kinds.ts';

/** A field within the values of a field: `deploy_key` in each item of `push_access_level`. */
export interface InnerField {
  readonly field: string;
  readonly within: string;
  readonly schema: PropertySchema;
}

/** What stands within the values of a kind's fields, in lists and alternatives as well. */
export function innerFields(kind: Kind): readonly InnerField[] {
  return Object.keys(kind.schema.properties).flatMap((field) =>
    fieldsIn(propertyOf(kind, field)).map(([within, schema]) => ({ field, within, schema })),
  );
}

function fieldsIn(schema: PropertySchema | undefined): readonly (readonly [string, PropertySchema])[] {
  if (schema === undefined) return [];
  const inner = [...(schema.items === undefined ? [] : [schema.items]), ...(schema.anyOf ?? [])];
  return [...Object.entries(schema.properties ?? {}), ...inner.flatMap(fieldsIn)];
}

/** Whether a value has such a field in it. */
export function holdsField(value: Value, name: string): boolean {
  return isList(value) ? value.some((item) => holdsField(item, name)) : isMap(value) && (value[name] ?? null) !== null;
}
