import { hasLevel } from '../access.ts';
import { actor } from '../call.ts';
import { requireUnmodified } from '../conditional.ts';
import { snippetEntity } from '../entities/snippet.ts';
import { eraseSnippet } from '../erase.ts';
import { paged, paginate } from '../pagination.ts';
import { created, forbidden, noContent, ok, refuse, rowNotFound } from '../reply.ts';
import { route } from '../route.ts';
import { canReadSnippet, changeableSnippet, snippetProject } from './snippet-access.ts';
import { createSnippet, updateSnippet } from './snippet-changes.ts';
import { createSnippetParams, updateSnippetParams, updateSnippetRules, visibilities } from './snippet-params.ts';

const snippetId = { snippet_id: { type: 'integer', required: true } } as const;

export const projectSnippetRoutes = [
  // GET /projects/:id/snippets: newest first (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/snippets',
    params: paged,
    access: snippetProject,
    handle: ({ call, args, subject }) => {
      const rows = call.world.state.snippetsByProject(subject.id).filter((row) => canReadSnippet(call, row));
      return paginate(call, args, rows.toReversed(), (row) => snippetEntity(call, row));
    },
  }),
  // GET /projects/:id/snippets/:snippet_id: an unknown one is a row that was not found (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/snippets/:snippet_id',
    anonymous: true,
    params: snippetId,
    access: (call, args) => {
      const project = snippetProject(call, args);
      const snippet = call.world.state.snippets.get(args.snippet_id);
      const found = snippet?.project_id === project.id && canReadSnippet(call, snippet);
      return found ? snippet : refuse(rowNotFound());
    },
    handle: ({ call, subject }) => ok(snippetEntity(call, subject)),
  }),
  // POST /projects/:id/snippets: Reporters; the visibility has to be named (18.9).
  route({
    method: 'POST',
    path: '/projects/:id/snippets',
    params: { ...createSnippetParams, visibility: { type: 'string', required: true, values: visibilities } },
    rules: [{ exactlyOne: ['files', 'content'] }],
    access: (call, args) => {
      const project = snippetProject(call, args);
      return hasLevel(call, { type: 'project', row: project }, 20) ? project : refuse(forbidden());
    },
    handle: ({ call, args, subject }) =>
      created(snippetEntity(call, createSnippet(call, actor(call), subject.id, args))),
  }),
  // PUT /projects/:id/snippets/:snippet_id (18.9).
  route({
    method: 'PUT',
    path: '/projects/:id/snippets/:snippet_id',
    params: { ...snippetId, ...updateSnippetParams },
    rules: updateSnippetRules,
    access: changeableSnippet,
    handle: ({ call, args, subject }) => {
      updateSnippet(call, actor(call), subject, args);
      return ok(snippetEntity(call, subject));
    },
  }),
  // DELETE /projects/:id/snippets/:snippet_id: honours If-Unmodified-Since (18.9).
  route({
    method: 'DELETE',
    path: '/projects/:id/snippets/:snippet_id',
    params: snippetId,
    access: changeableSnippet,
    handle: ({ call, subject }) => {
      requireUnmodified(call, subject.updated_at);
      eraseSnippet(call.world.state, subject);
      return noContent();
    },
  }),
];
