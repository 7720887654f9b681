import { fingerprint } from '../../base/canonical-json.ts';
import type { Action, Declared, LiveEntry, Read, Seen } from '../../model.ts';
import { propertyOf } from '../kinds.ts';
import { addressedNow } from './addressed-now.ts';
import type { Context } from './context.ts';

/** Exactly the live fields that a change was computed from: the declared ones; all of them where the whole is to go. */
export function seenOf(
  { kind, section, world, kinds }: Context,
  action: Action,
  declared: Declared | undefined,
  live: LiveEntry | undefined,
): Seen {
  const key = live?.key ?? declared?.key ?? '';
  const fields = action === 'delete' || declared === undefined ? undefined : Object.keys(declared.spec).sort();
  const readAt = addressedNow(section.scope, world, kinds);
  const detail =
    live && (fields?.some((field) => propertyOf(kind, field)?.['x-detail']) ?? true)
      ? kind.detail?.(live.live, readAt)
      : undefined;
  const reads = detail === undefined ? kind.reads(readAt, [key]) : [detail];
  return { reads: reads.map(withoutRow), key, ...(fields && { fields }), hash: seenHash(live, fields) };
}

/** A hash of exactly these fields of a live entry; of all of them where none are named. */
export function seenHash(live: LiveEntry | undefined, fields: readonly string[] | undefined): string {
  if (live === undefined) return fingerprint(null);
  const spec = fields === undefined ? live.spec : Object.fromEntries(fields.map((field) => [field, live.spec[field]]));
  return fingerprint({ key: live.key, ...spec });
}

/** Read again, it is read by itself. */
function withoutRow({ path, query, pages, mayBeMissing }: Read): Read {
  return { path, ...(query && { query }), ...(pages && { pages }), ...(mayBeMissing && { mayBeMissing }) };
}
