import type { RequestContext } from '../http/request-context.ts';
import { changelogFailed, changelogSection, compare, isVersion, numbersOf } from './changelog-entries.ts';
import type { ChangelogRange } from './changelog-entries.ts';
import { readChangelogConfig } from './changelog-config.ts';
import type { ChangelogConfig } from './changelog-config.ts';
import { readableCode } from './code-access.ts';
import { defaultBranchOf } from './default-branch.ts';
import { commitAt, repositoryOf } from './find-commit.ts';
import { entryAt } from '../git/tree-files.ts';
import { canPushTo } from './protected-branches.ts';
import { plainPush, pushChanges } from './push.ts';
import { failure, forbidden, ok, refuse } from '../http/reply.ts';
import { route } from '../http/route.ts';
import type { ProjectRow } from '../projects/rows.ts';

const text = { type: 'string' } as const;

const rangeParams = {
  version: { type: 'string', required: true },
  from: text,
  to: text,
  date: { type: 'datetime' },
  trailer: text,
  config_file: text,
  config_file_ref: text,
} as const;

interface Sent {
  readonly version: string;
  readonly from?: string | null | undefined;
  readonly to?: string | null | undefined;
  readonly date?: string | null | undefined;
  readonly trailer?: string | null | undefined;
  readonly config_file?: string | null | undefined;
  readonly config_file_ref?: string | null | undefined;
}

export const changelogRoutes = [
  // GET /projects/:id/repository/changelog: the section, without a commit (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/repository/changelog',
    anonymous: true,
    params: rangeParams,
    before: readableCode,
    access: readableCode,
    handle: ({ context, args, subject: project }) => {
      const branch = defaultBranchOf(context.platform.state, project);
      const section = changelogSection(
        context,
        project,
        rangeOf(context, args, branch),
        configOf(context, project, args, branch),
      );
      return ok({ notes: section });
    },
  }),
  // POST /projects/:id/repository/changelog: puts the section into the file, where its version belongs (18.9).
  route({
    method: 'POST',
    path: '/projects/:id/repository/changelog',
    anonymous: true,
    params: { ...rangeParams, branch: text, file: text, message: text },
    before: readableCode,
    access: readableCode,
    handle: ({ context, args, subject: project }) => {
      const branch = args.branch ?? defaultBranchOf(context.platform.state, project);
      if (!canPushTo(context, project, branch)) {
        refuse(forbidden('You are not allowed to commit a changelog on this branch'));
      }
      const range = rangeOf(context, args, branch);
      const section = changelogSection(context, project, range, configOf(context, project, args, branch));
      const file = args.file ?? 'CHANGELOG.md';
      const head = commitAt(context, project, `refs/heads/${branch}`);
      const known = textAt(context, project, branch, file) ?? '';
      const push = plainPush(project, branch, args.message ?? `Add changelog for version ${args.version}`);
      const bytes = Buffer.from(inserted(known, section, range.version));
      pushChanges(context, project, push, head?.sha, [{ kind: 'write', path: file, bytes, mode: '100644' }]);
      return { status: 200, body: null };
    },
  }),
];

function rangeOf(context: RequestContext, sent: Sent, branch: string): ChangelogRange {
  if (!isVersion(sent.version)) refuse(failure(400, 'version is invalid'));
  return {
    version: sent.version.replace(/^v/, ''),
    from: sent.from ?? undefined,
    to: sent.to ?? branch,
    date: sent.date == null ? context.platform.clock.now() : new Date(sent.date),
    trailer: sent.trailer ?? 'Changelog',
  };
}

function configOf(context: RequestContext, project: ProjectRow, sent: Sent, branch: string): ChangelogConfig {
  const path = sent.config_file ?? '.gitlab/changelog_config.yml';
  const config = readChangelogConfig(textAt(context, project, sent.config_file_ref ?? branch, path));
  return typeof config === 'string' ? changelogFailed(config) : config;
}

function textAt(context: RequestContext, project: ProjectRow, ref: string, path: string): string | undefined {
  const repository = repositoryOf(context, project);
  const tree = commitAt(context, project, ref)?.commit.tree;
  const entry = tree === undefined ? undefined : entryAt(repository, tree, path);
  return entry === undefined ? undefined : repository.blob(entry.sha)?.toString('utf8');
}

/** The changelog with a section before the first older version, or at its end. */
function inserted(known: string, section: string, version: string): string {
  const lines = known.split(/(?<=\n)/);
  const older = lines.findIndex((line) => {
    const found = /^##\s+v?(\d+\.\d+\.\d+)/.exec(line)?.[1];
    return found !== undefined && compare(numbersOf(found), numbersOf(version)) < 0;
  });
  if (older >= 0) return [...lines.slice(0, older), section, ...lines.slice(older)].join('');
  return `${known}${known === '' ? '' : '\n'}${section.trimEnd()}\n`;
}
