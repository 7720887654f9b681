import type { RequestContext } from '../http/request-context.ts';
import type { JsonObject } from '../store/json.ts';
import type { NoteRow } from './rows.ts';
import { isResolvable } from './threads.ts';
import type { Thread } from './threads.ts';
import { basicUser } from '../users/entity.ts';

/** A note (APIEntitiesNote, 18.9); `changes` is what its quick actions did. */
export function noteEntity(context: RequestContext, note: NoteRow, changes: JsonObject = {}): JsonObject {
  const { state } = context.platform;
  const author = state.users.get(note.author_id);
  const merge = note.noteable_type === 'MergeRequest' ? state.mergeRequests.get(note.noteable_id ?? 0) : undefined;
  return {
    id: note.id,
    type: note.type,
    body: note.body,
    author: author === undefined ? null : basicUser(context, author),
    created_at: note.created_at,
    updated_at: note.updated_at,
    system: note.system,
    noteable_id: note.noteable_id,
    noteable_type: note.noteable_type,
    project_id: note.project_id,
    ...resolution(context, note),
    confidential: note.internal,
    internal: note.internal,
    imported: false,
    imported_from: 'none',
    noteable_iid: merge?.iid ?? null,
    commands_changes: changes,
  };
}

/** Whether a note can be resolved, and by whom it was. */
function resolution(context: RequestContext, note: NoteRow): JsonObject {
  if (!isResolvable(note)) return { resolvable: false };
  const user = note.resolved_by_id === null ? undefined : context.platform.state.users.get(note.resolved_by_id);
  return {
    resolvable: true,
    resolved: note.resolved_at !== null,
    resolved_by: user === undefined ? null : basicUser(context, user),
    resolved_at: note.resolved_at,
  };
}

/** A discussion with those of its notes that the caller may see (APIEntitiesDiscussion, 18.9). */
export function discussionEntity(context: RequestContext, thread: Thread): JsonObject {
  const individual = thread.notes[0]?.type === null;
  return { id: thread.id, individual_note: individual, notes: thread.notes.map((note) => noteEntity(context, note)) };
}
