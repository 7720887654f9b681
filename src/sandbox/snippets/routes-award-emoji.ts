import type { RequestContext } from '../http/request-context.ts';
import { timestamp } from '../store/clock.ts';
import { requireUnmodified } from '../http/conditional.ts';
import { basicUser } from '../users/entity.ts';
import { findProject } from '../access/find.ts';
import type { JsonObject } from '../store/json.ts';
import { paged, paginate } from '../http/pagination.ts';
import { created, noContent, notFound, ok, refuse, rowNotFound, unauthorized } from '../http/reply.ts';
import { route } from '../http/route.ts';
import type { RecordRow } from '../store/rows.ts';
import { canReadSnippet } from './access.ts';

const kind = 'award_emoji';
const snippetId = { id: { type: 'string', required: true }, snippet_id: { type: 'integer', required: true } } as const;
const noteId = { ...snippetId, note_id: { type: 'integer', required: true } } as const;
const awardId = { award_id: { type: 'integer', required: true } } as const;

/** What an emoji is awarded to. */
interface Awardable {
  readonly type: 'Snippet' | 'Note';
  readonly id: number;
}

interface WithSnippet {
  readonly id: string;
  readonly snippet_id: number;
}

interface WithNote extends WithSnippet {
  readonly note_id: number;
}

/** A snippet of the project; one that cannot be seen is 404, as if it bore no emoji (GET …/award_emoji, 18.9). */
function toSnippet(context: RequestContext, args: WithSnippet): Awardable {
  const project = findProject(context, args.id);
  const snippet = context.platform.state.snippets.get(args.snippet_id);
  if (snippet?.project_id !== project.id) return refuse(rowNotFound());
  return canReadSnippet(context, snippet) ? { type: 'Snippet', id: snippet.id } : refuse(notFound('Award Emoji'));
}

function toNote(context: RequestContext, args: WithNote): Awardable {
  const notes = context.platform.state.notesOn(`Snippet ${toSnippet(context, args).id}`);
  return { type: 'Note', id: notes.find((one) => one.id === args.note_id)?.id ?? refuse(rowNotFound()) };
}

function ownerOf({ type, id }: Awardable): string {
  return `${type}:${id}`;
}

/** The emoji that were awarded to a thing, newest first. */
function awardsOn(context: RequestContext, to: Awardable): readonly RecordRow[] {
  return context.platform.state.recordsOf(`${kind} ${ownerOf(to)}`).toReversed();
}

function awardOf(context: RequestContext, to: Awardable, id: number): RecordRow {
  return awardsOn(context, to).find((one) => one.id === id) ?? refuse(rowNotFound());
}

function awardEntity(context: RequestContext, to: Awardable, award: RecordRow): JsonObject {
  const user = context.platform.state.users.get(Number(award.data['user_id']));
  const { id, created_at, updated_at } = award;
  return {
    id,
    name: award.data['name'] ?? null,
    user: user === undefined ? null : basicUser(context, user),
    created_at,
    updated_at,
    awardable_id: to.id,
    awardable_type: to.type,
    url: null,
  };
}

const otherNames: Readonly<Record<string, string>> = { '+1': 'thumbsup', '-1': 'thumbsdown' };

/** Awards an emoji once; a second time, or by a name that cannot be one, is 404 (POST …/award_emoji, 18.9). */
function award(context: RequestContext, to: Awardable, sent: string): JsonObject {
  const { state, clock } = context.platform;
  const user = context.user ?? refuse(notFound('Award Emoji'));
  const name = otherNames[sent] ?? sent;
  if (!/^[a-z0-9_+-]+$/.test(name)) refuse(notFound('Award Emoji Name is not a valid emoji name'));
  const owner = ownerOf(to);
  const key = `${user.id} ${name}`;
  if (state.recordByKey(`${kind} ${owner} ${key}`) !== undefined) {
    refuse(notFound('Award Emoji Name has already been taken'));
  }
  const now = timestamp(clock);
  const data = { name, user_id: user.id };
  return awardEntity(context, to, state.records.insert({ kind, owner, key, data, created_at: now, updated_at: now }));
}

