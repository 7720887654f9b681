import { fingerprint } from '../../base/canonical-json.ts';
import type { LiveEntry } from '../../model.ts';

/** A hash of exactly these fields of a live entry; of all of them where none are named. */
export function seenHash(live: LiveEntry | undefined, fields: readonly string[] | undefined): string {
  if (live === undefined) return fingerprint(null);
  const spec = fields === undefined ? live.spec : Object.fromEntries(fields.map((field) => [field, live.spec[field]]));
  return fingerprint({ key: live.key, ...spec });
}
