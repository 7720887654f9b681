import { placeText, type Place } from '../../base/place.ts';
import type { Change, Plan } from '../../model.ts';
import type { Lost } from './undo.ts';

/** What a plan has told of that no undo brings back. */
export function lostAsTold(plan: Plan): readonly Lost[] {
  return [...handedDown(plan), ...takenOut(plan), ...takenOver(plan)];
}

/** What a change hands down reaches groups and projects that the plan does not name. */
function handedDown({ diagnostics }: Plan): readonly Lost[] {
  return diagnostics
    .filter(({ code }) => code === 'handed-down')
    .map(({ message }) => ({ address: '', why: `what stands below may keep what it is given: ${message}` }));
}

/** Whether the plan has told that what a change deletes waits for nothing. */
export function isGoneAtOnce({ place }: Change, { diagnostics }: Plan): boolean {
  const isIt = (other: Place | undefined): boolean =>
    place !== undefined && other !== undefined && placeText(other) === placeText(place);
  return diagnostics.some((one) => one.code === 'deleted-at-once' && isIt(one.place));
}

/** What GitLab takes out of entries that the plan does not name. */
function takenOut({ diagnostics }: Plan): readonly Lost[] {
  return diagnostics
    .filter(({ code }) => code === 'taken-out')
    .map(({ message }) => ({ address: '', why: `it is not put there again: ${message}` }));
}

/** What stands elsewhere under another name and is the same thing goes with what the apply makes of it. */
function takenOver({ diagnostics }: Plan): readonly Lost[] {
  return diagnostics
    .filter(({ code }) => code === 'takes-over')
    .map(({ message }) => ({ address: '', why: `it has no name of its own again: ${message}` }));
}
