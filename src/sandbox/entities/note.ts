import type { Call } from '../call.ts';
import type { JsonObject } from '../json.ts';
import type { NoteRow } from '../merge-request-rows.ts';
import { isResolvable } from '../note-threads.ts';
import type { Thread } from '../note-threads.ts';
import { basicUser } from './user.ts';

/** A note (APIEntitiesNote, 18.9); `changes` is what its quick actions did. */
export function noteEntity(call: Call, note: NoteRow, changes: JsonObject = {}): JsonObject {
  const { state } = call.world;
  const author = state.users.get(note.author_id);
  const iid = note.noteable_type === 'MergeRequest' ? state.mergeRequests.get(note.noteable_id)?.iid : undefined;
  return {
    id: note.id,
    type: note.type,
    body: note.body,
    author: author === undefined ? null : basicUser(call, author),
    created_at: note.created_at,
    updated_at: note.updated_at,
    system: note.system,
    noteable_id: note.noteable_id,
    noteable_type: note.noteable_type,
    project_id: note.project_id,
    ...resolution(call, note),
    confidential: note.internal,
    internal: note.internal,
    imported: false,
    imported_from: 'none',
    noteable_iid: iid ?? null,
    commands_changes: changes,
  };
}

/** Whether a note can be resolved, and by whom it was. */
function resolution(call: Call, note: NoteRow): JsonObject {
  if (!isResolvable(note)) return { resolvable: false };
  const user = note.resolved_by_id === null ? undefined : call.world.state.users.get(note.resolved_by_id);
  return {
    resolvable: true,
    resolved: note.resolved_at !== null,
    resolved_by: user === undefined ? null : basicUser(call, user),
    resolved_at: note.resolved_at,
  };
}

/** A discussion with those of its notes that the caller may see (APIEntitiesDiscussion, 18.9). */
export function discussionEntity(call: Call, thread: Thread): JsonObject {
  const individual = thread.notes[0]?.type === null;
  return { id: thread.id, individual_note: individual, notes: thread.notes.map((note) => noteEntity(call, note)) };
}
