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
 * Errors for what is declared, is not there and cannot be made here, since it waits for its deletion: it can be restored, and one that is made
 * by hand in its place would be another one, with nothing in it. Throws ApiError for trouble that concerns every request.
 */
export async function waitingProjects(
  changes: readonly Change[],
  kinds: Kinds,
  client: Client,
): Promise<readonly Diagnostic[]> {
  const missing = changes.flatMap((change) => {
    const { kind, key } = partsOf(change.address, kinds);
    const waiting = kind.calls.create === undefined ? kind.host?.waiting : undefined;
    return change.action === 'create' && waiting !== undefined ? [{ change, kind, key, waiting }] : [];
  });
  const found = await parallel(missing.slice(0, MOST), AT_A_TIME, async ({ change, kind, key, waiting }) => {
    const listing = await client.list(waiting.find(key)).catch(unknownIfRefused);
    const left = listing?.rows.find((row) => waiting.was(row)?.toLowerCase() === key.toLowerCase());
    if (left === undefined) return [];
    const told: Diagnostic = {
      severity: 'error',
      code: 'leftover',
      message: `${change.address} waits for its deletion (id ${JSON.stringify(left['id'])})`,
      place: change.place,
      remedy: `${waiting.restore(left)}, or take it out of ${kind.section}; one that is made anew by hand would be empty`,
    };
    return [told];
  });
  return found.flat();
}
