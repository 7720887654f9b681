import { hasLevel } from '../access.ts';
import { limitEndpoint } from '../application-limit.ts';
import { actor } from '../call.ts';
import type { Call } from '../call.ts';
import { timestamp } from '../clock.ts';
import { requireUnmodified } from '../conditional.ts';
import { noteEntity } from '../entities/note.ts';
import { findProject } from '../find.ts';
import { canReadMergeRequests } from '../merge-request-access.ts';
import type { NoteRow } from '../merge-request-rows.ts';
import { paged, paginate } from '../pagination.ts';
import { failure, forbidden, noContent, notFound, ok, refuse, rowNotFound } from '../reply.ts';
import { route } from '../route.ts';
import { numberSetting } from '../settings.ts';
import { createNote, refuseBody } from './note-creation.ts';
import type { Noteable } from './note-creation.ts';
import { canReadSnippet } from './snippet-access.ts';

const noteableId = { noteable_id: { type: 'integer', required: true } } as const;
const noteId = { ...noteableId, note_id: { type: 'integer', required: true } } as const;

interface WithNoteable {
  readonly id: string;
  readonly noteable_id: number;
}

/** A merge request by its number; what cannot be seen is 404 MergeRequest Not Found. */
function mergeRequestOf(call: Call, args: WithNoteable): Noteable {
  actor(call);
  const project = findProject(call, args.id);
  const row = call.world.state.mergeRequestByNumber(`${project.id} ${args.noteable_id}`);
  if (row === undefined || !canReadMergeRequests(call, project)) return refuse(notFound('MergeRequest'));
  return { type: 'MergeRequest', id: row.id, project, mergeRequest: row };
}

/** A snippet of the project by its id. */
function snippetOf(call: Call, args: WithNoteable): Noteable {
  actor(call);
  const project = findProject(call, args.id);
  const snippet = call.world.state.snippets.get(args.noteable_id);
  const found = snippet?.project_id === project.id && canReadSnippet(call, snippet);
  return found ? { type: 'Snippet', id: snippet.id, project, mergeRequest: undefined } : refuse(notFound('Snippet'));
}

/** Internal notes are for Reporters and their author. */
function canReadNote(call: Call, noteable: Noteable, note: NoteRow): boolean {
  if (!note.internal || note.author_id === call.user?.id) return true;
  return hasLevel(call, { type: 'project', row: noteable.project }, 20);
}

function noteOf(call: Call, noteable: Noteable, id: number): NoteRow {
  const note = call.world.state.notesOn(`${noteable.type} ${noteable.id}`).find((one) => one.id === id);
  return note ?? refuse(rowNotFound());
}

/** The note, for its author and for Maintainers; what the platform wrote stays as it is. */
function ownNote(call: Call, noteable: Noteable, id: number): NoteRow {
  const note = noteOf(call, noteable, id);
  const own = note.author_id === call.user?.id || hasLevel(call, { type: 'project', row: noteable.project }, 40);
  return own && !note.system ? note : refuse(forbidden());
}

type Find = (call: Call, args: WithNoteable) => Noteable;

function notesRoutes(path: string, find: Find) {
  return [
    // GET …/notes: newest first; a page may be shorter than asked for, by what is hidden (18.9).
    route({
      method: 'GET',
      path,
      params: {
        id: { type: 'string', required: true },
        ...noteableId,
        ...paged,
        order_by: { type: 'string', values: ['created_at', 'updated_at'] },
        sort: { type: 'string', values: ['asc', 'desc'] },
        activity_filter: { type: 'string', values: ['all_notes', 'only_comments', 'only_activity'] },
      },
      access: find,
      handle: ({ call, args, subject }) => {
        const all = call.world.state.notesOn(`${subject.type} ${subject.id}`);
        const filter = args.activity_filter ?? 'all_notes';
        const wanted = all.filter((note) => filter === 'all_notes' || note.system === (filter === 'only_activity'));
        const key = args.order_by ?? 'created_at';
        const rising = wanted.toSorted((a, b) => (a[key] === b[key] ? a.id - b.id : a[key] < b[key] ? -1 : 1));
        const ordered = args.sort === 'asc' ? rising : rising.toReversed();
        const reply = paginate(call, args, ordered, (note) =>
          canReadNote(call, subject, note) ? noteEntity(call, note) : null,
        );
        return Array.isArray(reply.body) ? { ...reply, body: reply.body.filter((note) => note !== null) } : reply;
      },
    }),
    // POST …/notes: as many a minute as the instance allows (18.9).
    route({
      method: 'POST',
      path,
      params: {
        id: { type: 'string', required: true },
        ...noteableId,
        body: { type: 'string', required: true },
        confidential: { type: 'boolean' },
        internal: { type: 'boolean' },
        created_at: { type: 'datetime' },
        merge_request_diff_head_sha: { type: 'string' },
      },
      access: (call, args) => {
        const { id } = actor(call);
        const requests = numberSetting(call.world.state.settings, 'notes_create_limit', 300);
        if (requests > 0) limitEndpoint(call.world, `notes_create ${id}`, { requests, seconds: 60 });
        return find(call, args);
      },
      handle: ({ call, args, subject }) =>
        createNote(call, subject, {
          body: args.body,
          internal: args.internal ?? args.confidential ?? false,
          created_at: args.created_at ?? undefined,
        }),
    }),
  ];
}

function singleNoteRoutes(path: string, find: Find) {
  const params = { id: { type: 'string', required: true }, ...noteId } as const;
  return [
    // GET …/notes/:note_id (18.9).
    route({
      method: 'GET',
      path,
      params,
      access: find,
      handle: ({ call, args, subject }) => {
        const note = noteOf(call, subject, args.note_id);
        return canReadNote(call, subject, note) ? ok(noteEntity(call, note)) : notFound('Note');
      },
    }),
    // PUT …/notes/:note_id: its author, and Maintainers (18.9).
    route({
      method: 'PUT',
      path,
      params: { ...params, body: { type: 'string', filled: true }, confidential: { type: 'boolean' } },
      access: (call, args) => ownNote(call, find(call, args), args.note_id),
      handle: ({ call, args, subject: note }) => {
        const body = args.body ?? refuse(failure(400, 'body is missing'));
        refuseBody(body);
        call.world.state.notes.update(note, { body, updated_at: timestamp(call.world.clock) });
        return ok(noteEntity(call, note));
      },
    }),
    // DELETE …/notes/:note_id: honours If-Unmodified-Since (18.9).
    route({
      method: 'DELETE',
      path,
      params,
      access: (call, args) => ownNote(call, find(call, args), args.note_id),
      handle: ({ call, subject: note }) => {
        requireUnmodified(call, note.updated_at);
        call.world.state.notes.remove(note);
        return noContent();
      },
    }),
  ];
}

export const noteRoutes = [
  ...notesRoutes('/projects/:id/merge_requests/:noteable_id/notes', mergeRequestOf),
  ...singleNoteRoutes('/projects/:id/merge_requests/:noteable_id/notes/:note_id', mergeRequestOf),
  ...notesRoutes('/projects/:id/snippets/:noteable_id/notes', snippetOf),
  ...singleNoteRoutes('/projects/:id/snippets/:noteable_id/notes/:note_id', snippetOf),
];
