import { hasLevel } from '../access.ts';
import type { Call } from '../call.ts';
import { actor } from '../call.ts';
import { timestamp } from '../clock.ts';
import { requireUnmodified } from '../conditional.ts';
import { discussionEntity, noteEntity } from '../entities/note.ts';
import type { NoteRow } from '../merge-request-rows.ts';
import { isResolvable, threadIdOf, threadsOf } from '../note-threads.ts';
import type { Thread } from '../note-threads.ts';
import { paged, paginate } from '../pagination.ts';
import { badRequest, forbidden, noContent, notFound, ok, refuse } from '../reply.ts';
import { route } from '../route.ts';
import { canReadNote, mergeRequestOf, noteOf, ownNote, snippetOf } from './note-access.ts';
import type { FindNoteable } from './note-access.ts';
import { createNote, readActions, refuseBody } from './note-creation.ts';
import type { Noteable } from './note-creation.ts';

const base = { id: { type: 'string', required: true }, noteable_id: { type: 'integer', required: true } } as const;
const inThread = { ...base, discussion_id: { type: 'string', required: true } } as const;
const oneNote = { ...inThread, note_id: { type: 'integer', required: true } } as const;
const written = { body: { type: 'string', required: true }, created_at: { type: 'datetime' } } as const;

function visibleThreads(call: Call, noteable: Noteable): readonly Thread[] {
  const notes = call.world.state.notesOn(`${noteable.type} ${noteable.id}`);
  return threadsOf(notes.filter((note) => canReadNote(call, noteable, note)));
}

/** The discussion of an id; else 404, naming what was looked for. */
function threadOf(call: Call, noteable: Noteable, id: string, thing: 'Discussion' | 'Notes' = 'Discussion'): Thread {
  return visibleThreads(call, noteable).find((thread) => thread.id === id) ?? refuse(notFound(thing));
}

/** Developers resolve what they like, others what they wrote or what hangs from their own merge request (18.9). */
function requireResolve(call: Call, noteable: Noteable, note: NoteRow | undefined): void {
  const own = [note?.author_id, noteable.mergeRequest?.author_id].includes(actor(call).id);
  if (!own && !hasLevel(call, { type: 'project', row: noteable.project }, 30)) refuse(forbidden());
}

function resolve(call: Call, note: NoteRow, resolved: boolean): void {
  const by = resolved
    ? { resolved_by_id: actor(call).id, resolved_at: timestamp(call.world.clock) }
    : { resolved_by_id: null, resolved_at: null };
  call.world.state.notes.update(note, by);
}

function discussionRoutes(path: string, find: FindNoteable) {
  return [
    // GET …/discussions: the one that began first coming first (18.9).
    route({
      method: 'GET',
      path,
      params: { ...base, ...paged },
      access: find,
      handle: ({ call, args, subject }) =>
        paginate(call, args, visibleThreads(call, subject), (thread) => discussionEntity(call, thread)),
    }),
    // POST …/discussions: the first note of one (18.9).
    route({
      method: 'POST',
      path,
      params: { ...base, ...written },
      access: find,
      handle: ({ call, args, subject }) => {
        const note = { body: args.body, internal: false, created_at: args.created_at ?? undefined } as const;
        return createNote(call, subject, { ...note, discussion: 'new' }, (row) =>
          discussionEntity(call, { id: threadIdOf(row), notes: [row] }),
        );
      },
    }),
  ];
}

function threadRoutes(path: string, find: FindNoteable) {
  return [
    // GET …/discussions/:discussion_id (18.9).
    route({
      method: 'GET',
      path,
      params: inThread,
      access: find,
      handle: ({ call, args, subject }) => ok(discussionEntity(call, threadOf(call, subject, args.discussion_id))),
    }),
  ];
}

