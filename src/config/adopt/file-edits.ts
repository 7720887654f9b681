import type { ConfigurationEdit } from '../../configuration-edit.ts';
import { nameField, type Kind } from '../../kind.ts';
import type { EnvironmentNames } from '../environment-names.ts';
import { mergeMaps } from '../merge.ts';
import { entryData, fieldData } from '../write.ts';
import type { Path } from '../yaml/locate.ts';
import { isList, isMapping, type YamlMap, type YamlValue } from '../yaml/yaml-value.ts';
import { fieldsSaid, type FieldSaid } from './fields-said.ts';
import type { Spot, WrittenConfiguration, WrittenEntry } from './written-scopes.ts';
import type { Hindrance, YamlEdit } from './yaml-edit.ts';

/** An edit of one file. */
export type FileEdit = YamlEdit & { readonly file: string };

/** The edits of files that say an edit of the configuration, or why none do. */
export function fileEdits(
  edit: ConfigurationEdit,
  kind: Kind,
  written: WrittenConfiguration,
  names: EnvironmentNames,
): readonly FileEdit[] | Hindrance {
  const { scope, key } = edit;
  switch (edit.does) {
    case 'set': {
      const entry = written.entry(scope, kind, key);
      const values = edit.values.map(({ path, value }) => ({
        path,
        value: value === undefined ? undefined : fieldData(kind, scope, key, path, value, names),
      }));
      return valuesSet(edit, kind, entry, fieldsSaid(kind, entry, values), written);
    }
    case 'add':
      return entryAdded(edit, kind, entryData(kind, scope, edit, names), written);
    case 'remove':
      return entryRemoved(edit, kind, written);
    case 'keep':
      return written
        .scopeSpots(scope)
        .flatMap(({ file, path, value }): FileEdit[] =>
          isMapping(value) && value['state'] === 'absent' ? [{ type: 'remove', file, path: [...path, 'state'] }] : [],
        );
  }
}

/** The edits that put values into the entry's own place; where it has none, into a new one there. */
function valuesSet(
  edit: ConfigurationEdit,
  kind: Kind,
  { own, fields, behind }: WrittenEntry,
  said: readonly FieldSaid[],
  written: WrittenConfiguration,
): readonly FileEdit[] | Hindrance {
  const short = kind.shape.type === 'map' ? kind.shape.short : undefined;
  if (own !== undefined && (isMapping(own.value) || kind.host !== undefined)) {
    return said.map(({ path, value }): FileEdit =>
      value === undefined
        ? { type: 'remove', file: own.file, path: [...own.path, ...path] }
        : { type: 'set', file: own.file, path: [...own.path, ...path], value },
    );
  }
  const before: YamlMap = own === undefined ? {} : withoutName(kind, fields);
  const whole = said.reduce<YamlMap>((map, { path, value }) => withValue(map, path, value), before);
  const [only, ...more] = Object.keys(whole);
  const single = only === short && only !== undefined && more.length === 0 ? whole[only] : undefined;
  const value = single !== undefined && typeof single !== 'object' ? single : whole;
  if (own !== undefined) return [{ type: 'set', file: own.file, path: own.path, value }];
  const merged = mergeMaps(behind);
  return inSection(edit, kind, { name: nameIn(kind, merged), value: identified(kind, merged, value) }, written);
}

/** A new entry; where one stands that says there is none, in its place. */
function entryAdded(
  edit: ConfigurationEdit,
  kind: Kind,
  { name, value }: NamedValue,
  written: WrittenConfiguration,
): readonly FileEdit[] | Hindrance {
  const { own, fields } = written.entry(edit.scope, kind, edit.key);
  if (own === undefined || kind.shape.type === 'single') return inSection(edit, kind, { name, value }, written);
  return inPlace(own, kind, { name: nameIn(kind, fields) ?? name, value });
}

/** An entry in place of what is written of it: under its name, or as an item of a list. */
function inPlace({ file, path }: Spot, kind: Kind, named: NamedValue): readonly FileEdit[] {
  const isItem = typeof path.at(-1) === 'number';
  return [{ type: 'set', file, path, value: isItem ? asItem(kind, named) : named.value }];
}

