import { JOURNAL_FORMAT, parseRecord, type JournalRecord } from './journal-record.ts';

/** A line of a journal; without a record where a crash has cut it. */
export interface JournalLine {
  readonly text: string;
  readonly record: JournalRecord | undefined;
}

/**
 * The lines of a text that some run of Keelson has written as its journal, none where it is empty; or why it is none of ours, as a
 * clause. What is none of ours is neither added to nor removed.
 */
export function journalLines(text: string): readonly JournalLine[] | string {
  const lines = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => ({ text: line, record: parseRecord(line) }));
  // A line that was cut by a crash can only be the last one of its run.
  const broken = lines.some(({ record }, index) => {
    const next = lines[index + 1];
    return record === undefined && next !== undefined && next.record?.type !== 'run';
  });
  const [first] = lines;
  if (first === undefined) return [];
  if (first.record?.type !== 'run' || broken) return 'is no journal, or was edited';
  if (first.record.format !== JOURNAL_FORMAT)
    return `has the format ${first.record.format}, which this version does not know`;
  return lines;
}
