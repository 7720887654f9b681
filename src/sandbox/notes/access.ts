import { hasLevel } from '../access/access.ts';
import { actor } from '../http/request-context.ts';
import type { RequestContext } from '../http/request-context.ts';
import { findProject } from '../access/find.ts';
import { canReadCode, canReadMergeRequests, isArchived } from '../repository/code-access.ts';
import { commitAt } from '../repository/find-commit.ts';
import { noteableKey } from './rows.ts';
import type { NoteRow } from './rows.ts';
import { forbidden, notFound, refuse, rowNotFound } from '../http/reply.ts';
import type { ProjectRow } from '../projects/rows.ts';
import type { Noteable } from './creation.ts';
import { canReadSnippet } from '../snippets/access.ts';

interface WithNoteable {
  readonly id: string;
  /** A commit's is its sha, or what else names it. */
  readonly noteable_id: number | string;
}

/** Finds what notes hang from, for those who may see it. */
export type FindNoteable = (context: RequestContext, args: WithNoteable) => Noteable;

/** A merge request by its number; what cannot be seen is 404 MergeRequest Not Found. */
export function mergeRequestOf(context: RequestContext, args: WithNoteable): Noteable {
  actor(context);
  const project = findProject(context, args.id);
  const row = context.platform.state.mergeRequestByNumber(`${project.id} ${args.noteable_id}`);
  if (row === undefined || !canReadMergeRequests(context, project)) return refuse(notFound('MergeRequest'));
  return { noteable_type: 'MergeRequest', noteable_id: row.id, commit_id: null, project, mergeRequest: row };
}

/** A snippet of the project by its id. */
export function snippetOf(context: RequestContext, args: WithNoteable): Noteable {
  actor(context);
  const project = findProject(context, args.id);
  const snippet = context.platform.state.snippets.get(Number(args.noteable_id));
  const found = snippet?.project_id === project.id && canReadSnippet(context, snippet);
  if (!found) return refuse(notFound('Snippet'));
  return { noteable_type: 'Snippet', noteable_id: snippet.id, commit_id: null, project, mergeRequest: undefined };
}

/** A commit by its sha, branch or tag; to those who may not see the code it is not there (GET …/commits/:sha/discussions, 18.9). */
export function commitOf(context: RequestContext, args: WithNoteable): Noteable {
  actor(context);
  const project = findProject(context, args.id);
  const found = canReadCode(context, project) ? commitAt(context, project, String(args.noteable_id)) : undefined;
  return found === undefined ? refuse(notFound('Commit')) : commitNoteable(project, found.sha);
}

/** A commit as what notes hang from. */
export function commitNoteable(project: ProjectRow, sha: string): Noteable {
  return { noteable_type: 'Commit', noteable_id: null, commit_id: sha, project, mergeRequest: undefined };
}

/** The notes that hang from one thing. */
export function notesOf(context: RequestContext, noteable: Noteable): readonly NoteRow[] {
  return context.platform.state.notesOn(noteableKey({ ...noteable, project_id: noteable.project.id }));
}

/** Internal notes are for Reporters and their author. */
export function canReadNote(context: RequestContext, noteable: Noteable, note: NoteRow): boolean {
  if (!note.internal || note.author_id === context.user?.id) return true;
  return hasLevel(context, { type: 'project', row: noteable.project }, 20);
}

/** A note of a noteable; else 404 Not found. */
export function noteOf(context: RequestContext, noteable: Noteable, id: number): NoteRow {
  const note = notesOf(context, noteable).find((one) => one.id === id);
  return note ?? refuse(rowNotFound());
}

/** The note, for its author and for Maintainers; what the platform wrote stays as it is, and in an archived project all does. */
export function ownNote(context: RequestContext, noteable: Noteable, id: number): NoteRow {
  const note = noteOf(context, noteable, id);
  const own = note.author_id === context.user?.id || hasLevel(context, { type: 'project', row: noteable.project }, 40);
  const kept = note.system || isArchived(context.platform.state, noteable.project);
  return own && !kept ? note : refuse(forbidden());
}
