import type { Client } from '../api/client.ts';
import { isMap } from '../base/shape.ts';
import { keepOne, type KeptOutcome } from './keep-one.ts';

/** A merge request, by the path of its project and its number there. */
export interface MergeRequest {
  readonly project: string;
  readonly iid: number;
}

/** What a note is to say, and the first line by which a later run finds it again. */
export interface NoteText {
  readonly marker: string;
  /** It begins with the marker, then an empty line, and then one of the headings. */
  readonly body: string;
  /** How those that this program writes go on below the marker: somebody who quotes the marker goes on otherwise. */
  readonly headings: readonly string[];
  /** What another note of the same marker says from then on. */
  readonly instead: string;
}

/** Keeps the note of a merge request, by its first line: nothing but notes of this merge request is written. Throws ApiError. */
export async function writeNote(
  client: Pick<Client, 'read' | 'send'>,
  me: number,
  mergeRequest: MergeRequest,
  { marker, headings, body, instead }: NoteText,
): Promise<KeptOutcome> {
  const path = await notesPath(client, mergeRequest);
  if (path === undefined) return { type: 'not there' };
  return keepOne(client, me, {
    path,
    query: { order_by: 'created_at', sort: 'asc', activity_filter: 'only_comments' },
    isMarked: ({ body: text }) => typeof text === 'string' && isOfForm(text, marker, headings),
    // Whoever reads the merge request reads its notes.
    isOpened: () => false,
    isCurrent: (note) => typeof note['body'] === 'string' && note['body'].trimEnd() === body.trimEnd(),
    create: { body },
    update: { body },
    instead: { body: instead },
    // Each of them is ours by its whole form: two runs at one moment have made them.
    ofSeveral: 'the oldest',
    // POST and PUT …/notes (18.9).
    shows: ['id', 'body'],
  });
}

/** Whether a text begins as a note of this marker does, however it goes on. */
function isOfForm(text: string, marker: string, headings: readonly string[]): boolean {
  const [first, second, third = ''] = text.split(/\r?\n/, 3);
  return first === marker && second === '' && headings.some((heading) => third.startsWith(heading));
}

/** The first line of a text, whatever ends it. */
export function firstLine(text: string): string {
  return text.split(/\r?\n/, 1)[0] ?? '';
}

/**
 * Where the notes are, by the number of the project: what was moved answers under its old path to reads alone (405, 18.9). Undefined where
 * there is no such merge request, or the token does not see it.
 */
async function notesPath(client: Pick<Client, 'read'>, { project, iid }: MergeRequest): Promise<string | undefined> {
  const found = await client.read({
    path: `/projects/${encodeURIComponent(project)}/merge_requests/${iid}`,
    mayBeMissing: true,
  });
  const id = isMap(found) ? found['project_id'] : undefined;
  return typeof id === 'number' ? `/projects/${id}/merge_requests/${iid}/notes` : undefined;
}
