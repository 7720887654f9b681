import type { RequestContext } from '../http/request-context.ts';
import { enabledCode } from '../repository/code-access.ts';
import { basicUser } from '../users/entity.ts';
import { findCommit, repositoryOf } from '../repository/find-commit.ts';
import { diffText, diffTrees } from '../git/tree-diff.ts';
import type { JsonObject } from '../store/json.ts';
import type { NoteRow } from './rows.ts';
import { paged, paginate } from '../http/pagination.ts';
import { failure, refuse } from '../http/reply.ts';
import { route } from '../http/route.ts';
import type { ProjectRow } from '../projects/rows.ts';
import { commitNoteable, notesOf } from './access.ts';
import { createNote } from './creation.ts';

export const commitCommentRoutes = [
  // GET …/commits/:sha/comments: oldest first (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/repository/commits/:sha/comments',
    anonymous: true,
    params: paged,
    before: enabledCode,
    access: enabledCode,
    handle: ({ context, args, subject: project }) => {
      const { sha } = findCommit(context, project, args.sha);
      const rising = notesOf(context, commitNoteable(project, sha)).toSorted(
        (a, b) => a.created_at.localeCompare(b.created_at) || a.id - b.id,
      );
      return paginate(context, args, rising, (note) => commentEntity(context, note));
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
    handle: ({ context, args, subject: project }) => {
      if (args.path != null && args.line == null) refuse(failure(400, 'line is missing'));
      const { sha } = findCommit(context, project, args.sha);
      // Without a user the note itself is what is not valid (POST on a public project, 18.9).
      if (context.user === undefined)
        refuse({ status: 400, body: { message: '400 Bad request - Note {:author=>["can\'t be blank"]}' } });
      const { path, line } = args;
      const line_type = args.line_type ?? 'new';
      const found = path != null && line != null && inDiff(context, project, sha, path, line, line_type);
      const note = { body: args.note, internal: false, created_at: undefined };
      return createNote(
        context,
        commitNoteable(project, sha),
        { ...note, line: found ? { path, line, line_type } : undefined },
        (row) => commentEntity(context, row),
      );
    },
  }),
];

/** A note as a comment on a commit (APIEntitiesCommitNote, 18.9). */
function commentEntity(context: RequestContext, note: NoteRow): JsonObject {
  const author = context.platform.state.users.get(note.author_id);
  return {
    note: note.body,
    ...(note.line ?? { path: null, line: null, line_type: null }),
    author: author === undefined ? null : basicUser(context, author),
    created_at: note.created_at,
  };
}

/** Whether a line was added (`new`) or removed (`old`) by a commit in this file. */
function inDiff(
  context: RequestContext,
  project: ProjectRow,
  sha: string,
  path: string,
  line: number,
  type: 'new' | 'old',
): boolean {
  const repository = repositoryOf(context, project);
  const { commit } = findCommit(context, project, sha);
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
