import type { Kind } from '../kind.ts';
import type { Scope } from '../model.ts';
import { branch, containerOf } from './write.ts';
import { yamlText, type Node, type Tree } from './yaml/yaml-text.ts';

/** Entries of one section that are to be gone. */
export interface AbsentEntries {
  readonly scope: Scope;
  readonly section: string;
  readonly keys: readonly string[];
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
    for (const key of [...one.keys].sort()) map.set(key, new Map([['state', 'absent']]));
  }
  return yamlText(root, comment, new Set());
}
