import type { Change, LiveEntry } from '../../model.ts';
import type { ApplyContext } from './apply-context.ts';

/** Keeps what is there of a change that somebody else has done, or whose answer was lost, for what refers to it. */
export function remember(change: Change, entry: LiveEntry | undefined, { made }: Pick<ApplyContext, 'made'>): void {
  if (entry === undefined) return;
  const { live, id } = entry;
  made.set(change.address, { ...live, ...(id !== undefined && { id }) });
}

/** The same for a change that was found to be done, by looking. Throws ApiError. */
export async function rememberMade(change: Change, context: ApplyContext): Promise<void> {
  if (change.action === 'delete') return;
  const { entries } = await context.lookAgain(change);
  remember(change, entries[0], context);
}
