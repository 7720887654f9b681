import { INSTANCE } from '../../address.ts';
import { unknownIfRefused } from '../../api/api-error.ts';
import type { Client } from '../../api/client.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { parallel } from '../../base/parallel.ts';
import { isSame } from '../../base/scope-path.ts';
import type { Change, World } from '../../model.ts';
import { partsOf } from '../address-parts.ts';
import type { Kinds } from '../kinds.ts';
import { createDecodeContext } from '../observe/decode-context.ts';
import { decoded } from '../observe/decoded.ts';

const AT_A_TIME = 8;
/** So many are looked for at most. */
const MOST = 50;

/**
 * Tells of what is declared and not there, since it waits for its deletion: it can be restored, and one that is made in its place is another
 * one, with nothing in it. An error where nothing says that it is to be made. Throws ApiError for trouble that concerns every request.
 */
export async function waitingProjects(
  changes: readonly Change[],
  { instance }: Pick<World, 'instance'>,
  kinds: Kinds,
  client: Client,
): Promise<readonly Diagnostic[]> {
  const missing = changes.flatMap((change) => {
    const { kind, key } = partsOf(change.address, kinds);
    // Of groups the matching has told it.
    const read = kind.host?.type === 'group' ? undefined : kind.host?.findPendingDeletion?.(key);
    return change.action === 'create' && read !== undefined ? [{ change, kind, key, read }] : [];
  });
  const found = await parallel(missing.slice(0, MOST), AT_A_TIME, async ({ change, kind, key, read }) => {
    const listing = await client.list(read).catch(unknownIfRefused);
    const rows = decoded(kind, listing?.rows ?? [], createDecodeContext(INSTANCE, instance, new Map()));
    const [left, ...more] = rows.filter((row) => row.pendingDeletion !== undefined && isSame(row.key, key));
    if (left === undefined) return [];
    const told = { code: 'leftover', place: change.place } as const;
    const ids = [left, ...more].map(({ id }) => String(id)).join(', ');
    const word = `restore: ${more.length === 0 ? 'true' : String(left.id)}`;
    const anew: Diagnostic = {
      ...{ ...told, severity: 'warning' },
      message: `${change.address} is made anew, and what had this path before waits for its deletion (id ${ids})`,
      remedy: `write \`${word}\` to bring that back instead`,
    };
    const missing: Diagnostic = {
      ...{ ...told, severity: 'error' },
      message: `${change.address} waits for its deletion (id ${ids})`,
      remedy: `write \`${word}\` in it to bring it back, or take it out of ${kind.section}`,
    };
    return [change.calls.length === 0 ? missing : anew];
  });
  return found.flat();
}