function threadNotesRoutes(path: string, find: FindNoteable) {
  return [
    // GET …/discussions/:discussion_id/notes: oldest first, not paged (18.9).
    route({
      method: 'GET',
      path,
      params: inThread,
      access: find,
      handle: ({ call, args, subject }) => {
        const { notes } = threadOf(call, subject, args.discussion_id, 'Notes');
        return ok(notes.map((note) => noteEntity(call, note)));
      },
    }),
    // POST …/discussions/:discussion_id/notes: only a merge request's lone note turns into a discussion (18.9).
    route({
      method: 'POST',
      path,
      params: { ...inThread, ...written },
      access: find,
      handle: ({ call, args, subject }) => {
        const thread = threadOf(call, subject, args.discussion_id);
        const [first] = thread.notes;
        const lone = first?.type === null;
        const opens = lone && subject.type === 'MergeRequest' && !first.system;
        if (lone && !opens) refuse(badRequest('Discussion can not be replied to.'));
        if (lone) call.world.state.notes.update(first, { type: 'DiscussionNote' });
        const note = { body: args.body, internal: first?.internal ?? false, created_at: args.created_at ?? undefined };
        return createNote(call, subject, { ...note, discussion: { id: thread.id } });
      },
    }),
  ];
}

function threadNoteRoutes(path: string, find: FindNoteable) {
  return [
    // GET …/discussions/:discussion_id/notes/:note_id (18.9).
    route({
      method: 'GET',
      path,
      params: oneNote,
      access: find,
      handle: ({ call, args, subject }) => {
        const note = noteOf(call, subject, args.note_id);
        return canReadNote(call, subject, note) ? ok(noteEntity(call, note)) : notFound('Note');
      },
    }),
    // PUT …/discussions/:discussion_id/notes/:note_id: a new text, or that it is resolved (18.9).
    route({
      method: 'PUT',
      path,
      params: { ...oneNote, body: { type: 'string' }, resolved: { type: 'boolean' } },
      rules: [{ exactlyOne: ['body', 'resolved'] }],
      access: find,
      handle: ({ call, args, subject }) => {
        if (args.resolved == null) return rewrite(call, subject, args.note_id, args.body ?? '');
        const note = noteOf(call, subject, args.note_id);
        requireResolve(call, subject, note);
        if (!isResolvable(note)) refuse(badRequest('Note is not resolvable'));
        resolve(call, note, args.resolved);
        return ok(noteEntity(call, note));
      },
    }),
    // DELETE …/discussions/:discussion_id/notes/:note_id: honours If-Unmodified-Since (18.9).
    route({
      method: 'DELETE',
      path,
      params: oneNote,
      access: (call, args) => ownNote(call, find(call, args), args.note_id),
      handle: ({ call, subject: note }) => {
        requireUnmodified(call, note.updated_at);
        call.world.state.notes.remove(note);
        return noContent();
      },
    }),
  ];
}

function rewrite(call: Call, noteable: Noteable, id: number, text: string) {
  const note = ownNote(call, noteable, id);
  refuseBody(text);
  const read = readActions(call, noteable, text);
  if (read.kind === 'done') return read.reply;
  call.world.state.notes.update(note, { body: read.body, updated_at: timestamp(call.world.clock) });
  return ok(noteEntity(call, note, read.changes));
}

function routesOf(path: string, find: FindNoteable) {
  const thread = `${path}/:discussion_id`;
  return [
    ...discussionRoutes(path, find),
    ...threadRoutes(thread, find),
    ...threadNotesRoutes(`${thread}/notes`, find),
    ...threadNoteRoutes(`${thread}/notes/:note_id`, find),
  ];
}

export const noteDiscussionRoutes = [
  ...routesOf('/projects/:id/snippets/:noteable_id/discussions', snippetOf),
  ...routesOf('/projects/:id/merge_requests/:noteable_id/discussions', mergeRequestOf),
  // PUT …/discussions/:discussion_id: resolves all of it; a merge request's alone (18.9).
  route({
    method: 'PUT',
    path: '/projects/:id/merge_requests/:noteable_id/discussions/:discussion_id',
    params: { ...inThread, resolved: { type: 'boolean', required: true } },
    access: mergeRequestOf,
    handle: ({ call, args, subject }) => {
      const thread = threadOf(call, subject, args.discussion_id);
      requireResolve(call, subject, thread.notes[0]);
      const notes = thread.notes.filter(isResolvable);
      if (notes.length === 0) refuse(forbidden());
      for (const note of notes) resolve(call, note, args.resolved);
      return ok(discussionEntity(call, threadOf(call, subject, args.discussion_id)));
    },
  }),
];
