import { isMap } from '../../base/shape.ts';
import type { PropertySchema } from '../../kind.ts';
import type { Json, Value } from '../../model.ts';
import { compare, hidden } from '../plan/diff.ts';

/** Whether what is shown is as it was to be; `unseen` where nothing that is shown can tell. */
export type Agreement = 'agrees' | 'differs' | 'unseen';

type Fields = { readonly [name: string]: Value | undefined };

/**
 * Holds one field of a change against what is shown of the object: `path` is as the plan prints it, with the fields of an
 * object, or the name in a map, after a dot; without a value it is not to be there.
 */
export function agreement(
  properties: { readonly [name: string]: PropertySchema },
  path: string,
  to: Json | undefined,
  shows: Fields,
): Agreement {
  const [name = path, ...inner] = path.split('.');
  const schema = properties[name] ?? {};
  const value = shows[name];
  if (hidden(schema)) return 'unseen';
  if (inner.length === 0) return compared(schema, to, value);
  if (value === undefined) return 'unseen';
  if (schema.properties !== undefined) {
    const [first = ''] = inner;
    return agreement(schema.properties, inner.join('.'), to, isMap(value) ? value : { [first]: null });
  }
  // The names in a map may have dots themselves.
  const item = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : {};
  const there = isMap(value) ? value[inner.join('.')] : undefined;
  if (to === undefined || there === undefined) return to === there ? 'agrees' : 'differs';
  return compared(item, to, there);
}

function compared(schema: PropertySchema, to: Json | undefined, value: Value | undefined): Agreement {
  if (hidden(schema)) return 'unseen';
  // Only what is shown can contradict.
  if (to === undefined || value === undefined) return 'unseen';
  if (isMap(to) && schema.properties !== undefined) {
    return all(
      Object.entries(to).map(([name, wanted]) =>
        compared(schema.properties?.[name] ?? {}, wanted, isMap(value) ? value[name] : null),
      ),
    );
  }
  if (isMap(to) && typeof schema.additionalProperties === 'object') {
    const { additionalProperties: item } = schema;
    const live = isMap(value) ? value : {};
    const names = new Set([...Object.keys(to), ...Object.keys(live)]);
    if (names.size > Object.keys(to).length) return 'differs';
    return all(
      Object.entries(to).map(([name, wanted]) => (name in live ? compared(item, wanted, live[name]) : 'differs')),
    );
  }
  return compare('', schema, to, value).length === 0 ? 'agrees' : 'differs';
}

function all(found: readonly Agreement[]): Agreement {
  if (found.includes('differs')) return 'differs';
  return found.includes('unseen') ? 'unseen' : 'agrees';
}
