import type { Change } from '../../model.ts';
import type { Failure } from '../../outcome.ts';
import { partsOf } from '../address-parts.ts';
import { liveAt } from '../observe/live-at.ts';
import type { ApplyContext } from './apply-context.ts';
import { wantedPath } from './arrival.ts';
import { asksByNumber } from './asks-by-number.ts';
import { unreadable } from './settle.ts';

/**
 * Why a group or project that waits for its deletion is not brought back: another one has come to its path since, and the platform would restore it
 * under a name of its own beside that (POST /groups/:id/restore and /projects/:id/restore, 18.9). What cannot be looked at is seen afterwards alone.
 */
export async function comesBeside(
  change: Change,
  { client, kinds, instance }: ApplyContext,
): Promise<Failure | undefined> {
  const { kind, key } = partsOf(change.address, kinds);
  if (change.reason.code !== 'leaving' || kind.host === undefined) return undefined;
  const wanted = wantedPath(change, kind, key);
  const there = await liveAt(wanted, kind, instance, client).catch(unreadable);
  // The path leads to another one that waits for its deletion as well, and does not stand there.
  if (there === undefined || there.pendingDeletion !== undefined) return undefined;
  if (asksByNumber(change.seen, there.id)) return undefined;
  return {
    code: 'overtaken',
    message: `another ${kind.singular} (id ${String(there.id)}) has come to ${wanted} meanwhile: nothing was sent, since GitLab would bring this one back beside it`,
    remedy: `see in GitLab which of the two is meant; free ${wanted}, or take \`restore\` out, and plan again`,
  };
}
