import type { Attributes } from '../../model.ts';
import { secretsWithin } from '../../base/hidden-values.ts';
import { HIDDEN, tokenBeginning } from '../../base/url-secrets.ts';

/** A key as it may stand in a file or an output. */
export interface VeiledKey {
  /** For an address that is told. */
  readonly shown: string;
  /** A glob that fits the key, and as little else as can be said without what is secret in it. */
  readonly pattern: string;
}

/** A key without the secrets in it, be they seen in it or only in the field that is a part of it. */
export function veiledKey(key: string, fields: Attributes): VeiledKey {
  const inFields = Object.values(fields).flatMap((value) => {
    const at = typeof value === 'string' ? key.indexOf(value) : -1;
    return typeof value !== 'string' || at === -1
      ? []
      : secretsWithin(value).map(([start, end]) => [start + at, end + at] as const);
  });
  const secrets = [...secretsWithin(key), ...inFields].sort(([one], [other]) => one - other);
  let [shown, pattern, at] = ['', '', 0];
  for (const [start, end] of secrets) {
    if (end <= at) continue;
    const before = key.slice(at, Math.max(at, start));
    const secret = key.slice(Math.max(at, start), end);
    shown += before + (at > 0 && start <= at ? '' : HIDDEN);
    // A backslash before a star would make it a star of the name.
    pattern += `${literal(before).replace(/\\+$/, '')}${tokenBeginning(secret)}**`;
    at = end;
  }
  // Nothing shorter than a star may stand in `ignore`.
  return { shown: shown + key.slice(at), pattern: pattern + literal(key.slice(at)) || '*' };
}

/** A name as a glob that fits nothing else. */
function literal(name: string): string {
  return name.replaceAll('*', String.raw`\*`);
}
