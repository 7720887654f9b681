import { createHash } from 'node:crypto';
import { sectionAddress } from '../../address.ts';
import { canonicalJson } from '../../base/canonical-json.ts';
import { isList, isMap } from '../../base/shape.ts';
import { Secret } from '../../base/secret.ts';
import { withoutUrlSecrets } from '../../base/url-secrets.ts';
import type { Declared, Desired, Section, Value } from '../../model.ts';

/**
 * What tells two configurations apart, wherever and in whichever files they stand: all that is wanted, the guards, the lock and the ledger.
 * The value of no secret is in it, since one that is short could be found by trying.
 */
export function configurationFingerprint({ sections, guards, lock, ledger }: Desired): string {
  const hash = createHash('sha256').update(canonicalJson({ guards, lock, ledger }));
  const named = sections.map((section) => [sectionAddress(section.scope, section.name), section] as const);
  for (const [address, section] of named.sort(([one], [other]) => byText(one, other)))
    hash.update(canonicalJson([address, wantedIn(section)]));
  return hash.digest('hex');
}

function wantedIn({ entries, prune, ignore = [] }: Section): unknown {
  return { prune, ignore: [...ignore].sort(byText), entries: [...entries].sort(byKey).map(wanted) };
}

function wanted({ spec, key, alias, previously, ...rest }: Declared): unknown {
  const fields = Object.entries(spec).map(([name, value]) => [name, shown(value)] as const);
  const names = [key, alias, previously].map(shown);
  return { names, fields: Object.fromEntries(fields), state: rest.state, protect: rest.protect, restore: rest.restore };
}

/** A value as anybody may know it: of a secret, where it is to be had. */
function shown(value: Value | undefined): unknown {
  if (value instanceof Secret) return { secret: value.source };
  if (typeof value === 'string') return withoutUrlSecrets(value);
  if (isList(value)) return value.map(shown);
  if (!isMap(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [withoutUrlSecrets(name), shown(inner)]));
}

function byKey(one: Declared, other: Declared): number {
  return byText(one.key, other.key);
}

function byText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
