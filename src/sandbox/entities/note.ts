import type { Call } from '../call.ts';
import type { Json, JsonObject } from '../json.ts';
import type { NoteRow } from '../merge-request-rows.ts';
import { basicUser } from './user.ts';

/** A note (APIEntitiesNote, 18.9); `changes` is what its quick actions did. */
export function noteEntity(call: Call, note: NoteRow, changes: Readonly<Record<string, Json>> = {}): JsonObject {
  const { state } = call.world;
  const author = state.users.get(note.author_id);
  const iid = note.noteable_type === 'MergeRequest' ? state.mergeRequests.get(note.noteable_id)?.iid : undefined;
  return {
    id: note.id,
    type: null,
    body: note.body,
    author: author === undefined ? null : basicUser(call, author),
    created_at: note.created_at,
    updated_at: note.updated_at,
    system: note.system,
    noteable_id: note.noteable_id,
    noteable_type: note.noteable_type,
    project_id: note.project_id,
    resolvable: false,
    confidential: note.internal,
    internal: note.internal,
    imported: false,
    imported_from: 'none',
    noteable_iid: iid ?? null,
    commands_changes: changes,
  };
}
