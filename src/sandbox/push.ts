import { actor } from './call.ts';
import type { Call } from './call.ts';
import { timestamp } from './clock.ts';
import { defaultBranchOf } from './default-branch.ts';
import { repositoryOf } from './find-commit.ts';
import { commitChanges } from './git/commit-changes.ts';
import type { FileChange } from './git/commit-changes.ts';
import { isRefName } from './git/revision.ts';
import { canPushTo, protectDefault } from './protected-branches.ts';
import { forbidden, message, refuse } from './reply.ts';
import type { ProjectRow } from './rows.ts';
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

/** Refuses those who are not signed in (401), or may not push to this branch (403). */
export function requirePush(call: Call, project: ProjectRow, branch: string): void {
  actor(call);
  if (!canPushTo(call, project, branch)) refuse(forbidden('You are not allowed to push into this branch'));
}

const bad = (text: string): never => refuse(message(400, text));

/** The commit that a push stands on; refuses a start that is not there, and a branch that already is (18.9). */
export function startOf(call: Call, project: ProjectRow, push: Push): string | undefined {
  const repository = repositoryOf(call, project);
  const origin = repositoryOf(call, push.startProject);
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
  call: Call,
  project: ProjectRow,
  push: Push,
  parent: string | undefined,
  changes: readonly FileChange[],
): string {
  const { state, clock } = call.world;
  const user = actor(call);
  const author = { name: push.authorName ?? user.name, email: push.authorEmail ?? user.email };
  const sha = commitChanges(state, project.id, {
    branch: push.branch,
    parents: parent === undefined ? [] : [parent],
    author: signatureOf(call, author),
    committer: signatureOf(call, user),
    message: push.message,
    changes,
  });
  afterPush(call, project, parent === undefined, push.branch);
  state.projects.update(project, { updated_at: timestamp(clock) });
  return sha;
}

/** The first branch of a repository becomes its default one, and is protected as the defaults say. */
function afterPush(call: Call, project: ProjectRow, first: boolean, branch: string): void {
  const { state } = call.world;
  if (!first || repositoryOf(call, project).names('heads').length > 1) return;
  if (branch !== defaultBranchOf(state, project)) {
    state.projects.update(project, { attributes: { ...project.attributes, default_branch: branch } });
  }
  protectDefault(call, project);
}
