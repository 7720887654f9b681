import { identity } from '../../kind.ts';
import type { Change, LiveEntry } from '../../model.ts';
import type { Outcome } from '../../outcome.ts';
import { partsOf } from '../address-parts.ts';
import type { ApplyContext } from './apply-context.ts';
import type { CallParts } from './call-parts.ts';
import { goneBefore, laterBeside, unseenBeside } from './rivals.ts';
import { filesOf } from './secret-files.ts';
import { unreadable } from './settle.ts';
import { isBefore, stayingLater } from './twins.ts';
import { takenAway } from './void-secret.ts';

type Failed = Extract<Outcome, { readonly status: 'failed' }>;

/**
 * Looks once more at what is there, right before what was replaced goes: while its secret was brought to where else it is to be, somebody may have removed the
 * new one, or made another one of its name. Gives why the old one stays then.
 */
export async function beforeParting(
  change: Change,
  { making, handing, parting }: CallParts,
  context: ApplyContext,
): Promise<Failed | undefined> {
  const { kind } = partsOf(change.address, context.kinds);
  const own = context.made.get(change.address)?.['id'];
  if (handing.length === 0 || parting.length === 0 || own === undefined) return undefined;
  if (kind.history?.allowsDuplicateKeys === undefined) return undefined;
  const looked = await context.lookAgain(change).catch(unreadable);
  const failed = { change, status: 'failed', sent: [...making, ...handing] } as const;
  if (looked === undefined) return { ...failed, failure: unseenBeside(own) };
  const mine = looked.entries.find(({ id }) => id === own);
  if (mine === undefined)
    return { ...failed, failure: goneBefore(own, change.seen.id, takenAway(filesOf(change)), handing) };
  // What was there before it was made was looked at then.
  const isLater = ({ id, key }: LiveEntry): boolean =>
    isBefore(own, id) && identity(kind, key) === identity(kind, mine.key);
  const later = await stayingLater(looked.entries, isLater, change, context);
  return later === undefined ? undefined : { ...failed, failure: laterBeside(later, own, change.seen.id) };
}
