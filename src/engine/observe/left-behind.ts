import { INSTANCE, entryAddress } from '../../address.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { pathsAbove } from '../../base/scope-path.ts';
import type { Kind } from '../../kind.ts';
import type { Declared } from '../../model.ts';
import type { Matching } from '../scopes/matching.ts';

/** Where what is to stand at a path stands now, as the matching of the groups says. */
export type Where = Matching['where'];

/** What stands at a path in the end of what leads to it now: under the nearest group above it that an entry has. */
export type EndsAt = (path: string) => Ending | undefined;

interface Ending {
  /** Where it is in the end, and the group above it that takes it there: by its path now, and by that of its entry. */
  readonly path: string;
  readonly above: string;
  readonly becomes: string;
}

/** Where paths end that lead through groups which are at these paths now, and have these keys. */
export function endingBy(where: Where, keys: ReadonlyMap<string, string>): EndsAt {
  return (path) => {
    const now = where(path);
    if (now === undefined) return undefined;
    const above = pathsAbove(now)
      .toReversed()
      .find((one) => keys.has(one.toLowerCase()));
    const becomes = above === undefined ? undefined : keys.get(above.toLowerCase());
    if (above === undefined || becomes === undefined) return undefined;
    return { path: `${becomes}${now.slice(above.length)}`, above, becomes };
  };
}

/** What would be found, or made, in a group that the same plan takes elsewhere: it would not be at its path in the end. */
export function leftBehind(
  kind: Kind,
  entry: Declared,
  ending: Ending | undefined,
): { readonly key: string; readonly told: Diagnostic }[] {
  if (entry.state === 'absent' || ending === undefined || ending.path.toLowerCase() === entry.key.toLowerCase())
    return [];
  const { path, above, becomes } = ending;
  const told: Diagnostic = {
    severity: 'error',
    code: 'left-behind',
    message: `${entryAddress(kind, INSTANCE, entry.key)} would stand in ${above}, which becomes ${becomes}`,
    place: entry.place(),
    remedy: `declare it as \`${path}\``,
  };
  return [{ key: entry.key, told }];
}