/** Takes an emoji back: one's own, and any for administrators; 401 for the rest (DELETE …/award_emoji/:award_id, 18.9). */
function takeBack(context: RequestContext, to: Awardable, id: number) {
  const row = awardOf(context, to, id);
  if (!context.admin && row.data['user_id'] !== context.user?.id) refuse(unauthorized());
  requireUnmodified(context, row.updated_at);
  context.platform.state.records.remove(row);
  return noContent();
}

export const snippetAwardEmojiRoutes = [
  // GET /projects/:id/snippets/:snippet_id/award_emoji (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/snippets/:snippet_id/award_emoji',
    anonymous: true,
    params: { ...snippetId, ...paged },
    access: toSnippet,
    handle: ({ context, args, subject }) =>
      paginate(context, args, awardsOn(context, subject), (row) => awardEntity(context, subject, row)),
  }),
  // POST /projects/:id/snippets/:snippet_id/award_emoji (18.9).
  route({
    method: 'POST',
    path: '/projects/:id/snippets/:snippet_id/award_emoji',
    anonymous: true,
    params: { ...snippetId, name: { type: 'string', required: true } },
    access: toSnippet,
    handle: ({ context, args, subject }) => created(award(context, subject, args.name)),
  }),
  // GET /projects/:id/snippets/:snippet_id/award_emoji/:award_id (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/snippets/:snippet_id/award_emoji/:award_id',
    anonymous: true,
    params: { ...snippetId, ...awardId },
    access: toSnippet,
    handle: ({ context, args, subject }) => ok(awardEntity(context, subject, awardOf(context, subject, args.award_id))),
  }),
  // DELETE /projects/:id/snippets/:snippet_id/award_emoji/:award_id (18.9).
  route({
    method: 'DELETE',
    path: '/projects/:id/snippets/:snippet_id/award_emoji/:award_id',
    anonymous: true,
    params: { ...snippetId, ...awardId },
    access: toSnippet,
    handle: ({ context, args, subject }) => takeBack(context, subject, args.award_id),
  }),
  // GET /projects/:id/snippets/:snippet_id/notes/:note_id/award_emoji (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/snippets/:snippet_id/notes/:note_id/award_emoji',
    anonymous: true,
    params: { ...noteId, ...paged },
    access: toNote,
    handle: ({ context, args, subject }) =>
      paginate(context, args, awardsOn(context, subject), (row) => awardEntity(context, subject, row)),
  }),
  // POST /projects/:id/snippets/:snippet_id/notes/:note_id/award_emoji (18.9).
  route({
    method: 'POST',
    path: '/projects/:id/snippets/:snippet_id/notes/:note_id/award_emoji',
    anonymous: true,
    params: { ...noteId, name: { type: 'string', required: true } },
    access: toNote,
    handle: ({ context, args, subject }) => created(award(context, subject, args.name)),
  }),
  // GET /projects/:id/snippets/:snippet_id/notes/:note_id/award_emoji/:award_id (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/snippets/:snippet_id/notes/:note_id/award_emoji/:award_id',
    anonymous: true,
    params: { ...noteId, ...awardId },
    access: toNote,
    handle: ({ context, args, subject }) => ok(awardEntity(context, subject, awardOf(context, subject, args.award_id))),
  }),
  // DELETE /projects/:id/snippets/:snippet_id/notes/:note_id/award_emoji/:award_id (18.9).
  route({
    method: 'DELETE',
    path: '/projects/:id/snippets/:snippet_id/notes/:note_id/award_emoji/:award_id',
    anonymous: true,
    params: { ...noteId, ...awardId },
    access: toNote,
    handle: ({ context, args, subject }) => takeBack(context, subject, args.award_id),
  }),
];
