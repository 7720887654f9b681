import { scopeAddress } from '../../address.ts';
import { pathsAbove } from '../../base/scope-path.ts';
import { partsOf } from '../address-parts.ts';
import type { Kinds } from '../kinds.ts';

/** Whether something stands in one of these groups and projects, by their addresses. */
export function isInside(address: string, groups: ReadonlySet<string>, kinds: Kinds): boolean {
  const { kind, scope, key } = partsOf(address, kinds);
  const around = kind.host !== undefined || scope.type === 'instance' ? [] : [scopeAddress(scope)];
  const path = kind.host !== undefined ? key : scope.type === 'instance' ? '' : scope.path;
  const above = pathsAbove(path).map((one) => scopeAddress({ type: 'group', path: one }));
  return [...around, ...above].some((one) => groups.has(one));
}
