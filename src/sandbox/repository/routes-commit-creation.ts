import type { RequestContext } from '../http/request-context.ts';
import { canReadCode, enabledCode } from './code-access.ts';
import { commitDetail } from './entity-commit.ts';
import { findProject } from '../access/find.ts';
import { findCommit, repositoryOf } from './find-commit.ts';
import { forkSource } from '../projects/forks.ts';
import { fetchObjects } from '../git/fetch.ts';
import { textOf } from '../store/json.ts';
import type { Json, JsonObject } from '../store/json.ts';
import { pushChanges, requirePush, startOf } from './push.ts';
import { created, forbidden, refuse } from '../http/reply.ts';
import { route } from '../http/route.ts';
import type { ProjectRow } from '../projects/rows.ts';
import { fullProjectName } from '../groups/entity-namespace.ts';
import { isTrue, readActions } from './commit-actions.ts';
import { changesOf } from './commit-changes.ts';

const anything = { type: 'json' } as const;

export const commitCreationRoutes = [
  // POST /projects/:id/repository/commits: the right to push is asked about before the body (18.9).
  route({
    method: 'POST',
    path: '/projects/:id/repository/commits',
    anonymous: true,
    params: {
      branch: anything,
      commit_message: anything,
      actions: anything,
      allow_empty: { ...anything, since: '18.8' },
      start_branch: anything,
      start_sha: anything,
      start_project: anything,
      author_email: anything,
      author_name: anything,
      stats: anything,
      force: anything,
    },
    before: enabledCode,
    access: enabledCode,
    handle: ({ context, args, subject: project }) => {
      const sent: JsonObject = args;
      const branch = textOf(sent['branch']);
      requirePush(context, project, branch);
      const actions = readActions(context.platform.edition, sent);
      const startProject = startProjectOf(context, project, sent['start_project']);
      const push = {
        branch,
        startProject,
        startBranch: textOf(sent['start_branch'] ?? branch),
        startSha: sent['start_sha'] == null ? undefined : textOf(sent['start_sha']),
        message: textOf(sent['commit_message']),
        authorName: sent['author_name'] == null ? undefined : textOf(sent['author_name']),
        authorEmail: sent['author_email'] == null ? undefined : textOf(sent['author_email']),
        force: isTrue(sent['force']),
      };
      const parent = startOf(context, project, push);
      const changes = changesOf(repositoryOf(context, project), parent, actions);
      const sha = pushChanges(context, project, push, parent, changes);
      const stats = sent['stats'] === undefined || isTrue(sent['stats']);
      return created(commitDetail(context, project, findCommit(context, project, sha), stats));
    },
  }),
];

/** Where a push begins: the project that this one was forked from, when it was named (18.9). */
function startProjectOf(context: RequestContext, project: ProjectRow, sent: Json | undefined): ProjectRow {
  if (sent == null) return project;
  const start = findProject(context, textOf(sent));
  if (!canReadCode(context, start) || forkSource(context.platform.state, project) !== start) {
    refuse(forbidden(`Project is not included in the fork network for ${fullProjectName(context, start)}`));
  }
  fetchObjects(context.platform.state, start.id, project.id);
  return start;
}
