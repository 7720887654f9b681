import { dirname, join } from 'node:path';
import { readLines } from './journal-file.ts';
import { undoFrom } from './journal-record.ts';

/** The files of the undos of earlier runs against the instance at `target` than the one with this undo, the last one first; none where the journal cannot be read. */
export function undosBefore(journal: string, target: string, undo: string): readonly string[] {
  const lines = readLines(journal);
  if ('severity' in lines) return [];
  const runs = lines.flatMap(({ record }) => (record?.type === 'run' ? [record] : []));
  const own = undoFrom(journal, undo);
  const began = runs.findLastIndex((run) => run.undo === own);
  const before = began < 0 ? runs : runs.slice(0, began);
  const named = before.flatMap((run) => (run.undo === undefined || run.target !== target ? [] : [run.undo]));
  return [...new Set(named)].map((name) => join(dirname(journal), name)).toReversed();
}
