import { scopeAddress } from '../address.ts';
import type { Kind } from '../kind.ts';
import type { Scope } from '../model.ts';
import { collectDefaults } from './defaults.ts';
import { collectScopes, type WrittenScope } from './scopes.ts';
import type { Source } from './yaml/source-node.ts';

/** Finds where the scopes of these files are written, for whoever has loaded them; letter case tells no two apart. */
export function knownScopes(
  sources: readonly Source[],
  kinds: readonly Kind[],
): (scope: Scope) => WrittenScope | undefined {
  const hosts = kinds.filter(({ host }) => host !== undefined);
  const scopes = collectScopes(sources, kinds, collectDefaults(sources, hosts, unheard), unheard);
  const known = new Map(scopes.map((one) => [nameOf(one.scope), one]));
  return (scope) => known.get(nameOf(scope));
}

function nameOf(scope: Scope): string {
  return scopeAddress(scope).toLowerCase();
}

/** The scope that an entry opens, where it is a group or a project; else the one in which it stands. */
export function hostedBy({ host }: Kind, scope: Scope, key: string): Scope {
  return host?.type === 'project' || host?.type === 'group' ? { type: host.type, path: key } : scope;
}

/** What is wrong with files that are read once more was told when they were loaded. */
export function unheard(): void {
  // Nobody is told again.
}
