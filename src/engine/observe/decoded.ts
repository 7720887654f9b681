import { scopeAddress, scopePath } from '../../address.ts';
import { ApiError } from '../../api/api-error.ts';
import type { Kind, Lookup } from '../../kind.ts';
import type { Entry, LiveEntry, LiveObject } from '../../model.ts';

/** A live object in the words of the YAML; nothing where it is not ours. Throws ApiError where it is not what a GitLab shows. */
export function decoded(kind: Kind, live: LiveObject, look: Lookup): LiveEntry[] {
  const entry = entryOf(kind, live, look);
  return entry === undefined ? [] : [{ ...entry, live }];
}

function entryOf(kind: Kind, live: LiveObject, look: Lookup): Entry | undefined {
  try {
    const entry = kind.decode(live, look);
    if (entry === undefined || isSound(entry)) return entry;
  } catch (error) {
    // A field that is missing, or of another type.
    if (!(error instanceof TypeError)) throw error;
  }
  const what = `what it shows of ${kind.section} in ${scopeAddress(look.scope)} is not as GitLab shows it`;
  throw new ApiError('not-gitlab', what, { method: 'GET', path: scopePath(look.scope) });
}

/** Whether it can be told apart and addressed: a call must never go to `/hooks/undefined`. */
function isSound(entry: Entry): boolean {
  const { key, id } = entry;
  if (typeof key !== 'string') return false;
  return !('id' in entry) || Number.isInteger(id) || (typeof id === 'string' && id !== '');
}
