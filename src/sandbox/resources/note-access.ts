import { hasLevel } from '../access.ts';
import { actor } from '../call.ts';
import type { Call } from '../call.ts';
import { findProject } from '../find.ts';
import { canReadMergeRequests } from '../merge-request-access.ts';
import type { NoteRow } from '../merge-request-rows.ts';
import { forbidden, notFound, refuse, rowNotFound } from '../reply.ts';
import type { Noteable } from './note-creation.ts';
import { canReadSnippet } from './snippet-access.ts';

interface WithNoteable {
  readonly id: string;
  readonly noteable_id: number;
}

/** Finds what notes hang from, for those who may see it. */
export type FindNoteable = (call: Call, args: WithNoteable) => Noteable;

/** A merge request by its number; what cannot be seen is 404 MergeRequest Not Found. */
export function mergeRequestOf(call: Call, args: WithNoteable): Noteable {
  actor(call);
  const project = findProject(call, args.id);
  const row = call.world.state.mergeRequestByNumber(`${project.id} ${args.noteable_id}`);
  if (row === undefined || !canReadMergeRequests(call, project)) return refuse(notFound('MergeRequest'));
  return { type: 'MergeRequest', id: row.id, project, mergeRequest: row };
}

/** A snippet of the project by its id. */
export function snippetOf(call: Call, args: WithNoteable): Noteable {
  actor(call);
  const project = findProject(call, args.id);
  const snippet = call.world.state.snippets.get(args.noteable_id);
  const found = snippet?.project_id === project.id && canReadSnippet(call, snippet);
  return found ? { type: 'Snippet', id: snippet.id, project, mergeRequest: undefined } : refuse(notFound('Snippet'));
}

/** Internal notes are for Reporters and their author. */
export function canReadNote(call: Call, noteable: Noteable, note: NoteRow): boolean {
  if (!note.internal || note.author_id === call.user?.id) return true;
  return hasLevel(call, { type: 'project', row: noteable.project }, 20);
}

/** A note of a noteable; else 404 Not found. */
export function noteOf(call: Call, noteable: Noteable, id: number): NoteRow {
  const note = call.world.state.notesOn(`${noteable.type} ${noteable.id}`).find((one) => one.id === id);
  return note ?? refuse(rowNotFound());
}

/** The note, for its author and for Maintainers; what the platform wrote stays as it is. */
export function ownNote(call: Call, noteable: Noteable, id: number): NoteRow {
  const note = noteOf(call, noteable, id);
  const own = note.author_id === call.user?.id || hasLevel(call, { type: 'project', row: noteable.project }, 40);
  return own && !note.system ? note : refuse(forbidden());
}
