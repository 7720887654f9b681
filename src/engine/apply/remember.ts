import type { Change, LiveEntry } from '../../model.ts';
import type { ApplyContext } from './apply-context.ts';

/** Keeps what is there of a change that somebody else has done, or whose answer was lost, for what refers to it. */
export function remember(change: Change, entry: LiveEntry | undefined, { made }: Pick<ApplyContext, 'made'>): void {
  if (entry === undefined) return;
  const { live, id } = entry;
  made.set(change.address, { ...live, ...(id !== undefined && { id }) });
}

/** What is there of a change that was found to be done, by looking; nothing of a removal. Throws ApiError. */
export async function foundMade(change: Change, { lookAgain }: ApplyContext): Promise<LiveEntry | undefined> {
  return change.action === 'delete' ? undefined : (await lookAgain(change)).entries[0];
}
