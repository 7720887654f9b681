import type { Deed, Item } from '../page-data.ts';
import { pathOf } from './filters.ts';

/** A scope with those below it, and how much is told of it and all of them. */
export interface ScopeNode {
  readonly scope: string;
  /** Its own part of its path. */
  readonly label: string;
  readonly children: ScopeNode[];
  readonly counts: Map<Deed, number>;
}

/** The scopes of the items as a tree, with the groups between them: the instance first, then by path. */
export function scopeTree(items: readonly Item[]): readonly ScopeNode[] {
  const roots: ScopeNode[] = [];
  const known = new Map<string, ScopeNode>();
  const nodeOf = (path: string, scope: string): ScopeNode => {
    const before = known.get(path);
    if (before !== undefined) return before;
    const slash = path.lastIndexOf('/');
    const node = { scope, label: path === '' ? scope : path.slice(slash + 1), children: [], counts: new Map() };
    known.set(path, node);
    if (slash < 0) roots.push(node);
    else nodeOf(path.slice(0, slash), `group[${path.slice(0, slash)}]`).children.push(node);
    return node;
  };
  for (const { scope, deed } of items) {
    const path = pathOf(scope);
    nodeOf(path, scope);
    for (const above of upwards(path)) {
      const { counts } = nodeOf(above, `group[${above}]`);
      counts.set(deed, (counts.get(deed) ?? 0) + 1);
    }
  }
  return roots;
}

/** A path, and those above it: `a/b/c`, `a/b`, `a`. */
function upwards(path: string): readonly string[] {
  const parts = path.split('/');
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}

/** All that is told of a scope and what is below it. */
export function totalOf({ counts }: ScopeNode): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}
