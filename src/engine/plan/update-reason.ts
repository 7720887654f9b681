import type { LiveEntry } from '../../model.ts';
import type { Reason } from '../../reason.ts';
import { propertyOf } from '../kinds.ts';
import type { Context } from './context.ts';
import type { Difference } from './diff.ts';

/** Why an entry is updated. That a field differs is said of what was compared alone. */
export function updateReason(
  { kind, handedTo }: Pick<Context, 'kind' | 'handedTo'>,
  key: string,
  live: LiveEntry,
  { names, uncompared }: Difference,
): Reason {
  if (live.pendingDeletion !== undefined) return { code: 'leaving', since: live.pendingDeletion };
  if (live.renamedFrom !== undefined) return { code: 'renamed', from: live.key };
  const known = [...names].filter((name) => propertyOf(kind, name) !== undefined);
  const compared = known.filter((name) => !uncompared.has(name));
  const [first] = known;
  const why = first === undefined || compared.length > 0 ? undefined : uncompared.get(first);
  if (first === undefined || why === undefined) return { code: 'differs', fields: compared };
  const fields = known.filter((name) => uncompared.get(name) === why);
  return why === 'handed-down'
    ? { code: why, fields, from: handedTo(key).get(first)?.from ?? '' }
    : { code: why, fields };
}
