import { isList, isMap } from '../base/shape.ts';
import type { Kind, PropertySchema, ValueNeeds } from '../kind.ts';
import type { Value } from '../model.ts';
import { propertyOf } from './kinds.ts';

/** What the value of a field may hold, and not every instance knows: a field within it, such as `deploy_key`, or one of its values, such as `planner`. */
export interface FieldPart {
  readonly field: string;
  /** As sentences name it: `a deploy_key in push_access_level`, `access_level planner`. */
  readonly what: string;
  readonly needs: ValueNeeds;
  /** What to do where it is unknown: `take the deploy_key out`, `write another access_level`. */
  readonly remedy: string;
  /** What GitLab does with it where it is unknown: a value of a field is refused, a field within one is dropped. */
  readonly unknown: 'refused' | 'dropped';
  readonly isIn: (value: Value) => boolean;
}

/** The parts of the values of a kind's fields, in lists and alternatives as well. */
export function fieldParts(kind: Kind): readonly FieldPart[] {
  return Object.keys(kind.schema.properties).flatMap((field) => {
    const schema = propertyOf(kind, field);
    return [...fieldsIn(schema).map((inner) => innerField(field, inner)), ...valuesIn(schema).map(oneValue(field))];
  });
}

function innerField(field: string, [name, needs]: readonly [string, PropertySchema]): FieldPart {
  const isIn = (value: Value): boolean => holdsField(value, name);
  return { field, what: `a ${name} in ${field}`, needs, remedy: `take the ${name} out`, unknown: 'dropped', isIn };
}

function oneValue(field: string): (value: readonly [string, ValueNeeds]) => FieldPart {
  return ([name, needs]) => {
    const isIn = (value: Value): boolean => (isList(value) ? value.some(isIn) : value === name);
    return { field, what: `${field} ${name}`, needs, remedy: `write another ${field}`, unknown: 'refused', isIn };
  };
}

function fieldsIn(schema: PropertySchema | undefined): readonly (readonly [string, PropertySchema])[] {
  if (schema === undefined) return [];
  return [...Object.entries(schema.properties ?? {}), ...formsIn(schema).flatMap(fieldsIn)];
}

function valuesIn(schema: PropertySchema | undefined): readonly (readonly [string, ValueNeeds])[] {
  if (schema === undefined) return [];
  return [...Object.entries(schema['x-values'] ?? {}), ...formsIn(schema).flatMap(valuesIn)];
}

/** What stands in a list, and what may stand in one place. */
function formsIn({ items, anyOf = [], oneOf = [] }: PropertySchema): readonly PropertySchema[] {
  return [...(items === undefined ? [] : [items]), ...anyOf, ...oneOf];
}

function holdsField(value: Value, name: string): boolean {
  return isList(value) ? value.some((item) => holdsField(item, name)) : isMap(value) && (value[name] ?? null) !== null;
}
