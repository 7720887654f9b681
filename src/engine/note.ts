import { ApiError } from '../api/api-error.ts';
import type { Client } from '../api/client.ts';
import { isMap } from '../base/shape.ts';
import type { JsonObject } from '../model.ts';

/** A merge request, by the path of its project and its number there. */
export interface MergeRequest {
  readonly project: string;
  readonly iid: number;
}

/** What a note is to say, and the first line by which a later run finds it again. */
export interface NoteText {
  readonly marker: string;
  /** It begins with the marker. */
  readonly body: string;
  /** What takes the place of another note of the same marker, so that nobody reads an old plan there. */
  readonly instead: string;
}

/** What became of a note; nobody knows whether there is one where it is `lost`. */
export type NoteOutcome = 'made' | 'brought up to date' | 'up to date' | 'no merge request' | 'lost';

interface Note {
  readonly id: number;
  readonly body: string;
}

/**
 * Makes the note of a merge request, or brings the one up to date that the user with the number `me` has there by this marker: never a second
 * one, and never one of somebody else. Nothing but notes of this merge request is written. Throws ApiError.
 */
export async function writeNote(
  client: Pick<Client, 'read' | 'send'>,
  me: number,
  mergeRequest: MergeRequest,
  { marker, body, instead }: NoteText,
): Promise<NoteOutcome> {
  const notes = await notesPath(client, mergeRequest);
  if (notes === undefined) return 'no merge request';
  const before = await ownNotes(client, notes, me, marker);
  const made = before.length > 0 ? undefined : await make(client, notes, body);
  // Looked at again, whatever was answered: the answer may be lost, and another run may have made one at the same moment.
  const [note, ...others] = before.length > 0 ? before : await ownNotes(client, notes, me, marker);
  if (note === undefined) return 'lost';
  const isCurrent = note.body.trimEnd() === body.trimEnd();
  if (!isCurrent) await client.send({ method: 'PUT', path: `${notes}/${note.id}`, body: { body }, expects: NOTE });
  for (const { id } of others) await giveUp(client, `${notes}/${id}`, id === made ? undefined : instead);
  if (before.length === 0) return 'made';
  return isCurrent ? 'up to date' : 'brought up to date';
}

/** What an answer that shows a note has (POST /projects/:id/merge_requests/:iid/notes, 18.9). */
const NOTE = { shows: ['id', 'body'], mayBeQueued: false };

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

/** The notes of this user that begin with the marker, the oldest first. */
async function ownNotes(
  client: Pick<Client, 'read'>,
  path: string,
  me: number,
  marker: string,
): Promise<readonly Note[]> {
  const query = { order_by: 'created_at', sort: 'asc', activity_filter: 'only_comments' };
  const rows = await client.read({ path, query, pages: true });
  if (!Array.isArray(rows)) return [];
  return (rows as readonly JsonObject[])
    .flatMap(({ id, body, author, system }) => {
      const isOwn = system !== true && isMap(author) && author['id'] === me;
      const isMarked = typeof body === 'string' && body.split(/\r?\n/, 1)[0] === marker;
      return isOwn && isMarked && typeof id === 'number' ? [{ id, body }] : [];
    })
    .sort((one, other) => one.id - other.id);
}

/** The number of a note that was made; undefined where the answer was lost, so that nobody knows whether there is one. */
async function make(client: Pick<Client, 'send'>, path: string, body: string): Promise<unknown> {
  try {
    return (await client.send({ method: 'POST', path, body: { body }, expects: NOTE }))?.['id'];
  } catch (error) {
    if (error instanceof ApiError && error.outcomeUnknown) return undefined;
    throw error;
  }
}

/**
 * A second note of the same marker, as two runs at the same moment make them: the one that this run has made goes, and of another one nothing
 * stays but where the plan is.
 */
async function giveUp(client: Pick<Client, 'send'>, path: string, instead: string | undefined): Promise<void> {
  const call =
    instead === undefined
      ? ({ method: 'DELETE', path } as const)
      : ({ method: 'PUT', path, body: { body: instead }, expects: NOTE } as const);
  await client.send(call).catch((error: unknown) => {
    // The run that has made it may have taken it away by now.
    if (!(error instanceof ApiError && error.code === 'not-found')) throw error;
  });
}
