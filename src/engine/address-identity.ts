import { entryAddress } from '../address.ts';
import { identity, type Kind } from '../kind.ts';
import type { Scope } from '../model.ts';

/** What the address of an entry is compared by: the paths of scopes fold their case, and a key as its kind says. */
export function addressIdentity(kind: Kind, scope: Scope, key: string): string {
  const folded = scope.type === 'instance' ? scope : { ...scope, path: scope.path.toLowerCase() };
  return entryAddress(kind, folded, identity(kind, key));
}
