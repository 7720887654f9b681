import { actor } from '../call.ts';
import type { Call } from '../call.ts';
import { timestamp } from '../clock.ts';
import { enabledCode, isArchived } from '../code-access.ts';
import { basicUser } from '../entities/user.ts';
import { findCommit, repositoryOf } from '../find-commit.ts';
import { diffText, diffTrees } from '../git/tree-diff.ts';
import type { JsonObject } from '../json.ts';
import { paged, paginate } from '../pagination.ts';
import { badRequest, created, failure, forbidden, refuse } from '../reply.ts';
import { route } from '../route.ts';
import type { ProjectRow, RecordRow } from '../rows.ts';
import { applyTagCommand, readTagCommand } from './commit-tag-command.ts';

const kind = 'commit_note';

export const commitCommentRoutes = [
  // GET …/commits/:sha/comments: oldest first (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/repository/commits/:sha/comments',
    anonymous: true,
    params: paged,
    before: enabledCode,
    access: enabledCode,
    handle: ({ call, args, subject: project }) => {
      const { sha } = findCommit(call, project, args.sha);
      const rows = call.world.state.recordsOf(`${kind} project:${project.id}`);
      return paginate(
        call,
        args,
        rows.filter((row) => row.data['sha'] === sha),
        (row) => noteEntity(call, row),
      );
    },
  }),
  // POST …/commits/:sha/comments: with a path, the line must be one of the commit's diff to be kept (18.9).
  route({
    method: 'POST',
    path: '/projects/:id/repository/commits/:sha/comments',
    anonymous: true,
    params: {
      note: { type: 'string', required: true },
      path: { type: 'string' },
      line: { type: 'integer' },
      line_type: { type: 'string', values: ['new', 'old'] },
    },
    before: enabledCode,
    access: enabledCode,
    handle: ({ call, args, subject: project }) => {
      if (args.path != null && args.line == null) refuse(failure(400, 'line is missing'));
      const { sha } = findCommit(call, project, args.sha);
      // Without a user the note itself is what is not valid (POST on a public project, 18.9).
      if (call.user === undefined)
        refuse({ status: 400, body: { message: '400 Bad request - Note {:author=>["can\'t be blank"]}' } });
      if (isArchived(call.world.state, project)) refuse(forbidden());
      const read = readTagCommand(args.note);
      const tagged = read === undefined ? undefined : applyTagCommand(call, project, sha, read);
      if (read?.rest === '') return tagged ?? refuse(badRequest('Failed to apply commands.'));
      const type = args.line_type ?? 'new';
      const place =
        args.path != null && args.line != null && inDiff(call, project, sha, args.path, args.line, type)
          ? { path: args.path, line: args.line, line_type: type }
          : { path: null, line: null, line_type: null };
      const now = timestamp(call.world.clock);
      const row = call.world.state.records.insert({
        kind,
        owner: `project:${project.id}`,
        key: `${sha} ${call.world.state.records.nextId()}`,
        data: { sha, note: read?.rest ?? args.note, author_id: actor(call).id, ...place },
        created_at: now,
        updated_at: now,
      });
      return created(noteEntity(call, row));
    },
  }),
];

function noteEntity(call: Call, row: RecordRow): JsonObject {
  const { note, path, line, line_type, author_id } = row.data;
  const author = call.world.state.users.get(Number(author_id));
  return {
    note,
    path,
    line,
    line_type,
    author: author === undefined ? null : basicUser(call, author),
    created_at: row.created_at,
  };
}

/** Whether a line was added (`new`) or removed (`old`) by a commit in this file. */
function inDiff(
  call: Call,
  project: ProjectRow,
  sha: string,
  path: string,
  line: number,
  type: 'new' | 'old',
): boolean {
  const repository = repositoryOf(call, project);
  const { commit } = findCommit(call, project, sha);
  const parent = repository.commit(commit.parents[0] ?? '')?.tree;
  const diff = diffTrees(repository, parent, commit.tree).find((one) => one.newPath === path);
  if (diff === undefined) return false;
  let [old, now] = [0, 0];
  for (const text of diffText(repository, diff).split('\n')) {
    const head = /^@@ -(\d+)(?:,\d+)? \+(\d+)/.exec(text);
    if (head !== null) {
      [old, now] = [Number(head[1]), Number(head[2])];
      continue;
    }
    const sign = text[0];
    if (type === 'new' ? sign === '+' && now === line : sign === '-' && old === line) return true;
    if (sign !== '+' && sign !== '\\') old += 1;
    if (sign !== '-' && sign !== '\\') now += 1;
  }
  return false;
}
