import { scopeAddress } from '../../address.ts';
import { pathsAbove } from '../../base/scope-path.ts';
import { partsOf } from '../address-parts.ts';
import type { Kinds } from '../kinds.ts';

/** Whether something stands in one of these groups, by their addresses. */
export function isInside(address: string, groups: ReadonlySet<string>, kinds: Kinds): boolean {
  const { kind, scope, key } = partsOf(address, kinds);
  const above =
    kind.host !== undefined
      ? pathsAbove(key)
      : scope.type === 'instance'
        ? []
        : [scope.path, ...pathsAbove(scope.path)];
  return above.some((path) => groups.has(scopeAddress({ type: 'group', path })));
}
