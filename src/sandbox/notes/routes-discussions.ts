import { hasLevel } from '../access/access.ts';
import type { RequestContext } from '../http/request-context.ts';
import { actor } from '../http/request-context.ts';
import { timestamp } from '../store/clock.ts';
import { requireUnmodified } from '../http/conditional.ts';
import { discussionEntity, noteEntity } from './entity.ts';
import type { NoteRow } from './rows.ts';
import { isResolvable, threadIdOf, threadsOf } from './threads.ts';
import type { Thread } from './threads.ts';
import { paged, paginate } from '../http/pagination.ts';
import { badRequest, forbidden, noContent, notFound, ok, refuse } from '../http/reply.ts';
import { route } from '../http/route.ts';
import { canReadNote, commitOf, mergeRequestOf, noteOf, notesOf, ownNote, snippetOf } from './access.ts';
import type { FindNoteable } from './access.ts';
import { createNote, readActions, refuseBody } from './creation.ts';
import type { Noteable } from './creation.ts';

/** Numbers name merge requests and snippets, texts commits. */
type NoteableId =
  { readonly type: 'integer'; readonly required: true } | { readonly type: 'string'; readonly required: true };

const number: NoteableId = { type: 'integer', required: true };
const sha: NoteableId = { type: 'string', required: true };

const inProject = (id: NoteableId) => ({ id: { type: 'string', required: true }, noteable_id: id }) as const;
const inThread = (id: NoteableId) => ({ ...inProject(id), discussion_id: { type: 'string', required: true } }) as const;
const oneNote = (id: NoteableId) => ({ ...inThread(id), note_id: { type: 'integer', required: true } }) as const;
const written = { body: { type: 'string', required: true }, created_at: { type: 'datetime' } } as const;

function visibleThreads(context: RequestContext, noteable: Noteable): readonly Thread[] {
  return threadsOf(notesOf(context, noteable).filter((note) => canReadNote(context, noteable, note)));
}

/** The discussion of an id; else 404, naming what was looked for. */
function threadOf(
  context: RequestContext,
  noteable: Noteable,
  id: string,
  thing: 'Discussion' | 'Notes' = 'Discussion',
): Thread {
  return visibleThreads(context, noteable).find((thread) => thread.id === id) ?? refuse(notFound(thing));
}

/** Developers resolve what they like, others what they wrote or what hangs from their own merge request (18.9). */
function requireResolve(context: RequestContext, noteable: Noteable, note: NoteRow | undefined): void {
  const own = [note?.author_id, noteable.mergeRequest?.author_id].includes(actor(context).id);
  if (!own && !hasLevel(context, { type: 'project', row: noteable.project }, 30)) refuse(forbidden());
}

function resolve(context: RequestContext, note: NoteRow, resolved: boolean): void {
  const by = resolved
    ? { resolved_by_id: actor(context).id, resolved_at: timestamp(context.platform.clock) }
    : { resolved_by_id: null, resolved_at: null };
  context.platform.state.notes.update(note, by);
}

function discussionRoutes(path: string, id: NoteableId, find: FindNoteable) {
  return [
    // GET …/discussions: the one that began first coming first (18.9).
    route({
      method: 'GET',
      path,
      params: { ...inProject(id), ...paged },
      access: find,
      handle: ({ context, args, subject }) =>
        paginate(context, args, visibleThreads(context, subject), (thread) => discussionEntity(context, thread)),
    }),
    // POST …/discussions: the first note of one (18.9).
    route({
      method: 'POST',
      path,
      params: { ...inProject(id), ...written },
      access: find,
      handle: ({ context, args, subject }) => {
        const note = { body: args.body, internal: false, created_at: args.created_at ?? undefined } as const;
        return createNote(context, subject, { ...note, discussion: 'new' }, (row) =>
          discussionEntity(context, { id: threadIdOf(row), notes: [row] }),
        );
      },
    }),
  ];
}

function threadRoutes(path: string, id: NoteableId, find: FindNoteable) {
  return [
    // GET …/discussions/:discussion_id (18.9).
    route({
      method: 'GET',
      path,
      params: inThread(id),
      access: find,
      handle: ({ context, args, subject }) =>
        ok(discussionEntity(context, threadOf(context, subject, args.discussion_id))),
    }),
  ];
}

