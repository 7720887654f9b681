import { writeNote, type MergeRequest } from '../../engine/note.ts';
import { noteHeadings, planNote, supersededNote } from '../../report/plan-note.ts';
import { postMarker } from '../../report/post.ts';
import type { ExitStatus } from '../terminal/exit-status.ts';
import { mergeRequestText } from './merge-request.ts';
import { posted, type Post, type PostingOptions } from './posted.ts';
import { subjectOf, type Looked } from './subject.ts';

/** What a command can be told whose plan becomes a note. */
export interface NoteOptions extends PostingOptions {
  /** The merge request that gets the plan as a note. */
  readonly note?: MergeRequest;
}

/** Runs a command that plans, and keeps the note of its plan. */
export function withNote<Options extends NoteOptions>(
  looked: Looked,
  note: MergeRequest,
  options: Options,
  run: (options: Options) => ExitStatus | Promise<ExitStatus>,
): Promise<ExitStatus> {
  const name = mergeRequestText(note);
  const post: Post = {
    name: `the note of ${name}`,
    place: `merge request ${name}`,
    form: 'group/project!12',
    needs:
      'make the user a member of the project, as Reporter at least; in an archived project, and in a locked discussion for others than members, nobody may',
    write(record, planned, { client, instance }) {
      const subject = subjectOf(looked, planned, options);
      return writeNote(client, instance.me.id, note, {
        marker: postMarker('plan', subject),
        headings: noteHeadings,
        body: planNote(record, subject),
        instead: supersededNote(),
      });
    },
  };
  return posted('plan', post, options, run);
}
