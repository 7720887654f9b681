import { hasLevel } from '../access.ts';
import { actor } from '../call.ts';
import type { Call } from '../call.ts';
import { timestamp } from '../clock.ts';
import { noteEntity } from '../entities/note.ts';
import type { Json, JsonObject } from '../json.ts';
import { setTime, timeOn } from '../merge-request-time.ts';
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

/** A note that is to be written. */
export interface NewNote {
  readonly body: string;
  readonly internal: boolean;
  readonly created_at: string | undefined;
  /** That it begins a discussion, or answers in one. */
  readonly discussion?: 'new' | { readonly id: string };
}

const longest = 1_000_000;

/** Refuses a body that is blank or too long; the errors come as a printed Ruby hash (POST …/notes, 18.9). */
export function refuseBody(body: string): void {
  const text = body.trim() === '' ? "can't be blank" : body.length > longest ? tooLong : undefined;
  if (text !== undefined) refuse(badRequest(`Note ${printedErrors({ note: [text] })}`));
}

const tooLong = `is too long (maximum is ${longest} characters)`;

/** Writes a note, and does what its quick actions say; a note of nothing else is not kept, 202 (POST …/notes, 18.9). */
export function createNote(
  call: Call,
  noteable: Noteable,
  sent: NewNote,
  show: (note: NoteRow, changes: JsonObject) => Json = (note, changes) => noteEntity(call, note, changes),
): Reply {
  const read = readActions(call, noteable, sent.body);
  if (read.kind === 'done') return read.reply;
  return created(show(insertNote(call, noteable, { ...sent, body: read.body }), read.changes));
}

type Read =
  | { readonly kind: 'text'; readonly body: string; readonly changes: JsonObject }
  | { readonly kind: 'done'; readonly reply: Reply };

/** Does what the quick actions of a text say; what is left of it is a note. */
export function readActions(call: Call, { mergeRequest, project }: Noteable, text: string): Read {
  const read = mergeRequest === undefined ? undefined : interpret(mergeRequest, text);
  if (read === undefined || read.commands === 0) return { kind: 'text', body: text, changes: {} };
  const changes = apply(call, project, mergeRequest, read.wanted);
  if (read.body !== '') return { kind: 'text', body: read.body, changes };
  if (read.summary.length === 0) return { kind: 'done', reply: badRequest('Failed to apply commands.') };
  const body = { commands_changes: changes, summary: [read.summary.join(' ')] };
  return { kind: 'done', reply: { status: 202, body } };
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
    type: sent.discussion === undefined ? null : 'DiscussionNote',
    discussion_id: typeof sent.discussion === 'object' ? sent.discussion.id : null,
    resolved_by_id: null,
    resolved_at: null,
    created_at: now,
    updated_at: now,
  });
}

/** Applies what quick actions want, for those who may change the merge request; for others they do nothing. */
function apply(call: Call, project: ProjectRow, row: MergeRequestRow | undefined, wanted: Wanted): JsonObject {
  if (row === undefined || Object.keys(wanted).length === 0) return {};
  const own = row.author_id === actor(call).id;
  if (!own && !hasLevel(call, { type: 'project', row: project }, 30)) refuse(forbidden());
  const { assignees, reviewers, time_estimate, spend_time, ...rest } = wanted;
  const ids = (names: readonly string[]) =>
    names.map((name) => call.world.state.userByName(name.toLowerCase())?.id ?? 0);
  const changes = {
    ...rest,
    ...(assignees === undefined ? {} : { assignee_ids: ids(assignees) }),
    ...(reviewers === undefined ? {} : { reviewer_ids: ids(reviewers) }),
  };
  updateMergeRequest(call, project, row, changes);
  const duration = spend_time === 'reset' ? 'reset' : (spend_time ?? 0);
  const time = timeOn(call, row);
  const spent = duration === 'reset' ? 0 : Math.max(time.spent + duration, 0);
  if (time_estimate !== undefined || spend_time !== undefined) {
    setTime(call, row, { estimate: time_estimate ?? time.estimate, spent });
  }
  return {
    ...changes,
    ...(time_estimate === undefined ? {} : { time_estimate }),
    ...(spend_time === undefined ? {} : { spend_time: { duration, user_id: actor(call).id } }),
  };
}
