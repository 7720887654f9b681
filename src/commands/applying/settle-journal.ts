import { existsSync } from 'node:fs';
import { claimJournal } from '../../engine/apply/journal/journal-claim.ts';
import { JournalError } from '../../engine/apply/journal/journal-file.ts';
import { openJournal } from '../../engine/apply/journal/journal.ts';
import type { Plan } from '../../model.ts';
import { interruptible } from '../terminal/interrupt.ts';

/** Where nothing is to be done, the journal forgets what was found done; where it is full of that alone, it goes. */
export async function settleJournal(file: string, { target, settled }: Plan): Promise<void> {
  if (!existsSync(file)) return;
  const claim = await interruptible(() => claimJournal(file)).catch(otherAtWork);
  try {
    if (claim === undefined) return;
    const journal = await openJournal(file, target.url, settled);
    await journal.end(false);
    journal.broken.throwIfAborted();
  } finally {
    claim?.release();
  }
}

/** What is settled while another run is at work stays told until the next one. */
function otherAtWork(error: unknown): undefined {
  if (error instanceof JournalError && error.diagnostic.code === 'journal-in-use') return undefined;
  throw error;
}
