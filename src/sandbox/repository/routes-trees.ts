import type { RequestContext } from '../http/request-context.ts';
import { readableCode } from './code-access.ts';
import { commitAt, repositoryOf } from './find-commit.ts';
import { directoryMode, submoduleMode } from '../git/object.ts';
import { entriesBelow, entriesIn, entryAt } from '../git/tree-files.ts';
import type { PlacedEntry } from '../git/tree-files.ts';
import type { JsonObject } from '../store/json.ts';
import { keyedPage, paged, paginate } from '../http/pagination.ts';
import { failure, notFound, ok, refuse } from '../http/reply.ts';
import { route } from '../http/route.ts';
import type { ProjectRow } from '../projects/rows.ts';
import { uncached } from './files.ts';

const text = { type: 'string' } as const;

export const treeRoutes = [
  // GET /projects/:id/repository/tree: directories first; by number, by key, or all at once (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/repository/tree',
    anonymous: true,
    params: {
      ...paged,
      ref: text,
      path: text,
      recursive: { type: 'boolean' },
      pagination: { type: 'string', values: ['legacy', 'keyset', 'none'] },
      page_token: text,
    },
    before: readableCode,
    access: readableCode,
    handle: ({ context, args, subject: project }) => {
      const recursive = args.recursive === true;
      if (args.pagination === 'none' && !recursive) {
        refuse(failure(400, 'pagination cannot be "none" unless "recursive" is true'));
      }
      const rows = entriesOf(context, project, args.ref ?? 'HEAD', args.path ?? '', recursive);
      if (args.pagination === 'none') return ok(rows.map(entryEntity));
      if (args.pagination !== 'keyset') return paginate(context, args, rows, entryEntity);
      const token = args.page_token;
      const seen = token == null ? 0 : rows.findIndex((row) => tokenOf(row) === token || row.sha === token) + 1;
      return keyedPage(context, args, rows.slice(seen), entryEntity, (last) => ({ page_token: tokenOf(last) }));
    },
  }),
  // GET /projects/:id/repository/blobs/:sha (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/repository/blobs/:sha',
    anonymous: true,
    before: readableCode,
    access: readableCode,
    handle: ({ context, args, subject: project }) => {
      const { sha, bytes } = findBlob(context, project, args.sha);
      return ok({ size: bytes.length, encoding: 'base64', content: bytes.toString('base64'), sha });
    },
  }),
  // GET …/blobs/:sha/raw (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/repository/blobs/:sha/raw',
    anonymous: true,
    before: readableCode,
    access: readableCode,
    handle: ({ context, args, subject: project }) => {
      const { bytes } = findBlob(context, project, args.sha);
      return { status: 200, bytes, headers: { ...uncached, 'Content-Disposition': 'inline' } };
    },
  }),
];

function entriesOf(
  context: RequestContext,
  project: ProjectRow,
  ref: string,
  path: string,
  recursive: boolean,
): readonly PlacedEntry[] {
  const repository = repositoryOf(context, project);
  const { commit } = commitAt(context, project, ref) ?? refuse(notFound('Tree'));
  const bare = path.replace(/^\/+|\/+$/g, '');
  const start = bare === '' ? { mode: directoryMode, sha: commit.tree } : entryAt(repository, commit.tree, bare);
  if (start?.mode !== directoryMode) return refuse(notFound('invalid revision or path'));
  const prefix = bare === '' ? '' : `${bare}/`;
  const rows = recursive ? entriesBelow(repository, start.sha, prefix) : entriesIn(repository, start.sha, prefix);
  const isTree = (row: PlacedEntry) => row.mode === directoryMode;
  return [...rows.filter(isTree), ...rows.filter((row) => !isTree(row))];
}

function entryEntity(row: PlacedEntry): JsonObject {
  const { mode, path } = row;
  // A submodule is the commit that it stands at; only a push makes one.
  const type = mode === directoryMode ? 'tree' : mode === submoduleMode ? 'commit' : 'blob';
  return { id: row.sha, name: row.name, type, path, mode: mode.padStart(6, '0') };
}

function tokenOf(row: PlacedEntry): string {
  return Buffer.from(JSON.stringify({ file_name: row.path })).toString('base64url');
}

function findBlob(
  context: RequestContext,
  project: ProjectRow,
  name: string,
): { readonly sha: string; readonly bytes: Buffer } {
  const repository = repositoryOf(context, project);
  const sha = repository.expand(name.toLowerCase());
  const bytes = sha === undefined ? undefined : repository.blob(sha);
  return sha === undefined || bytes === undefined ? refuse(notFound('Blob')) : { sha, bytes };
}
