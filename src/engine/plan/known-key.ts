import { atLeast } from '../../base/version-order.ts';
import { identity, type Kind } from '../../kind.ts';
import type { Declared } from '../../model.ts';
import { fieldsWith } from '../kinds.ts';

/** The key by which a version of the platform shows an entry: a field that it does not have is no part of it. */
export function knownKey(kind: Kind, { key, spec }: Declared, version: string): string {
  const lacking = fieldsWith(kind, 'x-since').flatMap(([field, since]) => (atLeast(version, since) ? [] : [field]));
  if (lacking.length === 0) return key;
  return kind.identity.key(Object.fromEntries(Object.entries(spec).filter(([field]) => !lacking.includes(field))));
}

/** The entries that a version of the platform cannot tell from an earlier one of the same section. */
export function indistinct(kind: Kind, entries: readonly Declared[], version: string): ReadonlySet<Declared> {
  const seen = new Set<string>();
  return new Set(
    entries.filter((entry) => {
      const own = knownKey(kind, entry, version);
      const name = identity(kind, own);
      const again = own !== entry.key && seen.has(name);
      seen.add(name);
      return again;
    }),
  );
}
