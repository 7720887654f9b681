import { isList, isMap } from '../../base/shape.ts';
import type { PropertySchema } from '../../kind.ts';
import type { Attributes, LiveObject, Value } from '../../model.ts';
import { FIELD_NAMES, projectFields, type FieldName } from './fields.ts';
import { withoutOldNames } from './old-names.ts';

const SCHEMAS: { readonly [Name in FieldName]: PropertySchema } = projectFields;

/** Attributes in their normal form, from the YAML. */
export function normalFields(spec: Attributes): Attributes {
  return Object.fromEntries(
    Object.entries(withoutOldNames(spec)).map(([name, value]): [string, Value | undefined] => [
      name,
      isText(name) && value === '' ? null : value,
    ]),
  );
}

/** The attributes that an object of the API shows, in normal form. Made for every project there is, which is why it is a plain loop. */
export function fromApi(live: LiveObject): Attributes {
  const shown: { [name: string]: Value | undefined } = {};
  for (const name of FIELD_NAMES) shown[name] = shownAs(name, live[name]);
  return shown;
}

/** Attributes in normal form as PUT /projects/:id takes them. */
export function toApi(fields: Attributes): { readonly [name: string]: Value } {
  const entries = Object.entries(fields).flatMap(([name, value]): [string, Value][] => {
    if (value === undefined) return [];
    if (name === 'container_expiration_policy') return [[`${name}_attributes`, value]];
    // An empty text clears what null would not surely clear.
    return [[name, value === null && isText(name) ? '' : value]];
  });
  return Object.fromEntries(entries);
}

function shownAs(name: FieldName, value: Value | undefined): Value | undefined {
  if (name === 'container_expiration_policy') return policyOf(value);
  if (value === '' && isText(name)) return null;
  // A switch that was never set counts as off (allow_merge_on_skipped_pipeline, GET /projects/:id, 18.9).
  if (value === null && SCHEMAS[name].type === 'boolean') return false;
  // Whoever made a project before there were any has none of them.
  return value === null && SCHEMAS[name].type === 'array' ? [] : value;
}

/** Beside what is set it shows when it runs next. */
function policyOf(value: Value | undefined): Value | undefined {
  if (!isMap(value)) return value;
  const names = Object.keys(projectFields.container_expiration_policy.properties);
  return Object.fromEntries(
    names.flatMap((name): [string, Value][] => {
      const shown = value[name];
      return shown === undefined ? [] : [[name, shown === '' ? null : shown]];
    }),
  );
}

/** Whether it is a text that may be none. */
function isText(name: string): boolean {
  const type = Object.hasOwn(SCHEMAS, name) ? SCHEMAS[name as FieldName].type : undefined;
  return isList(type) && type.includes('string');
}
