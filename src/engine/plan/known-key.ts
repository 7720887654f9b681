import { atLeast } from '../../base/version-order.ts';
import { identity, type Kind } from '../../kind.ts';
import type { Declared } from '../../model.ts';
import { fieldsWith } from '../kinds.ts';

/** The key by which a version of the platform shows an entry: a field that it does not have is no part of it. */
export function knownKey(kind: Kind, entry: Declared, version: string): string {
  const lacking = lackingFields(kind, version);
  return lacking.length === 0 ? entry.key : keyWithout(lacking, kind, entry);
}

/** The entries that a version of the platform cannot tell from an earlier one of the same section. */
export function indistinct(kind: Kind, entries: readonly Declared[], version: string): ReadonlySet<Declared> {
  const lacking = lackingFields(kind, version);
  // Where it has all fields, it tells all keys.
  if (lacking.length === 0) return NONE;
  const seen = new Set<string>();
  return new Set(
    entries.filter((entry) => {
      const own = keyWithout(lacking, kind, entry);
      const name = identity(kind, own);
      const again = own !== entry.key && seen.has(name);
      seen.add(name);
      return again;
    }),
  );
}

const NONE: ReadonlySet<Declared> = new Set();

function lackingFields(kind: Kind, version: string): readonly string[] {
  return fieldsWith(kind, 'x-since').flatMap(([field, since]) => (atLeast(version, since) ? [] : [field]));
}

function keyWithout(lacking: readonly string[], kind: Kind, { spec }: Pick<Declared, 'spec'>): string {
  return kind.identity.key(Object.fromEntries(Object.entries(spec).filter(([field]) => !lacking.includes(field))));
}
