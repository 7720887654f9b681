import { gzipSync } from 'node:zlib';
import { bzip2 } from '../archive/bzip2.ts';
import type { Member } from '../archive/member.ts';
import { tar } from '../archive/tar.ts';
import { zip } from '../archive/zip.ts';
import type { RequestContext } from '../http/request-context.ts';
import { readableCode } from './code-access.ts';
import { defaultBranchOf } from './default-branch.ts';
import { commitAt, repositoryOf } from './find-commit.ts';
import type { Commit } from '../git/object.ts';
import { filesOf } from '../git/tree-files.ts';
import { notFound, refuse } from '../http/reply.ts';
import type { Reply } from '../http/reply.ts';
import { route } from '../http/route.ts';
import type { ProjectRow } from '../projects/rows.ts';

/** The endings that an archive may have, and none, which is tar.gz. */
const formats = ['', 'tar.gz', 'tar.bz2', 'tbz', 'tbz2', 'tb2', 'bz2', 'tar', 'zip'] as const;

type Format = (typeof formats)[number];

// GET /projects/:id/repository/archive[.format] (18.9).
export const archiveRoutes = formats.map((format) =>
  route({
    method: 'GET',
    path: format === '' ? '/projects/:id/repository/archive' : `/projects/:id/repository/archive.${format}`,
    anonymous: true,
    scopes: ['read_repository'],
    params: {
      sha: { type: 'string' },
      path: { type: 'string' },
      format: { type: 'string' },
      include_lfs_blobs: { type: 'boolean' },
      exclude_paths: { type: 'strings' },
    },
    before: (context, place) => readableCode(context, place),
    access: (context, args) => readableCode(context, { id: args['id'] }),
    handle: ({ context, args, subject: project }) => {
      const asked = formats.find((known) => known !== '' && known === args.format);
      const chosen = format === '' ? (asked ?? 'tar.gz') : format;
      const ref = args.sha ?? defaultBranchOf(context.platform.state, project);
      return archive(context, project, {
        format: chosen,
        ref,
        path: args.path ?? '',
        without: args.exclude_paths ?? [],
      });
    },
  }),
);

interface Wanted {
  readonly format: Format;
  readonly ref: string;
  readonly path: string;
  readonly without: readonly string[];
}

function archive(context: RequestContext, project: ProjectRow, wanted: Wanted): Reply {
  const { sha, commit } = commitAt(context, project, wanted.ref) ?? refuse(notFound('File'));
  const inside = wanted.path.replace(/^\/+|\/+$/g, '');
  const suffix = inside === '' ? '' : `-${inside.replaceAll('/', '-')}`;
  const prefix = `${project.path}-${wanted.ref.replaceAll('/', '-')}-${sha}${suffix}`;
  const members = membersOf(context, project, commit, wanted, inside, prefix);
  if (inside !== '' && members.length === 0) refuse(notFound('File'));
  const headers = {
    'Content-Disposition': `attachment; filename="${prefix}.${wanted.format}"`,
    'Content-Transfer-Encoding': 'binary',
    'Content-Type': 'application/octet-stream',
    'Cache-Control': 'max-age=0, private',
  };
  return { status: 200, bytes: packed(wanted.format, members, commit.committer.seconds), headers };
}

function membersOf(
  context: RequestContext,
  project: ProjectRow,
  commit: Commit,
  wanted: Wanted,
  inside: string,
  prefix: string,
): readonly Member[] {
  const repository = repositoryOf(context, project);
  const below = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`);
  return [...filesOf(repository, commit.tree)]
    .filter(([path]) => inside === '' || below(path, inside))
    .filter(([path]) => !wanted.without.some((folder) => below(path, folder.replace(/\/+$/, ''))))
    .map(([path, file]) => ({
      path: `${prefix}/${path}`,
      bytes: repository.blob(file.sha) ?? Buffer.alloc(0),
      executable: file.mode === '100755',
    }));
}

function packed(format: Format, members: readonly Member[], seconds: number): Buffer {
  switch (format) {
    case 'zip':
      return zip(members, new Date(seconds * 1000));
    case 'tar':
      return tar(members, seconds);
    case 'tar.bz2':
    case 'tbz':
    case 'tbz2':
    case 'tb2':
    case 'bz2':
      return bzip2(tar(members, seconds));
    case 'tar.gz':
    case '':
      return gzipSync(tar(members, seconds));
  }
}
