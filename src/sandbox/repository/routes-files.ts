import { createHash } from 'node:crypto';
import type { RequestContext } from '../http/request-context.ts';
import { readableCode } from './code-access.ts';
import { defaultBranchOf } from './default-branch.ts';
import { moment } from './entity-commit.ts';
import { findCommit, repositoryOf } from './find-commit.ts';
import { blame, type BlameRange } from '../git/blame.ts';
import { lastChange } from '../git/history.ts';
import { entryAt } from '../git/tree-files.ts';
import { isJsonObject, textOf, type Json, type JsonObject } from '../store/json.ts';
import { failure, message, notFound, ok, refuse } from '../http/reply.ts';
import { route } from '../http/route.ts';
import type { ProjectRow } from '../projects/rows.ts';
import { uncached, refuseBadPath } from './files.ts';

const required = { type: 'string', required: true, filled: true } as const;

/** A file at a commit, with all that is told of it in the headers. */
interface Found {
  readonly bytes: Buffer;
  readonly commit: string;
  readonly facts: JsonObject;
}

export const fileRoutes = [
  // GET and HEAD /projects/:id/repository/files/:file_path; the facts stand in the headers, too (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/repository/files/:file_path',
    anonymous: true,
    scopes: ['read_repository'],
    params: { ref: required },
    access: goodPath,
    handle: ({ context, args, subject }) => {
      const { facts, bytes } = findFile(context, subject(), args.file_path, args.ref);
      return ok({ ...facts, content: bytes.toString('base64') }, headersOf(facts));
    },
  }),
  // GET …/files/:file_path/raw: from the default branch when no ref is named (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/repository/files/:file_path/raw',
    anonymous: true,
    scopes: ['read_repository'],
    params: { ref: { type: 'string' }, lfs: { type: 'boolean' } },
    access: goodPath,
    handle: ({ context, args, subject }) => {
      if (args.ref === '') refuse(failure(400, 'ref is empty'));
      const project = subject();
      const ref = args.ref ?? defaultBranchOf(context.platform.state, project);
      const { facts, bytes } = findFile(context, project, args.file_path, ref);
      const name = encodeURIComponent(args.file_path.split('/').at(-1) ?? '');
      const disposition = `inline; filename="${name}"; filename*=UTF-8''${name}`;
      return { status: 200, bytes, headers: { ...headersOf(facts), ...uncached, 'Content-Disposition': disposition } };
    },
  }),
  // GET and HEAD …/files/:file_path/blame: ranges of lines, each with its commit (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/repository/files/:file_path/blame',
    anonymous: true,
    scopes: ['read_repository'],
    params: { ref: required, range: { type: 'hash' } },
    access: goodPath,
    handle: ({ context, args, subject }) => {
      const range = readRange(args.range);
      const project = subject();
      const { facts, commit } = findFile(context, project, args.file_path, args.ref);
      if (range !== undefined && range[0] > range[1]) {
        refuse(message(400, 'range[start] must be less than or equal to range[end]'));
      }
      const ranges = blame(repositoryOf(context, project), commit, args.file_path);
      const cut = range === undefined ? ranges : cutRanges(ranges, range[0], range[1]);
      return ok(
        cut.map(({ sha, lines }) => ({ commit: blameCommit(context, project, sha), lines })),
        headersOf(facts),
      );
    },
  }),
];

/** A path that climbs, or begins at the root, is judged before anyone is asked who they are. */
function goodPath(
  context: RequestContext,
  args: { readonly id: string; readonly file_path: string },
): () => ProjectRow {
  refuseBadPath(args.file_path);
  return () => readableCode(context, args);
}

function findFile(context: RequestContext, project: ProjectRow, path: string, ref: string): Found {
  const repository = repositoryOf(context, project);
  const { sha, commit } = findCommit(context, project, ref);
  const entry = entryAt(repository, commit.tree, path);
  const bytes = entry === undefined ? undefined : repository.blob(entry.sha);
  if (entry === undefined || bytes === undefined) return refuse(notFound('File'));
  const facts = {
    file_name: entry.name,
    file_path: path,
    size: bytes.length,
    encoding: 'base64',
    content_sha256: createHash('sha256').update(bytes).digest('hex'),
    ref,
    blob_id: entry.sha,
    commit_id: sha,
    last_commit_id: lastChange(repository, sha, path) ?? null,
    execute_filemode: entry.mode === '100755',
  };
  return { bytes, commit: sha, facts };
}

/** The facts of a file as `X-Gitlab-…` headers. */
function headersOf(facts: JsonObject): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [`X-Gitlab-${headerName(name)}`, encodeHeader(value)]),
  );
}

function headerName(name: string): string {
  return name
    .split('_')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('-');
}

/** Headers carry Latin-1 only; what is not goes percent-encoded. */
function encodeHeader(value: Json | undefined): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? '');
  return /^[\x20-\x7e]*$/.test(text) ? text : encodeURI(text);
}

/** Both ends of a range, counted from 1; its errors are those of the parameter layer. */
function readRange(sent: JsonObject | null | undefined): readonly [number, number] | undefined {
  if (!isJsonObject(sent)) return undefined;
  const ends = ['start', 'end'].map((name) => ({ name: `range[${name}]`, value: sent[name] }));
  const errors = ends.flatMap(({ name, value }) => {
    if (value === undefined) return [`${name} is missing`, `${name} is empty`];
    if (value === '' || value === null) return [`${name} is empty`];
    if (!/^-?\d+$/.test(textOf(value))) return [`${name} is invalid`];
    return Number(value) > 0 ? [] : [`${name} does not have a valid value`];
  });
  if (errors.length > 0) refuse(failure(400, errors.join(', ')));
  return [Number(sent['start']), Number(sent['end'])];
}

function cutRanges(ranges: readonly BlameRange[], from: number, to: number): readonly BlameRange[] {
  let line = 1;
  const cut = ranges.map((range) => {
    const first = line;
    line += range.lines.length;
    return { ...range, lines: range.lines.filter((_, index) => first + index >= from && first + index <= to) };
  });
  return cut.filter((range) => range.lines.length > 0);
}

function blameCommit(context: RequestContext, project: ProjectRow, sha: string): JsonObject {
  const { commit } = findCommit(context, project, sha);
  return {
    id: sha,
    parent_ids: commit.parents,
    message: commit.message,
    authored_date: moment(commit.author.seconds),
    author_name: commit.author.name,
    author_email: commit.author.email,
    committed_date: moment(commit.committer.seconds),
    committer_name: commit.committer.name,
    committer_email: commit.committer.email,
  };
}
