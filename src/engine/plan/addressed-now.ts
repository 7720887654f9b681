import { sectionAddress } from '../../address.ts';
import type { Scope, World } from '../../model.ts';
import type { Kinds } from '../kinds.ts';

/** How a declared scope is addressed before anything is changed: a group that is to be renamed, by its number. */
export function addressedNow(scope: Scope, world: World, kinds: Kinds): Scope {
  if (scope.type === 'instance') return scope;
  const host = [...kinds.values()].find(({ hosts }) => hosts === scope.type);
  const hosts = host && world.sections.get(sectionAddress({ type: 'instance' }, host.section));
  const path = scope.path.toLowerCase();
  const found = hosts?.find((entry) => (entry.standsFor ?? entry.key).toLowerCase() === path);
  return found?.elsewhere && found.id !== undefined ? { ...scope, path: String(found.id) } : scope;
}
