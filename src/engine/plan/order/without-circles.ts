import type { Edge } from './access-order.ts';

/** The edges that can be added to what is needed already: a rule of good order gives way to a reference that says the opposite. */
export function* withoutCircles(
  edges: readonly Edge[],
  needs: ReadonlyMap<string, ReadonlySet<string>>,
): Generator<Edge> {
  if (edges.length === 0) return;
  const dependents = dependentsOf(needs);
  for (const edge of edges) {
    const [later, earlier] = [edge[0].change.address, edge[1].change.address];
    if (waitsFor(earlier, later, dependents)) continue;
    yield edge;
    add(dependents, earlier, later);
  }
}

type Dependents = Map<string, Set<string>>;

function dependentsOf(needs: ReadonlyMap<string, ReadonlySet<string>>): Dependents {
  const dependents: Dependents = new Map();
  for (const [later, all] of needs) for (const earlier of all) add(dependents, earlier, later);
  return dependents;
}

function add(dependents: Dependents, earlier: string, later: string): void {
  const known = dependents.get(earlier);
  if (known === undefined) dependents.set(earlier, new Set([later]));
  else known.add(later);
}

/** Whether one change is, by whatever detour, to be done after another. */
function waitsFor(change: string, other: string, dependents: Dependents): boolean {
  const seen = new Set([other]);
  for (const address of seen) {
    if (address === change) return true;
    for (const dependent of dependents.get(address) ?? []) seen.add(dependent);
  }
  return false;
}
