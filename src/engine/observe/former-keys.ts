import { identity, type Kind } from '../../kind.ts';
import type { Declared, LiveEntry } from '../../model.ts';

/** Entries with what is still live under the key that `previously` says marked as what it is to become; what has its new key already stays. */
export function withFormer(live: LiveEntry[], declared: readonly Declared[], kind: Kind): LiveEntry[] {
  const renamed = declared.filter(({ previously, state }) => previously !== undefined && state === 'present');
  if (!kind.identity.renames || renamed.length === 0) return live;
  const there = new Set(live.map(({ key }) => identity(kind, key)));
  const becoming = new Map(
    renamed.flatMap(({ key, previously = '' }) =>
      there.has(identity(kind, key)) ? [] : [[identity(kind, previously), key]],
    ),
  );
  return live.map((entry) => {
    const renamedFrom = becoming.get(identity(kind, entry.key));
    return renamedFrom === undefined ? entry : { ...entry, renamedFrom };
  });
}
