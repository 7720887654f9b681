import { createHash } from 'node:crypto';
import type { MergeRequestRow } from '../merge-requests/rows.ts';
import type { NoteRow } from './rows.ts';
import type { State } from '../store/state.ts';

/** Notes that belong together: one that began the discussion, and the answers to it. */
export interface Thread {
  readonly id: string;
  readonly notes: readonly NoteRow[];
}

/** The id of the discussion that a note is in. */
export function threadIdOf(note: NoteRow): string {
  return note.discussion_id ?? createHash('sha1').update(`discussion-Note-${note.id}`).digest('hex');
}

/** The discussions of notes, the one that began first coming first. */
export function threadsOf(notes: readonly NoteRow[]): readonly Thread[] {
  const rising = notes.toSorted((a, b) => a.created_at.localeCompare(b.created_at) || a.id - b.id);
  const threads = new Map<string, NoteRow[]>();
  for (const note of rising) {
    const id = threadIdOf(note);
    const known = threads.get(id);
    if (known === undefined) threads.set(id, [note]);
    else known.push(note);
  }
  return [...threads].map(([id, rows]) => ({ id, notes: rows }));
}

/** Only what is answered on a merge request can be resolved (PUT …/discussions/:discussion_id, 18.9). */
export function isResolvable(note: NoteRow): boolean {
  return note.noteable_type === 'MergeRequest' && note.type === 'DiscussionNote' && !note.system;
}

/** Whether nothing on a merge request is left to be resolved. */
export function allResolved(state: State, row: MergeRequestRow): boolean {
  const notes = state.notesOn(`MergeRequest ${row.id}`);
  return notes.every((note) => !isResolvable(note) || note.resolved_at !== null);
}
