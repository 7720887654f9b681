import { scopeAddress, scopePath } from '../../address.ts';
import { ApiError } from '../../api/api-error.ts';
import type { Kind, DecodeContext } from '../../kind.ts';
import type { Entry, Json, LiveEntry, LiveObject } from '../../model.ts';
import { namedById } from './named-by-id.ts';

/** Live objects in the words of the YAML, those that are ours. Throws ApiError where one is not what a GitLab shows. */
export function decoded(kind: Kind, rows: readonly LiveObject[], decodeContext: DecodeContext): LiveEntry[] {
  const entries: LiveEntry[] = [];
  for (const live of eachOnce(rows)) {
    const entry = entryOf(kind, live, decodeContext);
    // A copy by assignment has the shape of its like, and is made in half the time: one that is spread may have a shape of its own.
    if (entry !== undefined) entries.push(Object.assign({}, entry, { live: kept(kind, live) }));
  }
  return entries;
}

/** Rows without those that stand before: who is on two pages of a list, as rows move while it is read, or in two lists, is one all the same, as the first shows it. */
export function eachOnce(rows: readonly LiveObject[]): readonly LiveObject[] {
  const seen = new Set<Json>();
  return rows.filter((live) => !isAgain(live, seen));
}

function isAgain({ id }: LiveObject, seen: Set<Json>): boolean {
  if (id === undefined) return false;
  const again = seen.has(id);
  seen.add(id);
  return again;
}

/** What is kept of a live object that has been put into words: of a million members, most of what the API says is needed no more. */
function kept({ reads: { retainedFields } }: Kind, live: LiveObject): LiveObject {
  if (retainedFields === undefined) return live;
  const few: { [name: string]: Json } = {};
  for (const name of retainedFields) {
    const value = live[name];
    if (value !== undefined) few[name] = value;
  }
  return few;
}

function entryOf(kind: Kind, live: LiveObject, decodeContext: DecodeContext): Entry | undefined {
  try {
    const entry = kind.decode(live, decodeContext);
    if (entry === undefined) return undefined;
    if (isSound(entry)) return namedById(kind, entry);
  } catch (error) {
    // A field that is missing, or of another type.
    if (!(error instanceof TypeError)) throw error;
  }
  const what = `what it shows of ${kind.section} in ${scopeAddress(decodeContext.scope)} is not as GitLab shows it`;
  throw new ApiError('not-gitlab', what, { method: 'GET', path: scopePath(decodeContext.scope) });
}

/** Whether it can be told apart and addressed: a call must never go to `/hooks/undefined`. */
function isSound(entry: Entry): boolean {
  const { key, id } = entry;
  if (typeof key !== 'string') return false;
  return !('id' in entry) || Number.isInteger(id) || (typeof id === 'string' && id !== '');
}
