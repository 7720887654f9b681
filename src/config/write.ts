import { Secret } from '../base/secret.ts';
import { nameField, type Kind } from '../kind.ts';
import type { Attributes, Scope, Value } from '../model.ts';
import { environmentNames, type EnvironmentNames, type NameSecret } from './environment-names.ts';
import { splitTree } from './split-tree.ts';
import { isList, isMapping, type YamlMap, type YamlValue } from './yaml/yaml-value.ts';
import { yamlText, type Node, type Tree } from './yaml/yaml-text.ts';

/** A section to be written: its entries in normal form. */
export interface WritableSection {
  readonly scope: Scope;
  readonly name: string;
  readonly entries: readonly { readonly key: string; readonly spec: Attributes }[];
  /** The names of what stands there and is not declared, so that nothing removes it where the section is pruned one day. */
  readonly ignore?: readonly string[];
}

/** The YAML that loads as these sections, in its shortest usual form and in a stable order, below the lines of `comment`. */
export function writeConfig(
  sections: readonly WritableSection[],
  kinds: readonly Kind[],
  comment: readonly string[] = [],
): string {
  const { root, secrets } = treeOf(sections, kinds);
  return yamlText(root, comment, secrets);
}

/** The same as a folder of files, by their paths in it: one for the instance, and one for each group at the top with all that is in it. */
export function writeConfigFiles(
  sections: readonly WritableSection[],
  kinds: readonly Kind[],
  comment: readonly string[] = [],
): ReadonlyMap<string, string> {
  const { root, secrets } = treeOf(sections, kinds);
  const scopes = kinds.flatMap(({ host, section }) => (host === undefined ? [] : [section]));
  return new Map([...splitTree(root, scopes)].map(([file, tree]) => [file, yamlText(tree, comment, secrets)]));
}

/** The same as plain data, as it is read back. */
export function configData(sections: readonly WritableSection[], kinds: readonly Kind[]): YamlMap {
  return Object.fromEntries([...treeOf(sections, kinds).root].map(([name, value]) => [name, dataOf(value)]));
}

function dataOf(node: Node): YamlValue {
  if (node instanceof Map) return Object.fromEntries([...node].map(([name, value]) => [name, dataOf(value)]));
  return Array.isArray(node) ? node.map(dataOf) : node;
}

/** A configuration to be written, and the environment variables that were named for its secrets. */
interface Written {
  readonly root: Tree;
  readonly secrets: ReadonlySet<string>;
}

function treeOf(sections: readonly WritableSection[], kinds: readonly Kind[]): Written {
  const root: Tree = new Map<string, Node>([['version', 1]]);
  const { nameSecret, names } = environmentNames();
  for (const { kind, section } of inWritingOrder(sections, kinds)) {
    const container = containerOf(root, kind, section.scope, kinds);
    const { ignore = [] } = section;
    // Which groups are left alone is said in the instance, that they stand in.
    const around = (): Tree => (kind.host === undefined ? container : branch(root, 'instance'));
    if (ignore.length > 0) branch(around(), 'ignore').set(kind.section, [...ignore]);
    // An empty section is watched, beside what is left alone in it.
    if (section.entries.length === 0 && ignore.length > 0 && kind.host !== undefined) continue;
    const entries = [...section.entries].sort((a, b) => (a.key < b.key ? -1 : 1));
    const name =
      (entry: { readonly key: string }): NameSecret =>
      (field) =>
        nameSecret(kind, section.scope, entry.key, field);
    switch (kind.shape.type) {
      case 'single':
        for (const entry of entries) container.set(kind.section, fieldsOf(kind, entry.spec, name(entry)));
        break;
      case 'list':
        container.set(
          kind.section,
          entries.map((entry) => fieldsOf(kind, entry.spec, name(entry))),
        );
        break;
      case 'map': {
        if (!fitsMap(kind, entries)) {
          container.set(
            kind.section,
            entries.map((entry) => itemOf(kind, entry.spec, name(entry))),
          );
          break;
        }
        const map = branch(container, kind.section);
        for (const entry of entries) writeNamed(map, kind, entry, name(entry));
      }
    }
  }
  return { root, secrets: names };
}

/** What stands in the instance, then what hosts others, then what is in those, so that a scope's own fields stand above its sections. */
function inWritingOrder(
  sections: readonly WritableSection[],
  kinds: readonly Kind[],
): readonly { kind: Kind; section: WritableSection }[] {
  const path = ({ scope }: WritableSection): string => (scope.type === 'instance' ? '' : scope.path);
  const found = kinds.flatMap((kind, rank) => {
    const inScope = ({ scope }: WritableSection): boolean =>
      kind.host !== undefined || kind.scopes.includes(scope.type);
    const own = sections.filter((section) => section.name === kind.section && inScope(section));
    return own.map((section) => ({ kind, section, rank, wave: waveOf(kind, section.scope) }));
  });
  return found.sort((a, b) => a.wave - b.wave || a.rank - b.rank || (path(a.section) < path(b.section) ? -1 : 1));
}

function waveOf(kind: Kind, scope: Scope): number {
  if (kind.host !== undefined) return 1;
  return scope.type === 'instance' ? 0 : 2;
}

