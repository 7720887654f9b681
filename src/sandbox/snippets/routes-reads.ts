import { requireAdmin } from '../http/request-context.ts';
import type { RequestContext } from '../http/request-context.ts';
import { resolveCommit } from '../git/revision.ts';
import { failure, notFound, ok, refuse, rowNotFound } from '../http/reply.ts';
import type { Reply } from '../http/reply.ts';
import { route } from '../http/route.ts';
import { openSnippet, snippetBranch, snippetFile, snippetPaths } from './repository.ts';
import type { SnippetRow } from './rows.ts';
import { findSnippet, projectSnippet, snippetProject } from './access.ts';
import { isFilePath } from './params.ts';

const snippetId = { snippet_id: { type: 'integer', required: true } } as const;
const fileOf = { ref: { type: 'string', required: true }, file_path: { type: 'string', required: true } } as const;

function raw(bytes: Buffer, path: string): Reply {
  const name = path.split('/').at(-1) ?? '';
  const disposition = `inline; filename="${name}"; filename*=UTF-8''${encodeURIComponent(name)}`;
  return { status: 200, bytes, headers: { 'Content-Type': 'text/plain', 'Content-Disposition': disposition } };
}

/** The first file as it stands. */
function firstFile(context: RequestContext, snippet: SnippetRow): Reply {
  const { state } = context.platform;
  const path = snippetPaths(state, snippet)[0] ?? '';
  const head = openSnippet(state, snippet).ref('heads', snippetBranch(state, snippet)) ?? '';
  return raw(snippetFile(state, snippet, head, path) ?? Buffer.alloc(0), path);
}

/** A file at a branch, tag or commit; the path is judged before anything is looked up. */
function fileAt(context: RequestContext, find: () => SnippetRow, ref: string, path: string): Reply {
  if (!isFilePath(path)) refuse(failure(400, 'file_path should be a valid file path'));
  const snippet = find();
  const { state } = context.platform;
  const repository = openSnippet(state, snippet);
  const commit = resolveCommit(repository, snippetBranch(state, snippet), ref) ?? refuse(notFound('Reference'));
  return raw(snippetFile(state, snippet, commit, path) ?? refuse(notFound('File')), path);
}

/** What the snippet was sent with; nothing is known of one that was made by REST (GET /snippets/:id/user_agent_detail, 18.9). */
function userAgentDetail(snippet: SnippetRow): Reply {
  if (snippet.user_agent === null) return notFound('UserAgentDetail');
  return ok({ user_agent: snippet.user_agent, ip_address: '127.0.0.1', akismet_submitted: false });
}

export const snippetReadRoutes = [
  // GET /snippets/:id/raw (18.9).
  route({
    method: 'GET',
    path: '/snippets/:id/raw',
    anonymous: true,
    params: { id: { type: 'integer', required: true } },
    access: (context, args) => findSnippet(context, args.id),
    handle: ({ context, subject }) => firstFile(context, subject),
  }),
  // GET /snippets/:id/files/:ref/:file_path/raw (18.9).
  route({
    method: 'GET',
    path: '/snippets/:id/files/:ref/:file_path/raw',
    anonymous: true,
    params: { id: { type: 'integer', required: true }, ...fileOf },
    access: () => undefined,
    handle: ({ context, args }) => fileAt(context, () => findSnippet(context, args.id), args.ref, args.file_path),
  }),
  // GET /snippets/:id/user_agent_detail: administrators (18.9).
  route({
    method: 'GET',
    path: '/snippets/:id/user_agent_detail',
    params: { id: { type: 'integer', required: true } },
    access: requireAdmin,
    handle: ({ context, args }) =>
      userAgentDetail(context.platform.state.snippets.get(args.id) ?? refuse(rowNotFound())),
  }),
  // GET /projects/:id/snippets/:snippet_id/raw (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/snippets/:snippet_id/raw',
    anonymous: true,
    params: snippetId,
    access: projectSnippet,
    handle: ({ context, subject }) => firstFile(context, subject),
  }),
  // GET /projects/:id/snippets/:snippet_id/files/:ref/:file_path/raw (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/snippets/:snippet_id/files/:ref/:file_path/raw',
    anonymous: true,
    params: { ...snippetId, ...fileOf },
    access: () => undefined,
    handle: ({ context, args }) => fileAt(context, () => projectSnippet(context, args), args.ref, args.file_path),
  }),
  // GET /projects/:id/snippets/:snippet_id/user_agent_detail: administrators; only the project's own (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/snippets/:snippet_id/user_agent_detail',
    params: snippetId,
    access: (context, args) => {
      const project = snippetProject(context, args);
      requireAdmin(context);
      const snippet = context.platform.state.snippets.get(args.snippet_id);
      return snippet?.project_id === project.id ? snippet : refuse(rowNotFound());
    },
    handle: ({ subject }) => userAgentDetail(subject),
  }),
];
