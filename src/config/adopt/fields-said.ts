import { isDeepStrictEqual } from 'node:util';
import type { Kind } from '../../kind.ts';
import { mergeMaps } from '../merge.ts';
import { allowsNull } from '../schema/property-schema.ts';
import { fieldSchema } from '../schema/words.ts';
import type { YamlMap, YamlValue } from '../yaml/yaml-value.ts';
import type { WrittenEntry } from './written-scopes.ts';

/** A field of an entry's own place, or what is inside of one, with what is to stand there; undefined where nothing is. */
export interface FieldSaid {
  readonly path: readonly string[];
  readonly value: YamlValue | undefined;
}

/**
 * How values are said in an entry. Most are written under their own names. What a kind has by another spelling of it gives way to the name
 * itself; and what is not there is left out where that says so, and is null where that is a value.
 */
export function fieldsSaid(kind: Kind, entry: WrittenEntry, values: readonly FieldSaid[]): readonly FieldSaid[] {
  const normal = (spec: YamlMap): { readonly [name: string]: unknown } => kind.identity.normal?.(spec) ?? spec;
  const said: FieldSaid[] = [];
  /** The entry's own fields as they are after all that was said so far. */
  let own: YamlMap = entry.fields;
  const say = (one: FieldSaid): void => {
    said.push(one);
    const [field = '', ...inside] = one.path;
    if (inside.length === 0) own = withField(own, field, one.value);
  };
  const merged = (fields: YamlMap): YamlMap => mergeMaps([fields, ...entry.behind]);
  // What is there is said before what is not: a level may say that there is no role.
  for (const one of [...values].sort((a, b) => Number(isUnset(a.value)) - Number(isUnset(b.value)))) {
    const [field = '', ...inside] = one.path;
    if (inside.length > 0) {
      say(one);
      continue;
    }
    const { value } = one;
    if (isUnset(value)) {
      const without = withField(own, field, undefined);
      const isSaid = isDeepStrictEqual(normal(merged(without))[field], null);
      const schema = fieldSchema(kind, field);
      const mayBeNull = schema === undefined || allowsNull(schema);
      if (isSaid || !mayBeNull) {
        if (Object.hasOwn(own, field)) say({ path: one.path, value: undefined });
      } else say(one);
      continue;
    }
    // An older spelling of the same would contradict it.
    for (const name of spellingsOf(field, own, (fields) => normal(merged(fields))))
      say({ path: [name], value: undefined });
    say(one);
  }
  return said;
}

function isUnset(value: YamlValue | undefined): boolean {
  return value === undefined || value === null;
}

/** The fields that say another one, which is not written itself, and nothing besides. */
function spellingsOf(
  field: string,
  own: YamlMap,
  normal: (fields: YamlMap) => { readonly [name: string]: unknown },
): readonly string[] {
  if (Object.hasOwn(own, field)) return [];
  const before = normal(own);
  if (before[field] === undefined || before[field] === null) return [];
  return Object.keys(own).filter((name) => {
    const after = normal(withField(own, name, undefined));
    return !Object.hasOwn(before, name) && after[field] === undefined;
  });
}

function withField(fields: YamlMap, field: string, value: YamlValue | undefined): YamlMap {
  const others = Object.fromEntries(Object.entries(fields).filter(([name]) => name !== field));
  return value === undefined ? others : { ...fields, [field]: value };
}