/** Where the sections of a scope are written. */
export function containerOf(root: Tree, kind: Kind, scope: Scope, kinds: readonly Kind[]): Tree {
  if (kind.host !== undefined) return root;
  if (scope.type === 'instance') return branch(root, 'instance');
  const host = kinds.find((one) => one.host?.type === scope.type);
  return branch(branch(root, host?.section ?? `${scope.type}s`), scope.path);
}

/** The map under a name, made where there is none. */
export function branch(tree: Tree, name: string): Tree {
  const known = tree.get(name);
  if (known instanceof Map) return known;
  const made: Tree = new Map();
  tree.set(name, made);
  return made;
}

/** Whether a map can say all of these: each has a name, and no two have the same where there is one of each alone. */
function fitsMap(kind: Kind, entries: readonly { readonly spec: Attributes; readonly key: string }[]): boolean {
  if (kind.host !== undefined) return true;
  const names = entries.map(({ spec, key }) => nameOf(kind, spec, key));
  if (names.includes(undefined)) return false;
  return new Set(names).size === names.length || (kind.shape.type === 'map' && kind.shape.several === true);
}

/** The name under which an entry stands in a map; undefined where it has none of its own, as a hook that is found by its URL. */
function nameOf(kind: Kind, spec: Attributes, key: string): string | undefined {
  const given = spec[nameField(kind) ?? ''];
  return typeof given === 'string' ? given : kind.identity.alias === undefined ? key : undefined;
}

/** An entry in a list, where its name is a field. */
function itemOf(kind: Kind, spec: Attributes, nameSecret: NameSecret): Tree {
  const field = nameField(kind) ?? '';
  const name = spec[field];
  return new Map([...(typeof name === 'string' ? [[field, name] as const] : []), ...fieldsOf(kind, spec, nameSecret)]);
}

function writeNamed(
  map: Tree,
  kind: Kind,
  entry: { readonly key: string; readonly spec: Attributes },
  nameSecret: NameSecret,
): void {
  const given = entry.spec[nameField(kind) ?? ''];
  const name = typeof given === 'string' ? given : entry.key;
  const fields = fieldsOf(kind, entry.spec, nameSecret);
  if (kind.host !== undefined) {
    const scope = branch(map, name);
    for (const [field, value] of fields) scope.set(field, value);
    return;
  }
  const before = map.get(name);
  if (before !== undefined) {
    map.set(name, [...(Array.isArray(before) ? before : [before]), fields]);
    return;
  }
  map.set(name, shortened(kind, fields));
}

/** The fields, or the only one of them where that is enough. */
function shortened({ shape }: Kind, fields: Tree): Node {
  const short = shape.type === 'map' && shape.short !== undefined ? fields.get(shape.short) : undefined;
  return fields.size === 1 && short !== undefined && typeof short !== 'object' ? short : fields;
}

/** One entry as plain data: the name under which it stands in a map, if it has one, and what stands there. */
export function entryData(
  kind: Kind,
  scope: Scope,
  { key, spec }: { readonly key: string; readonly spec: Attributes },
  { nameSecret }: EnvironmentNames,
): { readonly name: string | undefined; readonly value: YamlValue } {
  const fields = fieldsOf(kind, spec, (field) => nameSecret(kind, scope, key, field));
  return { name: nameOf(kind, spec, key), value: dataOf(shortened(kind, fields)) };
}

/** A value of a field as plain data. */
export function fieldData(
  kind: Kind,
  scope: Scope,
  key: string,
  path: readonly string[],
  value: Value,
  { nameSecret }: EnvironmentNames,
): YamlValue {
  return dataOf(plain(value, path, (field) => nameSecret(kind, scope, key, field)));
}

/** An entry's fields in the order of its schema; nothing is written for what is null or not shown, save a secret that has to be there. */
function fieldsOf(kind: Kind, spec: Attributes, nameSecret: NameSecret): Tree {
  const tree: Tree = new Map();
  for (const [field, schema] of Object.entries(kind.schema.properties)) {
    if (field === nameField(kind)) continue;
    const value = spec[field];
    if (value !== undefined && value !== null) {
      tree.set(field, plain(value, [field], nameSecret));
    } else if (schema['x-secret'] === true && kind.schema.required?.includes(field) === true) {
      tree.set(field, new Map([['env', nameSecret([field])]]));
    }
  }
  return tree;
}

function plain(value: Value, path: readonly string[], nameSecret: NameSecret): Node {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Secret) return reference(value, path, nameSecret);
  if (isList(value)) {
    return value.map((item, index) => plain(item, [...path, String(index)], nameSecret));
  }
  const fields: [string, Node][] = [];
  for (const name of Object.keys(value)) {
    const inner = isMapping(value) ? value[name] : undefined;
    if (inner !== undefined) fields.push([name, plain(inner, [...path, name], nameSecret)]);
  }
  return new Map(fields);
}

function reference({ source }: Secret, path: readonly string[], nameSecret: NameSecret): Tree {
  switch (source.type) {
    case 'env':
      return new Map([['env', source.name]]);
    case 'file':
      return new Map([['file', source.path]]);
    case 'text':
      return new Map([['env', nameSecret(path)]]);
  }
}
