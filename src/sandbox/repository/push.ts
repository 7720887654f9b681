import { actor } from '../http/request-context.ts';
import type { RequestContext } from '../http/request-context.ts';
import { timestamp } from '../store/clock.ts';
import { defaultBranchOf } from './default-branch.ts';
import { repositoryOf } from './find-commit.ts';
import { commitChanges } from '../git/commit-changes.ts';
import type { FileChange } from '../git/commit-changes.ts';
import { isRefName } from '../git/revision.ts';
import { canPushTo, protectDefault } from './protected-branches.ts';
import { pipelinesAfterPush } from '../ci/push-pipelines.ts';
import { forbidden, message, refuse } from '../http/reply.ts';
import type { ProjectRow } from '../projects/rows.ts';
import { signatureOf } from './signature.ts';

/** A commit that a caller wants on a branch. */
export interface Push {
  readonly branch: string;
  /** Where the start is: the project itself, or the one it was forked from. */
  readonly startProject: ProjectRow;
  /** The branch to start from; the same branch where none was named. */
  readonly startBranch: string;
  readonly startSha: string | undefined;
  readonly message: string;
  readonly authorName: string | undefined;
  readonly authorEmail: string | undefined;
  readonly force: boolean;
}

/** A commit of the caller's own on what the branch stands at. */
export function plainPush(project: ProjectRow, branch: string, message: string): Push {
  const author = { authorName: undefined, authorEmail: undefined };
  return { branch, startProject: project, startBranch: branch, startSha: undefined, message, ...author, force: false };
}

/** Refuses those who are not signed in (401), or may not push to this branch (403). */
export function requirePush(context: RequestContext, project: ProjectRow, branch: string): void {
  actor(context);
  if (!canPushTo(context, project, branch)) refuse(forbidden('You are not allowed to push into this branch'));
}

const bad = (text: string): never => refuse(message(400, text));

/** The commit that a push stands on; refuses a start that is not there, and a branch that already is (18.9). */
export function startOf(context: RequestContext, project: ProjectRow, push: Push): string | undefined {
  const repository = repositoryOf(context, project);
  const origin = repositoryOf(context, push.startProject);
  const elsewhere = push.startSha !== undefined || push.startProject !== project || push.startBranch !== push.branch;
  const there = repository.ref('heads', push.branch) !== undefined;
  const empty = repository.empty();
  const start = origin.ref('heads', push.startBranch);
  if (!origin.empty() && push.startSha === undefined && start === undefined) {
    bad('You can only create or edit files when you are on a branch');
  }
  if (!empty && elsewhere && there && !push.force) {
    bad(`A branch called '${push.branch}' already exists. Switch to that branch in order to make changes`);
  }
  if ((empty || elsewhere) && !isRefName(push.branch)) {
    bad(`Something went wrong when we tried to create '${push.branch}' for you: Branch name is invalid`);
  }
  if (push.startSha === undefined) return start;
  if (!/^[0-9a-f]{40}$/.test(push.startSha)) bad(`Invalid start_sha '${push.startSha}'`);
  return repository.commit(push.startSha) === undefined
    ? bad(`Cannot find start_sha '${push.startSha}'`)
    : push.startSha;
}

/** Commits changes on top of a commit and moves the branch there. */
export function pushChanges(
  context: RequestContext,
  project: ProjectRow,
  push: Push,
  parent: string | undefined,
  changes: readonly FileChange[],
): string {
  const { state, clock } = context.platform;
  const user = actor(context);
  const author = { name: push.authorName ?? user.name, email: push.authorEmail ?? user.email };
  const before = repositoryOf(context, project).ref('heads', push.branch);
  const sha = commitChanges(state, project.id, {
    branch: push.branch,
    parents: parent === undefined ? [] : [parent],
    author: signatureOf(context, author),
    committer: signatureOf(context, user),
    message: push.message,
    changes,
  });
  afterPush(context, project, parent === undefined, push.branch);
  state.projects.update(project, { updated_at: timestamp(clock) });
  pipelinesAfterPush(context, project, { kind: 'heads', name: push.branch, before, after: sha });
  return sha;
}

/** Moves a branch that is there to another commit, as a merge or a rebase does. */
export function moveBranch(context: RequestContext, project: ProjectRow, name: string, after: string): void {
  const repository = repositoryOf(context, project);
  const before = repository.ref('heads', name);
  repository.setRef('heads', name, after);
  pipelinesAfterPush(context, project, { kind: 'heads', name, before, after });
}

/** The first branch of a repository becomes its default one, and is protected as the defaults say. */
function afterPush(context: RequestContext, project: ProjectRow, first: boolean, branch: string): void {
  const { state } = context.platform;
  if (!first || repositoryOf(context, project).names('heads').length > 1) return;
  if (branch !== defaultBranchOf(state, project)) {
    state.projects.update(project, { attributes: { ...project.attributes, default_branch: branch } });
  }
  protectDefault(context, project);
}
