import { hasLevel } from '../access/access.ts';
import { actor } from '../http/request-context.ts';
import type { RequestContext } from '../http/request-context.ts';
import { timestamp } from '../store/clock.ts';
import { isArchived } from '../repository/code-access.ts';
import { noteEntity } from './entity.ts';
import type { Json, JsonObject } from '../store/json.ts';
import { setTime, timeOn } from '../merge-requests/time.ts';
import type { MergeRequestRow } from '../merge-requests/rows.ts';
import type { DiffLine, NoteRow } from './rows.ts';
import { interpret } from './quick-actions.ts';
import type { Wanted } from './quick-actions.ts';
import { badRequest, created, forbidden, refuse } from '../http/reply.ts';
import type { Reply } from '../http/reply.ts';
import type { ProjectRow } from '../projects/rows.ts';
import { applyTagCommand, readTagCommand } from './tag-command.ts';
import { updateMergeRequest } from '../merge-requests/changes.ts';
import { printedErrors } from '../groups/rules.ts';

/** What notes hang from, and who may do what with them. */
export interface Noteable {
  readonly noteable_type: NoteRow['noteable_type'];
  readonly noteable_id: number | null;
  /** The sha of a commit, when it is one: its quick action tags it. */
  readonly commit_id: string | null;
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
  /** That it is on a line of a commit's diff. */
  readonly line?: DiffLine | undefined;
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
  context: RequestContext,
  noteable: Noteable,
  sent: NewNote,
  show: (note: NoteRow, changes: JsonObject) => Json = (note, changes) => noteEntity(context, note, changes),
): Reply {
  if (isArchived(context.platform.state, noteable.project)) refuse(forbidden());
  const read = readActions(context, noteable, sent.body);
  if (read.kind === 'done') return read.reply;
  return created(show(insertNote(context, noteable, { ...sent, body: read.body }), read.changes));
}

type Read =
  | { readonly kind: 'text'; readonly body: string; readonly changes: JsonObject }
  | { readonly kind: 'done'; readonly reply: Reply };

/** Does what the quick actions of a text say; what is left of it is a note. */
export function readActions(context: RequestContext, noteable: Noteable, text: string): Read {
  const { mergeRequest, project, commit_id: sha } = noteable;
  if (sha !== null) return readTagging(context, project, sha, text);
  const read = mergeRequest === undefined ? undefined : interpret(mergeRequest, text);
  if (read === undefined || read.commands === 0) return { kind: 'text', body: text, changes: {} };
  const changes = apply(context, project, mergeRequest, read.wanted);
  if (read.body !== '') return { kind: 'text', body: read.body, changes };
  if (read.summary.length === 0) return { kind: 'done', reply: badRequest('Failed to apply commands.') };
  const body = { commands_changes: changes, summary: [read.summary.join(' ')] };
  return { kind: 'done', reply: { status: 202, body } };
}

/** The quick action of a commit: it is tagged (POST …/commits/:sha/comments, 18.9). */
function readTagging(context: RequestContext, project: ProjectRow, sha: string, text: string): Read {
  const read = readTagCommand(text);
  if (read === undefined) return { kind: 'text', body: text, changes: {} };
  const tagged = applyTagCommand(context, project, sha, read);
  if (read.rest !== '') return { kind: 'text', body: read.rest, changes: tagged?.changes ?? {} };
  return { kind: 'done', reply: tagged?.reply ?? badRequest('Failed to apply commands.') };
}

function insertNote(context: RequestContext, noteable: Noteable, sent: NewNote): NoteRow {
  refuseBody(sent.body);
  const { state, clock } = context.platform;
  // Only Owners may say when a note was written; from others it is dropped.
  const dated = hasLevel(context, { type: 'project', row: noteable.project }, 50) ? sent.created_at : undefined;
  const now = dated ?? timestamp(clock);
  return state.notes.insert({
    project_id: noteable.project.id,
    noteable_type: noteable.noteable_type,
    noteable_id: noteable.noteable_id,
    commit_id: noteable.commit_id,
    author_id: actor(context).id,
    body: sent.body,
    system: false,
    internal: sent.internal,
    // An answer on a line of a diff is on that line, too.
    type: sent.line != null ? 'LegacyDiffNote' : sent.discussion === undefined ? null : 'DiscussionNote',
    line: sent.line ?? null,
    discussion_id: typeof sent.discussion === 'object' ? sent.discussion.id : null,
    resolved_by_id: null,
    resolved_at: null,
    created_at: now,
    updated_at: now,
  });
}

/** Applies what quick actions want, for those who may change the merge request; for others they do nothing. */
function apply(
  context: RequestContext,
  project: ProjectRow,
  row: MergeRequestRow | undefined,
  wanted: Wanted,
): JsonObject {
  if (row === undefined || Object.keys(wanted).length === 0) return {};
  const own = row.author_id === actor(context).id;
  if (!own && !hasLevel(context, { type: 'project', row: project }, 30)) refuse(forbidden());
  const { assignees, reviewers, time_estimate, spend_time, ...rest } = wanted;
  const ids = (names: readonly string[]) =>
    names.map((name) => context.platform.state.userByName(name.toLowerCase())?.id ?? 0);
  const changes = {
    ...rest,
    ...(assignees === undefined ? {} : { assignee_ids: ids(assignees) }),
    ...(reviewers === undefined ? {} : { reviewer_ids: ids(reviewers) }),
  };
  updateMergeRequest(context, project, row, changes);
  const duration = spend_time === 'reset' ? 'reset' : (spend_time ?? 0);
  const time = timeOn(context, row);
  const spent = duration === 'reset' ? 0 : Math.max(time.spent + duration, 0);
  if (time_estimate !== undefined || spend_time !== undefined) {
    setTime(context, row, { estimate: time_estimate ?? time.estimate, spent });
  }
  return {
    ...changes,
    ...(time_estimate === undefined ? {} : { time_estimate }),
    ...(spend_time === undefined ? {} : { spend_time: { duration, user_id: actor(context).id } }),
  };
}
