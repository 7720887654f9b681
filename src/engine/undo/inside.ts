import { scopeAddress } from '../../address.ts';
import { pathsTo } from '../../base/scope-path.ts';
import { partsOf } from '../address-parts.ts';
import type { Kinds } from '../kinds.ts';

/**
 * Whether something is made in one of these groups and projects, by their addresses, so that it goes with it. What was there before, and is moved into it with
 * all that it holds, does not.
 */
export function isMadeInside(
  address: string,
  groups: ReadonlySet<string>,
  wasThere: (address: string) => boolean,
  kinds: Kinds,
): boolean {
  const { kind, scope, key } = partsOf(address, kinds);
  if (kind.host !== undefined && wasThere(address)) return false;
  const path = kind.host !== undefined ? key : scope.type === 'instance' ? '' : scope.path;
  const own = kind.host === undefined && scope.type === 'project' ? [scopeAddress(scope)] : [];
  const above = pathsTo(path)
    .map((one) => scopeAddress({ type: 'group', path: one }))
    .filter((one) => one !== address)
    .toReversed();
  const nearest = [...own, ...above].find((one) => groups.has(one) || wasThere(one));
  return nearest !== undefined && groups.has(nearest);
}