function entryRemoved(
  edit: ConfigurationEdit,
  kind: Kind,
  written: WrittenConfiguration,
): readonly FileEdit[] | Hindrance {
  const { own, behind, fields } = written.entry(edit.scope, kind, edit.key);
  const absent: YamlMap = { state: 'absent' };
  if (kind.shape.type === 'single')
    return own === undefined || behind.length > 0
      ? inSection(edit, kind, { name: undefined, value: absent }, written)
      : [{ type: 'set', file: own.file, path: own.path, value: {} }];
  // What a default declares for many is not there in this one.
  if (behind.length > 0) {
    const merged = mergeMaps([fields, ...behind]);
    const named = { name: nameIn(kind, merged), value: identified(kind, merged, absent) };
    return own === undefined ? inSection(edit, kind, named, written) : inPlace(own, kind, named);
  }
  return own === undefined ? 'unusual' : [{ type: 'remove', file: own.file, path: own.path }];
}

interface NamedValue {
  readonly name: string | undefined;
  readonly value: YamlValue;
}

/** Something new in a section of a scope: where its entries stand, and else in the scope's own place. */
function inSection(
  { scope }: ConfigurationEdit,
  kind: Kind,
  named: NamedValue,
  written: WrittenConfiguration,
): readonly FileEdit[] | Hindrance {
  const spots = written.sectionSpots(scope, kind);
  const [there] = [...spots].sort((a, b) => sizeOf(b) - sizeOf(a));
  const [home] = written.scopeSpots(scope);
  const spot = there ?? (home && { ...home, path: [...home.path, kind.section], value: null });
  if (spot === undefined) return 'unusual';
  const { file, path, value: section } = spot;
  if (kind.shape.type === 'single') return [{ type: 'set', file, path, value: named.value }];
  if (isList(section) && (section.length > 0 || kind.shape.type === 'list' || named.name === undefined))
    return [{ type: 'append', file, path, value: asItem(kind, named) }];
  const isEmpty = !isMapping(section) || Object.keys(section).length === 0;
  if (kind.shape.type === 'list' || named.name === undefined)
    return isEmpty ? [{ type: 'append', file, path, value: asItem(kind, named) }] : 'nameless';
  return underName(kind, { file, path, value: section }, named.name, named.value);
}

/** An entry under its name in a map; beside another of that name where there may be several. */
function underName(
  kind: Kind,
  { file, path, value: section }: Spot,
  name: string,
  value: YamlValue,
): readonly FileEdit[] | Hindrance {
  const at: Path = [...path, name];
  if (kind.shape.type === 'map' && kind.shape.several === true) return [{ type: 'join', file, path: at, value }];
  return isMapping(section) && Object.hasOwn(section, name) ? 'taken' : [{ type: 'set', file, path: at, value }];
}

/** An entry as an item of a list, where its name is a field. */
function asItem(kind: Kind, { name, value }: NamedValue): YamlValue {
  const { shape } = kind;
  const field = nameField(kind);
  const fields: YamlMap = isMapping(value)
    ? value
    : shape.type === 'map' && shape.short !== undefined
      ? { [shape.short]: value }
      : {};
  return field === undefined || name === undefined ? fields : { [field]: name, ...fields };
}

/** A value with the fields beside its name that tell the entry from others. */
function identified(kind: Kind, fields: YamlMap, value: YamlValue): YamlValue {
  const normal = (spec: YamlMap): string => kind.identity.key(kind.identity.normal?.(spec) ?? spec);
  const key = normal(fields);
  const telling = Object.keys(fields).filter((name) => {
    if (name === nameField(kind)) return false;
    return normal(Object.fromEntries(Object.entries(fields).filter(([other]) => other !== name))) !== key;
  });
  if (telling.length === 0) return value;
  return {
    ...Object.fromEntries(telling.map((name) => [name, fields[name] ?? null])),
    ...(isMapping(value) ? value : {}),
  };
}

function nameIn(kind: Kind, fields: YamlMap): string | undefined {
  const name = fields[nameField(kind) ?? ''];
  return typeof name === 'string' ? name : undefined;
}

function withoutName(kind: Kind, fields: YamlMap): YamlMap {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => name !== nameField(kind)));
}

function withValue(map: YamlMap, [step, ...rest]: readonly string[], value: YamlValue | undefined): YamlMap {
  if (step === undefined) return map;
  const others = Object.fromEntries(Object.entries(map).filter(([name]) => name !== step));
  if (rest.length === 0) return value === undefined ? others : { ...map, [step]: value };
  const before = map[step];
  return { ...map, [step]: withValue(isMapping(before) ? before : {}, rest, value) };
}

function sizeOf({ value }: Spot): number {
  return isMapping(value) ? Object.keys(value).length : isList(value) ? value.length : 0;
}