function threadNotesRoutes(path: string, id: NoteableId, find: FindNoteable) {
  return [
    // GET …/discussions/:discussion_id/notes: oldest first, not paged (18.9).
    route({
      method: 'GET',
      path,
      params: inThread(id),
      access: find,
      handle: ({ context, args, subject }) => {
        const { notes } = threadOf(context, subject, args.discussion_id, 'Notes');
        return ok(notes.map((note) => noteEntity(context, note)));
      },
    }),
    // POST …/discussions/:discussion_id/notes: only a merge request's lone note turns into a discussion (18.9).
    route({
      method: 'POST',
      path,
      params: { ...inThread(id), ...written },
      access: find,
      handle: ({ context, args, subject }) => {
        const thread = threadOf(context, subject, args.discussion_id);
        const [first] = thread.notes;
        const lone = first?.type === null;
        const opens = lone && subject.noteable_type === 'MergeRequest' && !first.system;
        if (lone && !opens) refuse(badRequest('Discussion can not be replied to.'));
        if (lone) context.platform.state.notes.update(first, { type: 'DiscussionNote' });
        const note = { body: args.body, internal: first?.internal ?? false, created_at: args.created_at ?? undefined };
        const line = first?.line ?? undefined;
        return createNote(context, subject, { ...note, discussion: { id: thread.id }, line });
      },
    }),
  ];
}

function threadNoteRoutes(path: string, id: NoteableId, find: FindNoteable) {
  return [
    // GET …/discussions/:discussion_id/notes/:note_id (18.9).
    route({
      method: 'GET',
      path,
      params: oneNote(id),
      access: find,
      handle: ({ context, args, subject }) => {
        const note = noteOf(context, subject, args.note_id);
        return canReadNote(context, subject, note) ? ok(noteEntity(context, note)) : notFound('Note');
      },
    }),
    // PUT …/discussions/:discussion_id/notes/:note_id: a new text, or that it is resolved (18.9).
    route({
      method: 'PUT',
      path,
      params: { ...oneNote(id), body: { type: 'string' }, resolved: { type: 'boolean' } },
      rules: [{ exactlyOne: ['body', 'resolved'] }],
      access: find,
      handle: ({ context, args, subject }) => {
        if (args.resolved == null) return rewrite(context, subject, args.note_id, args.body ?? '');
        const note = noteOf(context, subject, args.note_id);
        requireResolve(context, subject, note);
        if (!isResolvable(note)) refuse(badRequest('Note is not resolvable'));
        resolve(context, note, args.resolved);
        return ok(noteEntity(context, note));
      },
    }),
    // DELETE …/discussions/:discussion_id/notes/:note_id: honours If-Unmodified-Since (18.9).
    route({
      method: 'DELETE',
      path,
      params: oneNote(id),
      access: (context, args) => ownNote(context, find(context, args), args.note_id),
      handle: ({ context, subject: note }) => {
        requireUnmodified(context, note.updated_at);
        context.platform.state.notes.remove(note);
        return noContent();
      },
    }),
  ];
}

function rewrite(context: RequestContext, noteable: Noteable, id: number, text: string) {
  const note = ownNote(context, noteable, id);
  refuseBody(text);
  const read = readActions(context, noteable, text);
  if (read.kind === 'done') return read.reply;
  context.platform.state.notes.update(note, { body: read.body, updated_at: timestamp(context.platform.clock) });
  return ok(noteEntity(context, note, read.changes));
}

function routesOf(path: string, id: NoteableId, find: FindNoteable) {
  const thread = `${path}/:discussion_id`;
  return [
    ...discussionRoutes(path, id, find),
    ...threadRoutes(thread, id, find),
    ...threadNotesRoutes(`${thread}/notes`, id, find),
    ...threadNoteRoutes(`${thread}/notes/:note_id`, id, find),
  ];
}

export const noteDiscussionRoutes = [
  ...routesOf('/projects/:id/snippets/:noteable_id/discussions', number, snippetOf),
  ...routesOf('/projects/:id/merge_requests/:noteable_id/discussions', number, mergeRequestOf),
  // Without `position`: a note of a discussion is on the whole commit or merge request, not on a line (18.9 takes one).
  ...routesOf('/projects/:id/repository/commits/:noteable_id/discussions', sha, commitOf),
  // PUT …/discussions/:discussion_id: resolves all of it; a merge request's alone (18.9).
  route({
    method: 'PUT',
    path: '/projects/:id/merge_requests/:noteable_id/discussions/:discussion_id',
    params: { ...inThread(number), resolved: { type: 'boolean', required: true } },
    access: mergeRequestOf,
    handle: ({ context, args, subject }) => {
      const thread = threadOf(context, subject, args.discussion_id);
      requireResolve(context, subject, thread.notes[0]);
      const notes = thread.notes.filter(isResolvable);
      if (notes.length === 0) refuse(forbidden());
      for (const note of notes) resolve(context, note, args.resolved);
      return ok(discussionEntity(context, threadOf(context, subject, args.discussion_id)));
    },
  }),
];
