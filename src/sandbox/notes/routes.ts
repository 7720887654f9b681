import { limitEndpoint } from '../http/application-limit.ts';
import { actor } from '../http/request-context.ts';
import { timestamp } from '../store/clock.ts';
import { requireUnmodified } from '../http/conditional.ts';
import { noteEntity } from './entity.ts';
import { paged, paginate } from '../http/pagination.ts';
import { failure, noContent, notFound, ok, refuse } from '../http/reply.ts';
import { route } from '../http/route.ts';
import { numberSetting } from '../settings/typed-settings.ts';
import { canReadNote, mergeRequestOf, noteOf, notesOf, ownNote, snippetOf } from './access.ts';
import type { FindNoteable } from './access.ts';
import { createNote, refuseBody } from './creation.ts';

const noteableId = { noteable_id: { type: 'integer', required: true } } as const;
const noteId = { ...noteableId, note_id: { type: 'integer', required: true } } as const;

function notesRoutes(path: string, find: FindNoteable) {
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
      handle: ({ context, args, subject }) => {
        const all = notesOf(context, subject);
        const filter = args.activity_filter ?? 'all_notes';
        const wanted = all.filter((note) => filter === 'all_notes' || note.system === (filter === 'only_activity'));
        const key = args.order_by ?? 'created_at';
        const rising = wanted.toSorted((a, b) => (a[key] === b[key] ? a.id - b.id : a[key] < b[key] ? -1 : 1));
        const ordered = args.sort === 'asc' ? rising : rising.toReversed();
        const reply = paginate(context, args, ordered, (note) =>
          canReadNote(context, subject, note) ? noteEntity(context, note) : null,
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
      access: (context, args) => {
        const { id } = actor(context);
        const requests = numberSetting(context.platform.state.settings, 'notes_create_limit', 300);
        if (requests > 0) limitEndpoint(context.platform, `notes_create ${id}`, { requests, seconds: 60 });
        return find(context, args);
      },
      handle: ({ context, args, subject }) =>
        createNote(context, subject, {
          body: args.body,
          internal: args.internal ?? args.confidential ?? false,
          created_at: args.created_at ?? undefined,
        }),
    }),
  ];
}

function singleNoteRoutes(path: string, find: FindNoteable) {
  const params = { id: { type: 'string', required: true }, ...noteId } as const;
  return [
    // GET …/notes/:note_id (18.9).
    route({
      method: 'GET',
      path,
      params,
      access: find,
      handle: ({ context, args, subject }) => {
        const note = noteOf(context, subject, args.note_id);
        return canReadNote(context, subject, note) ? ok(noteEntity(context, note)) : notFound('Note');
      },
    }),
    // PUT …/notes/:note_id: its author, and Maintainers (18.9).
    route({
      method: 'PUT',
      path,
      params: { ...params, body: { type: 'string', filled: true }, confidential: { type: 'boolean' } },
      access: (context, args) => ownNote(context, find(context, args), args.note_id),
      handle: ({ context, args, subject: note }) => {
        const body = args.body ?? refuse(failure(400, 'body is missing'));
        refuseBody(body);
        context.platform.state.notes.update(note, { body, updated_at: timestamp(context.platform.clock) });
        return ok(noteEntity(context, note));
      },
    }),
    // DELETE …/notes/:note_id: honours If-Unmodified-Since (18.9).
    route({
      method: 'DELETE',
      path,
      params,
      access: (context, args) => ownNote(context, find(context, args), args.note_id),
      handle: ({ context, subject: note }) => {
        requireUnmodified(context, note.updated_at);
        context.platform.state.notes.remove(note);
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
