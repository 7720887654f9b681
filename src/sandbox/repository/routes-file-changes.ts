import type { RequestContext } from '../http/request-context.ts';
import { repositoryOf } from './find-commit.ts';
import type { FileChange } from '../git/commit-changes.ts';
import { lastChange } from '../git/history.ts';
import type { Repository } from '../git/repository.ts';
import { filesOf } from '../git/tree-files.ts';
import { isJsonObject, textOf } from '../store/json.ts';
import type { JsonObject } from '../store/json.ts';
import { pushChanges, requirePush, startOf } from './push.ts';
import { badRequest, created, message, noContent, ok, refuse } from '../http/reply.ts';
import { route } from '../http/route.ts';
import type { ProjectRow } from '../projects/rows.ts';
import { blank, isFlag, isTrue } from './commit-actions.ts';
import type { Action } from './commit-actions.ts';
import { changesOf } from './commit-changes.ts';
import { pushableFile } from './files.ts';

const anything = { type: 'json' } as const;

const bodyParams = {
  branch: anything,
  commit_message: anything,
  content: anything,
  encoding: anything,
  start_branch: anything,
  author_email: anything,
  author_name: anything,
  last_commit_id: anything,
  execute_filemode: anything,
} as const;

export const fileChangeRoutes = [
  // POST /projects/:id/repository/files/:file_path: a new file (18.9).
  route({
    method: 'POST',
    path: '/projects/:id/repository/files/:file_path',
    anonymous: true,
    params: bodyParams,
    access: pushableFile,
    handle: ({ context, args, subject: project }) => {
      const sent: JsonObject = args;
      refuseBadBody(sent);
      change(context, project, sent, () => [actionOf('create', args.file_path, sent)]);
      return created({ file_path: args.file_path, branch: textOf(sent['branch']) });
    },
  }),
  // PUT …/files/:file_path: a stale last_commit_id is 400 (18.9).
  route({
    method: 'PUT',
    path: '/projects/:id/repository/files/:file_path',
    anonymous: true,
    params: bodyParams,
    access: pushableFile,
    handle: ({ context, args, subject: project }) => {
      const sent: JsonObject = args;
      refuseBadBody(sent);
      change(context, project, sent, (repository, parent) => {
        const stale = 'You are attempting to update a file that has changed since you started editing it.';
        refuseStale(repository, parent, args.file_path, sent, stale);
        const file = parent === undefined ? undefined : fileAt(repository, parent, args.file_path);
        const mode = sent['execute_filemode'] == null ? file?.mode === '100755' : isTrue(sent['execute_filemode']);
        const update = actionOf('update', args.file_path, sent);
        return [update, { ...update, action: 'chmod', executable: mode }];
      });
      return ok({ file_path: args.file_path, branch: textOf(sent['branch']) });
    },
  }),
  // DELETE …/files/:file_path (18.9).
  route({
    method: 'DELETE',
    path: '/projects/:id/repository/files/:file_path',
    anonymous: true,
    params: {
      branch: { type: 'string', required: true, filled: true },
      commit_message: { type: 'string', required: true, filled: true },
      start_branch: { type: 'string' },
      author_email: { type: 'string' },
      author_name: { type: 'string' },
      last_commit_id: { type: 'string' },
    },
    access: pushableFile,
    handle: ({ context, args, subject: project }) => {
      const sent: JsonObject = args;
      change(context, project, sent, (repository, parent) => {
        const stale = 'You are attempting to delete a file that has been previously updated.';
        refuseStale(repository, parent, args.file_path, sent, stale);
        return [actionOf('delete', args.file_path, sent)];
      });
      return noContent();
    },
  }),
];

/** What a body must have, in the order in which it is asked for (18.9). */
function refuseBadBody(sent: JsonObject): void {
  if (blank(sent['branch'])) refuse(badRequest('branch is required'));
  if (blank(sent['commit_message'])) refuse(badRequest('commit_message is required'));
  if (sent['content'] === undefined) refuse(badRequest('content is required'));
  if (isJsonObject(sent['content'])) refuse(badRequest('This endpoint does not support form encoded file uploads'));
  const encoding = sent['encoding'];
  if (encoding !== undefined && encoding !== 'text' && encoding !== 'base64') {
    refuse(badRequest('encoding must be text or base64'));
  }
  if (sent['execute_filemode'] !== undefined && !isFlag(sent['execute_filemode'])) {
    refuse(badRequest('execute_filemode must be a boolean'));
  }
}

function actionOf(action: Action['action'], path: string, sent: JsonObject): Action {
  return {
    action,
    path,
    previousPath: '',
    content: Buffer.from(textOf(sent['content']), sent['encoding'] === 'base64' ? 'base64' : 'utf8'),
    lastCommitId: undefined,
    executable: isTrue(sent['execute_filemode']),
  };
}

type Actions = (repository: Repository, parent: string | undefined) => readonly Action[];

/** Commits the change of one file on a branch that the caller may push to (POST …/files/:file_path, 18.9). */
function change(context: RequestContext, project: ProjectRow, sent: JsonObject, actions: Actions): void {
  const branch = textOf(sent['branch']);
  requirePush(context, project, branch);
  const push = {
    branch,
    startProject: project,
    startBranch: textOf(sent['start_branch'] ?? branch),
    startSha: undefined,
    message: textOf(sent['commit_message']),
    authorName: sent['author_name'] == null ? undefined : textOf(sent['author_name']),
    authorEmail: sent['author_email'] == null ? undefined : textOf(sent['author_email']),
    force: false,
  };
  const parent = startOf(context, project, push);
  const repository = repositoryOf(context, project);
  const changes: readonly FileChange[] = changesOf(repository, parent, actions(repository, parent));
  pushChanges(context, project, push, parent, changes);
}

function refuseStale(
  repository: Repository,
  parent: string | undefined,
  path: string,
  sent: JsonObject,
  text: string,
): void {
  const known = textOf(sent['last_commit_id']);
  if (known === '' || parent === undefined || fileAt(repository, parent, path) === undefined) return;
  if (lastChange(repository, parent, path) !== known) refuse(message(400, text));
}

function fileAt(repository: Repository, commit: string, path: string) {
  return filesOf(repository, repository.commit(commit)?.tree).get(path);
}
