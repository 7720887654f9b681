import { hasLevel } from '../access/access.ts';
import { actor } from '../http/request-context.ts';
import { requireUnmodified } from '../http/conditional.ts';
import { snippetEntity } from './entity.ts';
import { eraseSnippet } from '../background/erase.ts';
import { paged, paginate } from '../http/pagination.ts';
import { created, forbidden, noContent, ok, refuse, rowNotFound } from '../http/reply.ts';
import { route } from '../http/route.ts';
import { canReadSnippet, changeableSnippet, snippetProject } from './access.ts';
import { createSnippet, updateSnippet } from './changes.ts';
import { createSnippetParams, updateSnippetParams, updateSnippetRules, visibilities } from './params.ts';

const snippetId = { snippet_id: { type: 'integer', required: true } } as const;

export const projectSnippetRoutes = [
  // GET /projects/:id/snippets: newest first (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/snippets',
    anonymous: true,
    params: paged,
    access: snippetProject,
    handle: ({ context, args, subject }) => {
      const rows = context.platform.state.snippetsByProject(subject.id).filter((row) => canReadSnippet(context, row));
      return paginate(context, args, rows.toReversed(), (row) => snippetEntity(context, row));
    },
  }),
  // GET /projects/:id/snippets/:snippet_id: an unknown one is a row that was not found (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/snippets/:snippet_id',
    anonymous: true,
    params: snippetId,
    access: (context, args) => {
      const project = snippetProject(context, args);
      const snippet = context.platform.state.snippets.get(args.snippet_id);
      const found = snippet?.project_id === project.id && canReadSnippet(context, snippet);
      return found ? snippet : refuse(rowNotFound());
    },
    handle: ({ context, subject }) => ok(snippetEntity(context, subject)),
  }),
  // POST /projects/:id/snippets: Reporters; the visibility has to be named (18.9).
  route({
    method: 'POST',
    path: '/projects/:id/snippets',
    params: { ...createSnippetParams, visibility: { type: 'string', required: true, values: visibilities } },
    rules: [{ exactlyOne: ['files', 'content'] }],
    access: (context, args) => {
      const project = snippetProject(context, args);
      return hasLevel(context, { type: 'project', row: project }, 20) ? project : refuse(forbidden());
    },
    handle: ({ context, args, subject }) =>
      created(snippetEntity(context, createSnippet(context, actor(context), subject.id, args))),
  }),
  // PUT /projects/:id/snippets/:snippet_id (18.9).
  route({
    method: 'PUT',
    path: '/projects/:id/snippets/:snippet_id',
    params: { ...snippetId, ...updateSnippetParams },
    rules: updateSnippetRules,
    access: changeableSnippet,
    handle: ({ context, args, subject }) => {
      updateSnippet(context, actor(context), subject, args);
      return ok(snippetEntity(context, subject));
    },
  }),
  // DELETE /projects/:id/snippets/:snippet_id: honours If-Unmodified-Since (18.9).
  route({
    method: 'DELETE',
    path: '/projects/:id/snippets/:snippet_id',
    params: snippetId,
    access: changeableSnippet,
    handle: ({ context, subject }) => {
      requireUnmodified(context, subject.updated_at);
      eraseSnippet(context.platform.state, subject);
      return noContent();
    },
  }),
];
