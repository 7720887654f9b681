import type { Change, Instance } from '../../model.ts';
import type { Outcome } from '../../outcome.ts';
import { isRefused } from '../../api/api-error.ts';
import type { ApplyOptions } from './apply.ts';
import type { Kinds } from '../kinds.ts';
import type { LookAgain, Recheck } from './look-again.ts';
import { partsOf } from '../address-parts.ts';
import { whyHeld } from '../plan/ours.ts';
import { hasArrived } from './arrival.ts';
import { isOwnWork, type OwnWork } from './own-work.ts';
import { overtakenBy } from './overtaken.ts';
import { unreadable } from './settle.ts';

/** A plan that was made a moment ago holds. */
export const holds: ApplyOptions['check'] = () => Promise.resolve('holds');

/**
 * A plan that was made a moment ago holds, but for what leaves its place for a name of its way first: another run may have brought it where
 * it is going meanwhile, and it would be taken away from there. What else has become of it is no matter: what moves with what it stands in
 * looks another by then. Nor may more go along with what is removed than the plan has told.
 */
export function checkSteps(lookAgain: LookAgain, kinds: Kinds): ApplyOptions['check'] {
  return async (change: Change) => {
    const removes = change.seen.along !== undefined;
    if (!removes && !stepsAside(change, kinds)) return 'holds';
    const standing = await lookAgain(change).catch(unreadable);
    if (removes) return standing?.more === undefined ? 'holds' : overtakenBy(change, standing, kinds);
    const [only] = standing?.entries ?? [];
    if (standing === undefined || standing.asSeen || only === undefined) return 'holds';
    if (standing.asWanted === 'agrees') return 'done';
    const { kind, key } = partsOf(change.address, kinds);
    return change.reason.code !== 'makes-way' && hasArrived(change, kind, key, only)
      ? overtakenBy(change, standing, kinds)
      : 'holds';
  };
}

function stepsAside({ address, action, reason, fields, calls }: Change, kinds: Kinds): boolean {
  const { kind } = partsOf(address, kinds);
  if (kind.host?.moves === undefined || kind.shape.type !== 'map' || action !== 'update') return false;
  const { name } = kind.shape;
  return reason.code === 'makes-way' || (calls.length > 1 && fields.some(({ path }) => path === name));
}

/** Looks at what a change of a saved plan was computed from, right before it: done already, by `work` or as far as is seen, changed since, or as it was. */
export function checkFreshness(
  lookAgain: LookAgain,
  kinds: Kinds,
  { me }: Pick<Instance, 'me'>,
  work: OwnWork = new Map(),
): ApplyOptions['check'] {
  return async (change: Change) => {
    try {
      const standing = await lookAgain(change);
      const isOwn = isOwnWork(change, standing, work);
      if (standing.asSeen && !isOwn && isHeldNow(change, standing)) return overtakenBy(change, standing, kinds);
      // An update can be sent twice; what is replaced has its name before as after, and is not replaced once more.
      if (standing.asSeen && !(isOwn && change.action === 'replace')) return 'holds';
      if (isOwn) return 'done';
      // A secret that somebody else has set, or was given, may be another one, and may not be where it is to go.
      const isDone =
        standing.asWanted === 'agrees' &&
        !change.calls.some(({ saveSecretTo, handsOn }) => saveSecretTo !== undefined || handsOn !== undefined);
      const isHidden = !me.admin && mayBeUnseen(change, kinds);
      if (isDone) return isHidden && change.action === 'delete' ? { code: 'unseen' } : 'done';
      if (makesRoom(change) && !standing.isElsewhere) return 'holds';
      const overtaken = overtakenBy(change, standing, kinds);
      if (overtaken.code === 'renamed' && !me.admin) return { ...overtaken, unseen: true };
      return isHidden && overtaken.code === 'gone' ? { code: 'unseen' } : overtaken;
    } catch (error) {
      // What cannot be read any more cannot be said to hold.
      if (isRefused(error)) return { code: 'unreadable', status: error.status };
      throw error;
    }
  };
}

/** Whether a change takes away what may have come of itself with what it stands in, and puts its own there or not: it was to be expected there. */
function makesRoom({ action, calls }: Change): boolean {
  return (action === 'create' || action === 'delete') && calls[0]?.mayBeMissing === true;
}

/** Whether what is not there any more may be there all the same, and not be shown to everybody: of what somebody else has done nothing else tells. */
function mayBeUnseen({ address }: Change, kinds: Kinds): boolean {
  const { kind } = partsOf(address, kinds);
  return kind.host !== undefined || kind.reads.hides !== undefined;
}

/** Whether what a plan changes is kept from that by now, as what others share or the token of this very run is. */
function isHeldNow({ action, seen }: Change, { entries }: Recheck): boolean {
  return entries.some((entry) => entry.id === seen.id && whyHeld(action, entry) !== undefined);
}

/** Whether any of these was left undone because its plan does not hold. */
export function anyStale(outcomes: readonly Outcome[]): boolean {
  return outcomes.some(({ status }) => status === 'stale');
}
