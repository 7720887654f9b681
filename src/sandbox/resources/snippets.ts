import { actor } from '../call.ts';
import type { Call } from '../call.ts';
import { requireUnmodified } from '../conditional.ts';
import { snippetEntity } from '../entities/snippet.ts';
import { eraseSnippet } from '../erase.ts';
import { paged, paginate } from '../pagination.ts';
import { created, forbidden, noContent, ok, refuse } from '../reply.ts';
import type { Reply } from '../reply.ts';
import { route } from '../route.ts';
import type { SnippetRow } from '../snippet-rows.ts';
import { findSnippet, ownSnippet, readableSnippets, readsAll } from './snippet-access.ts';
import { createSnippet, updateSnippet } from './snippet-changes.ts';
import { createSnippetParams, updateSnippetParams, updateSnippetRules, visibilities } from './snippet-params.ts';

const listed = { ...paged, created_after: { type: 'datetime' }, created_before: { type: 'datetime' } } as const;
const byId = { id: { type: 'integer', required: true } } as const;

interface Listed {
  readonly page?: number | null | undefined;
  readonly per_page?: number | null | undefined;
  readonly created_after?: string | null | undefined;
  readonly created_before?: string | null | undefined;
}

function page(call: Call, args: Listed, snippets: readonly SnippetRow[]): Reply {
  const [after, before] = [args.created_after ?? '', args.created_before ?? '9'];
  const inTime = snippets.filter((snippet) => snippet.created_at >= after && snippet.created_at <= before);
  return paginate(call, args, inTime, (snippet) => snippetEntity(call, snippet));
}

export const snippetRoutes = [
  // GET /snippets: the caller's own, newest first (18.9).
  route({
    method: 'GET',
    path: '/snippets',
    params: listed,
    access: actor,
    handle: ({ call, args, subject }) =>
      page(
        call,
        args,
        readableSnippets(call).filter((snippet) => snippet.author_id === subject.id),
      ),
  }),
  // GET /snippets/public: personal ones only (18.9).
  route({
    method: 'GET',
    path: '/snippets/public',
    params: listed,
    access: actor,
    handle: ({ call, args }) =>
      page(
        call,
        args,
        readableSnippets(call).filter((snippet) => snippet.project_id === null && snippet.visibility === 'public'),
      ),
  }),
  // GET /snippets/all: what the caller may see; the storage filters for administrators (18.9).
  route({
    method: 'GET',
    path: '/snippets/all',
    since: '16.3',
    params: { ...listed, repository_storage: { type: 'string' } },
    access: actor,
    handle: ({ call, args }) => {
      const storage = call.admin ? (args.repository_storage ?? undefined) : undefined;
      return page(
        call,
        args,
        readableSnippets(call).filter((snippet) => storage === undefined || snippet.storage === storage),
      );
    },
  }),
  // GET /snippets/:id: public ones without a token too (18.9).
  route({
    method: 'GET',
    path: '/snippets/:id',
    anonymous: true,
    params: byId,
    access: (call, args) => findSnippet(call, args.id),
    handle: ({ call, subject }) => ok(snippetEntity(call, subject)),
  }),
  // POST /snippets: not for external users (18.9).
  route({
    method: 'POST',
    path: '/snippets',
    params: { ...createSnippetParams, visibility: { type: 'string', values: visibilities } },
    rules: [{ exactlyOne: ['files', 'content'] }],
    access: (call) => {
      const user = actor(call);
      return user.external && !readsAll(call) ? refuse(forbidden()) : user;
    },
    handle: ({ call, args, subject }) => {
      const sent = { ...args, visibility: args.visibility ?? 'internal' };
      return created(snippetEntity(call, createSnippet(call, subject, null, sent)));
    },
  }),
  // PUT /snippets/:id: the author (18.9).
  route({
    method: 'PUT',
    path: '/snippets/:id',
    params: { ...byId, ...updateSnippetParams },
    rules: updateSnippetRules,
    access: ownSnippet,
    handle: ({ call, args, subject }) => {
      updateSnippet(call, actor(call), subject, args);
      return ok(snippetEntity(call, subject));
    },
  }),
  // DELETE /snippets/:id: the author; honours If-Unmodified-Since (18.9).
  route({
    method: 'DELETE',
    path: '/snippets/:id',
    params: byId,
    access: ownSnippet,
    handle: ({ call, subject }) => {
      requireUnmodified(call, subject.updated_at);
      eraseSnippet(call.world.state, subject);
      return noContent();
    },
  }),
];
