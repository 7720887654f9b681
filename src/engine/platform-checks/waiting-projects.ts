import { unknownIfRefused } from '../../api/api-error.ts';
import type { Client } from '../../api/client.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { parallel } from '../../base/parallel.ts';
import type { Change } from '../../model.ts';
import { partsOf } from '../address-parts.ts';
import type { Kinds } from '../kinds.ts';

const AT_A_TIME = 8;
/** So many are looked for at most. */
const MOST = 50;

/**
 * Tells of what is declared and not there, since it waits for its deletion: it can be restored, and one that is made in its place is another
 * one, with nothing in it. An error where nothing says that it is to be made. Throws ApiError for trouble that concerns every request.
 */
export async function waitingProjects(
  changes: readonly Change[],
  kinds: Kinds,
  client: Client,
): Promise<readonly Diagnostic[]> {
  const missing = changes.flatMap((change) => {
    const { kind, key } = partsOf(change.address, kinds);
    const waiting = kind.host?.waiting;
    return change.action === 'create' && waiting !== undefined ? [{ change, kind, key, waiting }] : [];
  });
  const found = await parallel(missing.slice(0, MOST), AT_A_TIME, async ({ change, kind, key, waiting }) => {
    const listing = await client.list(waiting.find(key)).catch(unknownIfRefused);
    const left = listing?.rows.find((row) => waiting.was(row)?.toLowerCase() === key.toLowerCase());
    if (left === undefined) return [];
    const told = { code: 'leftover', place: change.place } as const;
    const id = JSON.stringify(left['id']);
    const anew: Diagnostic = {
      ...{ ...told, severity: 'warning' },
      message: `${change.address} is made anew, and what had this path before waits for its deletion (id ${id})`,
      remedy: `${waiting.restore(left)}, to have that one instead`,
    };
    const missing: Diagnostic = {
      ...{ ...told, severity: 'error' },
      message: `${change.address} waits for its deletion (id ${id})`,
      remedy: `${waiting.restore(left)}, or take it out of ${kind.section}; one that is made anew would be empty`,
    };
    return [change.calls.length === 0 ? missing : anew];
  });
  return found.flat();
}
