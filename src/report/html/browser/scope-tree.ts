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

/** The scopes of a page's items. */
export interface ScopeTree {
  /** The instance first, then by path. */
  readonly roots: readonly ScopeNode[];
  /** Counts these items alone, by their place in the data. */
  readonly count: (shown: readonly boolean[]) => void;
}

/** The scopes of the items as a tree, with the groups between them. */
export function scopeTree(items: readonly Item[]): ScopeTree {
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
  const ways = items.map(({ scope }) => {
    const path = pathOf(scope);
    nodeOf(path, scope);
    return upwards(path).map((above) => nodeOf(above, `group[${above}]`));
  });
  const count = (shown: readonly boolean[]): void => {
    for (const { counts } of known.values()) counts.clear();
    items.forEach(({ deed }, index) => {
      if (shown[index] === false) return;
      for (const { counts } of ways[index] ?? []) counts.set(deed, (counts.get(deed) ?? 0) + 1);
    });
  };
  count([]);
  return { roots, count };
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
