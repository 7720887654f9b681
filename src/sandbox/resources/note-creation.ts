import { hasLevel } from '../access.ts';
import { actor } from '../call.ts';
import type { Call } from '../call.ts';
import { timestamp } from '../clock.ts';
import { noteEntity } from '../entities/note.ts';
import type { Json } from '../json.ts';
import type { MergeRequestRow, NoteRow } from '../merge-request-rows.ts';
import { interpret } from '../quick-actions.ts';
import type { Wanted } from '../quick-actions.ts';
import { badRequest, created, forbidden, refuse } from '../reply.ts';
import type { Reply } from '../reply.ts';
import type { ProjectRow } from '../rows.ts';
import { updateMergeRequest } from './merge-request-changes.ts';
import { printedErrors } from './group-rules.ts';

/** What notes hang from, and who may do what with them. */
export interface Noteable {
  readonly type: NoteRow['noteable_type'];
  readonly id: number;
  readonly project: ProjectRow;
  /** The merge request, when it is one: quick actions change it. */
  readonly mergeRequest: MergeRequestRow | undefined;
}

interface NewNote {
  readonly body: string;
  readonly internal: boolean;
  readonly created_at: string | undefined;
}

const longest = 1_000_000;

/** Refuses a body that is blank or too long; the errors come as a printed Ruby hash (POST …/notes, 18.9). */
export function refuseBody(body: string): void {
  const text = body.trim() === '' ? "can't be blank" : body.length > longest ? tooLong : undefined;
  if (text !== undefined) refuse(badRequest(`Note ${printedErrors({ note: [text] })}`));
}

const tooLong = `is too long (maximum is ${longest} characters)`;

/** Writes a note, and does what its quick actions say; a note of nothing else is not kept, 202 (POST …/notes, 18.9). */
export function createNote(call: Call, noteable: Noteable, sent: NewNote): Reply {
  const { mergeRequest, project } = noteable;
  const read = mergeRequest === undefined ? undefined : interpret(mergeRequest, sent.body);
  if (read === undefined || read.commands === 0) return created(noteEntity(call, insertNote(call, noteable, sent)));
  const changes = apply(call, project, noteable.mergeRequest, read.wanted);
  if (read.body !== '') {
    return created(noteEntity(call, insertNote(call, noteable, { ...sent, body: read.body }), changes));
  }
  if (read.summary.length === 0) return badRequest('Failed to apply commands.');
  return { status: 202, body: { commands_changes: changes, summary: [read.summary.join(' ')] } };
}

function insertNote(call: Call, noteable: Noteable, sent: NewNote): NoteRow {
  refuseBody(sent.body);
  const { state, clock } = call.world;
  // Only Owners may say when a note was written; from others it is dropped.
  const dated = hasLevel(call, { type: 'project', row: noteable.project }, 50) ? sent.created_at : undefined;
  const now = dated ?? timestamp(clock);
  return state.notes.insert({
    project_id: noteable.project.id,
    noteable_type: noteable.type,
    noteable_id: noteable.id,
    author_id: actor(call).id,
    body: sent.body,
    system: false,
    internal: sent.internal,
    created_at: now,
    updated_at: now,
  });
}

/** Applies what quick actions want, for those who may change the merge request; for others they do nothing. */
function apply(
  call: Call,
  project: ProjectRow,
  row: MergeRequestRow | undefined,
  wanted: Wanted,
): Readonly<Record<string, Json>> {
  if (row === undefined || Object.keys(wanted).length === 0) return {};
  const own = row.author_id === actor(call).id;
  if (!own && !hasLevel(call, { type: 'project', row: project }, 30)) refuse(forbidden());
  const { assignees, reviewers, ...rest } = wanted;
  const ids = (names: readonly string[]) =>
    names.map((name) => call.world.state.userByName(name.toLowerCase())?.id ?? 0);
  const changes = {
    ...rest,
    ...(assignees === undefined ? {} : { assignee_ids: ids(assignees) }),
    ...(reviewers === undefined ? {} : { reviewer_ids: ids(reviewers) }),
  };
  updateMergeRequest(call, project, row, changes);
  return changes;
}
