import { actor } from '../http/request-context.ts';
import type { RequestContext } from '../http/request-context.ts';
import { timestamp } from '../store/clock.ts';
import { enabledCode } from './code-access.ts';
import { commitEntity, titleOf } from './entity-commit.ts';
import { findBranch, findCommit, repositoryOf } from './find-commit.ts';
import type { Named } from '../git/history.ts';
import { mergeTrees } from '../git/merge-trees.ts';
import { moveBranch, requirePush } from './push.ts';
import { created, ok } from '../http/reply.ts';
import type { Reply } from '../http/reply.ts';
import { route } from '../http/route.ts';
import type { ProjectRow } from '../projects/rows.ts';
import { signatureOf } from './signature.ts';

type Verb = 'cherry-pick' | 'revert';

const params = {
  branch: { type: 'string', required: true, filled: true },
  dry_run: { type: 'boolean' },
} as const;

export const commitPickRoutes = [
  // POST …/commits/:sha/cherry_pick: 201 with the new commit, 200 on a dry run (18.9).
  route({
    method: 'POST',
    path: '/projects/:id/repository/commits/:sha/cherry_pick',
    anonymous: true,
    params: { ...params, message: { type: 'string' } },
    before: enabledCode,
    access: enabledCode,
    handle: ({ context, args, subject: project }) => {
      const make = (named: Named) => args.message ?? pickMessage(named);
      return take(context, project, { ...args, dryRun: args.dry_run === true, verb: 'cherry-pick' }, make);
    },
  }),
  // POST …/commits/:sha/revert (18.9).
  route({
    method: 'POST',
    path: '/projects/:id/repository/commits/:sha/revert',
    anonymous: true,
    params,
    before: enabledCode,
    access: enabledCode,
    handle: ({ context, args, subject: project }) =>
      take(context, project, { ...args, dryRun: args.dry_run === true, verb: 'revert' }, revertMessage),
  }),
];

function pickMessage({ sha, commit }: Named): string {
  const author = `Co-authored-by: ${commit.author.name} <${commit.author.email}>`;
  return `${commit.message.trimEnd()}\n\n(cherry picked from commit ${sha})\n\n${author}`;
}

function revertMessage({ sha, commit }: Named): string {
  return `Revert "${titleOf(commit.message)}"\n\nThis reverts commit ${sha}`;
}

interface Taking {
  readonly sha: string;
  readonly branch: string;
  readonly dryRun: boolean;
  readonly verb: Verb;
}

/** Puts what a commit changed, or the opposite of it, on top of a branch. */
function take(
  context: RequestContext,
  project: ProjectRow,
  taking: Taking,
  messageOf: (named: Named) => string,
): Reply {
  requirePush(context, project, taking.branch);
  const named = findCommit(context, project, taking.sha);
  const head = findBranch(context, project, taking.branch);
  const repository = repositoryOf(context, project);
  const onto = repository.commit(head)?.tree ?? '';
  const parent = repository.commit(named.commit.parents[0] ?? '')?.tree;
  const [base, theirs] = taking.verb === 'revert' ? [named.commit.tree, parent] : [parent, named.commit.tree];
  const merged = mergeTrees(repository, base, onto, theirs);
  if (merged.kind === 'conflict') return failed(taking, 'conflict');
  if (merged.sha === onto) return failed(taking, 'empty');
  if (taking.dryRun) return ok({ dry_run: 'success' });
  const signature = signatureOf(context, actor(context));
  const sha = repository.put({
    type: 'commit',
    tree: merged.sha,
    parents: [head],
    author: signature,
    committer: signature,
    message: messageOf(named),
  });
  moveBranch(context, project, taking.branch, sha);
  context.platform.state.projects.update(project, { updated_at: timestamp(context.platform.clock) });
  return created(commitEntity(context, project, findCommit(context, project, sha)));
}

function failed(taking: Taking, code: 'conflict' | 'empty'): Reply {
  const text =
    `Sorry, we cannot ${taking.verb} this commit automatically. This commit may already have been ` +
    `${taking.verb}ed, or a more recent commit may have updated some of its content.`;
  return {
    status: 400,
    body: { message: text, error_code: code, ...(taking.dryRun ? { dry_run: 'error' } : {}) },
  };
}
