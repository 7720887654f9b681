import { ApiError } from '../../api/api-error.ts';
import type { Call, Change } from '../../model.ts';
import { createLookAgain } from './look-again.ts';
import { remember } from './remember.ts';
import { LookUpFailed, NotFound } from './call-failure.ts';
import { JournalError } from './journal/journal-file.ts';
import { fillIn } from './run-call.ts';
import { unreadable } from './settle.ts';
import type { ApplyContext } from './apply-context.ts';

/**
 * Sends one call for several changes, and looks what it has brought about: its answer does not say. Gives the changes that are done;
 * for the others it is as if nothing had been sent.
 */
export async function runTogether(
  call: Call,
  changes: readonly Change[],
  context: ApplyContext,
): Promise<ReadonlySet<Change>> {
  const [first] = changes;
  if (first === undefined) return new Set();
  const filled = await fillIn(call, first, context, []).catch(unfilled);
  // One of them cannot be found: each looks for its own.
  if (filled === undefined) return new Set();
  const intended = await Promise.all(changes.map((change) => context.journal.intend(change, call))).catch(unwritten);
  if (intended === undefined) return new Set();
  try {
    await context.client.send(filled);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // Whatever it says, each change hears it once more for itself.
    if (!error.outcomeUnknown) {
      await Promise.all(changes.map((change) => context.journal.refused(change)));
      return new Set();
    }
  }
  return settled(changes, context);
}

function unfilled(error: unknown): undefined {
  if (error instanceof NotFound || error instanceof LookUpFailed || error instanceof ApiError) return undefined;
  throw error;
}

function unwritten(error: unknown): undefined {
  if (error instanceof JournalError) return undefined;
  throw error;
}

/** Which of them are there as they were to be: all are looked for in one read of their section. */
async function settled(changes: readonly Change[], context: ApplyContext): Promise<ReadonlySet<Change>> {
  const { client, instance, kinds, journal } = context;
  const look = createLookAgain(client, instance, kinds, Infinity);
  const standings = await Promise.all(changes.map((change) => look(change).catch(unreadable)));
  const done = changes.filter((change, index) => {
    const standing = standings[index];
    if (standing?.asWanted !== 'agrees') return false;
    remember(change, standing.entries[0], context);
    return true;
  });
  await Promise.all(done.map((change) => journal.done(change)));
  return new Set(done);
}
