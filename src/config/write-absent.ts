import { nameField, type Kind } from '../kind.ts';
import type { Attributes, Scope } from '../model.ts';
import { branch, containerOf } from './write.ts';
import { yamlText, type Node, type Tree } from './yaml/yaml-text.ts';

/** Entries of one section that are to be gone. */
export interface AbsentEntries {
  readonly scope: Scope;
  readonly section: string;
  readonly keys: readonly string[];
  /** The fields of those of which a map may hold several under one name, by their keys. */
  readonly specs?: ReadonlyMap<string, Attributes>;
}

/** The YAML that declares entries to be gone, and nothing else, below the lines of `comment`. */
export function writeAbsent(
  sections: readonly AbsentEntries[],
  kinds: readonly Kind[],
  comment: readonly string[],
): string {
  const root: Tree = new Map<string, Node>([['version', 1]]);
  const path = ({ scope }: AbsentEntries): string => (scope.type === 'instance' ? '' : scope.path);
  for (const one of [...sections].sort((a, b) => (path(a) < path(b) ? -1 : 1))) {
    const kind = kinds.find(({ section }) => section === one.section);
    if (kind === undefined) continue;
    const map = branch(containerOf(root, kind, one.scope, kinds), kind.section);
    for (const key of [...one.keys].sort()) {
      const { name, fields } = named(kind, key, one.specs?.get(key));
      const entry: Tree = new Map([...fields, ['state', 'absent']]);
      const before = map.get(name);
      map.set(name, before === undefined ? entry : [...(Array.isArray(before) ? before : [before]), entry]);
    }
  }
  return yamlText(root, comment, new Set());
}

/** The name under which an entry stands in a map, and what tells it from others of that name. */
function named(
  kind: Kind,
  key: string,
  spec: Attributes = {},
): { readonly name: string; readonly fields: readonly (readonly [string, string])[] } {
  const texts = Object.entries(spec).flatMap(([field, value]) =>
    typeof value === 'string' ? [[field, value] as const] : [],
  );
  const [, name = key] = texts.find(([field]) => field === nameField(kind)) ?? [];
  return { name, fields: texts.filter(([field]) => field !== nameField(kind)) };
}
