import { actor } from '../http/request-context.ts';
import type { RequestContext } from '../http/request-context.ts';
import { requireUnmodified } from '../http/conditional.ts';
import { snippetEntity } from './entity.ts';
import { eraseSnippet } from '../background/erase.ts';
import { paged, paginate } from '../http/pagination.ts';
import { created, forbidden, noContent, ok, refuse } from '../http/reply.ts';
import type { Reply } from '../http/reply.ts';
import { route } from '../http/route.ts';
import type { SnippetRow } from './rows.ts';
import { findSnippet, ownSnippet, readableSnippets, readsAll } from './access.ts';
import { createSnippet, updateSnippet } from './changes.ts';
import { createSnippetParams, updateSnippetParams, updateSnippetRules, visibilities } from './params.ts';

const listed = { ...paged, created_after: { type: 'datetime' }, created_before: { type: 'datetime' } } as const;
const byId = { id: { type: 'integer', required: true } } as const;

interface Listed {
  readonly page?: number | null | undefined;
  readonly per_page?: number | null | undefined;
  readonly created_after?: string | null | undefined;
  readonly created_before?: string | null | undefined;
}

function page(context: RequestContext, args: Listed, snippets: readonly SnippetRow[]): Reply {
  const [after, before] = [args.created_after ?? '', args.created_before ?? '9'];
  const inTime = snippets.filter((snippet) => snippet.created_at >= after && snippet.created_at <= before);
  return paginate(context, args, inTime, (snippet) => snippetEntity(context, snippet));
}

export const snippetRoutes = [
  // GET /snippets: the caller's own, newest first (18.9).
  route({
    method: 'GET',
    path: '/snippets',
    params: listed,
    access: actor,
    handle: ({ context, args, subject }) =>
      page(
        context,
        args,
        readableSnippets(context).filter((snippet) => snippet.author_id === subject.id),
      ),
  }),
  // GET /snippets/public: personal ones only (18.9).
  route({
    method: 'GET',
    path: '/snippets/public',
    params: listed,
    access: actor,
    handle: ({ context, args }) =>
      page(
        context,
        args,
        readableSnippets(context).filter((snippet) => snippet.project_id === null && snippet.visibility === 'public'),
      ),
  }),
  // GET /snippets/all: what the caller may see; the storage filters for administrators (18.9).
  route({
    method: 'GET',
    path: '/snippets/all',
    since: '16.3',
    params: { ...listed, repository_storage: { type: 'string' } },
    access: actor,
    handle: ({ context, args }) => {
      const storage = context.admin ? (args.repository_storage ?? undefined) : undefined;
      return page(
        context,
        args,
        readableSnippets(context).filter((snippet) => storage === undefined || snippet.storage === storage),
      );
    },
  }),
  // GET /snippets/:id: public ones without a token too (18.9).
  route({
    method: 'GET',
    path: '/snippets/:id',
    anonymous: true,
    params: byId,
    access: (context, args) => findSnippet(context, args.id),
    handle: ({ context, subject }) => ok(snippetEntity(context, subject)),
  }),
  // POST /snippets: not for external users (18.9).
  route({
    method: 'POST',
    path: '/snippets',
    params: { ...createSnippetParams, visibility: { type: 'string', values: visibilities } },
    rules: [{ exactlyOne: ['files', 'content'] }],
    access: (context) => {
      const user = actor(context);
      return user.external && !readsAll(context) ? refuse(forbidden()) : user;
    },
    handle: ({ context, args, subject }) => {
      const sent = { ...args, visibility: args.visibility ?? 'internal' };
      return created(snippetEntity(context, createSnippet(context, subject, null, sent)));
    },
  }),
  // PUT /snippets/:id: the author (18.9).
  route({
    method: 'PUT',
    path: '/snippets/:id',
    params: { ...byId, ...updateSnippetParams },
    rules: updateSnippetRules,
    access: ownSnippet,
    handle: ({ context, args, subject }) => {
      updateSnippet(context, actor(context), subject, args);
      return ok(snippetEntity(context, subject));
    },
  }),
  // DELETE /snippets/:id: the author; honours If-Unmodified-Since (18.9).
  route({
    method: 'DELETE',
    path: '/snippets/:id',
    params: byId,
    access: ownSnippet,
    handle: ({ context, subject }) => {
      requireUnmodified(context, subject.updated_at);
      eraseSnippet(context.platform.state, subject);
      return noContent();
    },
  }),
];
