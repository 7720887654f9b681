import { ApiError } from '../../api/api-error.ts';
import type { Change, Failure, LiveEntry } from '../../model.ts';
import { partsOf } from '../address-parts.ts';
import { runCall } from './run-call.ts';
import { removeMade, settle } from './settle.ts';
import type { Workshop } from './workshop.ts';

/** Carries out one change: its calls, one after the other, and what settles them. Gives why it did not come about. */
export async function runChange(change: Change, workshop: Workshop): Promise<Failure | undefined> {
  const failure = (await tried(change, workshop)) ?? (await settleDoubles(change, workshop));
  if (failure === undefined) await workshop.journal.done(change);
  return failure;
}

async function tried(change: Change, workshop: Workshop): Promise<Failure | undefined> {
  const first = await sendCalls(change, workshop);
  if (first === undefined) return undefined;
  const settled = await settle(change, first, workshop);
  switch (settled.type) {
    case 'done':
      return undefined;
    case 'failed':
      return settled.failure;
    case 'again':
      return sendCalls(change, workshop);
  }
}

async function sendCalls(change: Change, workshop: Workshop): Promise<Failure | undefined> {
  for (const call of change.calls) {
    const failure = await runCall(call, change, workshop);
    if (failure !== undefined) return failure;
  }
  return undefined;
}

/** Where two runs have made the same thing at the same time, the older one stays: both see both, and the later run removes its own. */
async function settleDoubles(change: Change, workshop: Workshop): Promise<Failure | undefined> {
  const { kind } = partsOf(change.address, workshop.kinds);
  if (kind.doubles === undefined || (change.action !== 'create' && change.action !== 'replace')) return undefined;
  const own = workshop.made.get(change.address)?.['id'];
  const entries = await entriesNow(change, workshop);
  const older = entries.filter(({ id }) => typeof id === 'number' && typeof own === 'number' && id < own);
  const mine = entries.find(({ id }) => id === own);
  if (older.length === 0 || mine === undefined) return undefined;
  await removeMade(change, mine.live, workshop);
  return change.calls.some(({ keep }) => keep !== undefined) ? madeElsewhere(change) : undefined;
}

async function entriesNow(change: Change, workshop: Workshop): Promise<readonly LiveEntry[]> {
  try {
    return (await workshop.lookAgain(change)).entries;
  } catch (error) {
    // What cannot be looked at now is seen by the next plan, which refuses to guess between two.
    if (error instanceof ApiError) return [];
    throw error;
  }
}

function madeElsewhere({ calls }: Change): Failure {
  const file = calls.find(({ keep }) => keep !== undefined)?.keep?.file ?? '';
  return {
    code: 'sink',
    message: `another run made the same at the same time, and has its secret; what ${file} holds is void`,
    remedy: 'take the secret from where the other run has put it',
  };
}
