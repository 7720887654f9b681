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
  const broken = lines.some(({ text, record }, index) => {
    const next = lines[index + 1];
    if (index === 0 && record?.type !== 'run' && !isCut(text, FIRST)) return true;
    // A line that was cut by a crash can only be the last one of its run.
    return record === undefined && !(isCut(text, ANY) && (next === undefined || next.record?.type === 'run'));
  });
  if (broken) return 'is no journal, or was edited';
  const run = lines.flatMap(({ record }) => (record?.type === 'run' ? [record] : []))[0];
  if (run !== undefined && run.format !== JOURNAL_FORMAT)
    return `has the format ${run.format}, which this version does not know`;
  return lines;
}

/** How every line begins, and how the first one does. */
const ANY = '{"type":"';
const FIRST = `${ANY}run"`;

/** Whether a line is the beginning of one that begins so, and no more. */
function isCut(text: string, beginning: string): boolean {
  if (!beginning.startsWith(text.slice(0, beginning.length))) return false;
  try {
    JSON.parse(text);
    return false;
  } catch {
    return true;
  }
}
