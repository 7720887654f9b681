/** A note on a merge request, a snippet or a commit. */
export interface NoteRow {
  readonly id: number;
  readonly project_id: number;
  readonly noteable_type: 'MergeRequest' | 'Snippet' | 'Commit';
  /** A commit has no number: it is known by its `commit_id`. */
  readonly noteable_id: number | null;
  readonly commit_id: string | null;
  readonly author_id: number;
  readonly body: string;
  /** Written by the platform, to tell what was changed. */
  readonly system: boolean;
  readonly internal: boolean;
  /** A note that others may answer, in a discussion or on a line of a commit's diff; null for one that stands alone. */
  readonly type: 'DiscussionNote' | 'LegacyDiffNote' | null;
  /** The line of a commit's diff that the note is on. */
  readonly line: DiffLine | null;
  /** The discussion that the note answers in; null for a note that begins one. */
  readonly discussion_id: string | null;
  readonly resolved_by_id: number | null;
  readonly resolved_at: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}

/** A line that a commit added (`new`) or removed (`old`). */
export interface DiffLine {
  readonly path: string;
  readonly line: number;
  readonly line_type: 'new' | 'old';
}

/** What a note hangs from, as one text: commits are found by sha, in their project, since forks have them, too. */
export function noteableKey(note: Pick<NoteRow, 'noteable_type' | 'noteable_id' | 'commit_id' | 'project_id'>): string {
  if (note.noteable_type !== 'Commit') return `${note.noteable_type} ${note.noteable_id}`;
  return `Commit ${note.project_id} ${note.commit_id}`;
}
