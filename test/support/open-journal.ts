import { onTestFinished } from 'vitest';
import { openJournal as open, type Journal } from '../../src/engine/apply/journal/journal.ts';

/** Opens a journal that a test may leave as a killed run does: its file is let go when the test is over, since other tests share the process. */
export async function openJournal(...settings: Parameters<typeof open>): Promise<Journal> {
  const journal = await open(...settings);
  onTestFinished(() => journal.release());
  return journal;
}
