import type { Call } from '../call.ts';
import { enabledCode, pushableCode, readableCode } from '../code-access.ts';
import { commitEntity, moment } from '../entities/commit.ts';
import { requireUnmodified } from '../conditional.ts';
import { commitAt, findCommit, repositoryOf } from '../find-commit.ts';
import { isRefName } from '../git/revision.ts';
import type { JsonObject } from '../json.ts';
import { paged, paginate } from '../pagination.ts';
import { created, message, noContent, notFound, ok, refuse } from '../reply.ts';
import { route } from '../route.ts';
import type { ProjectRow } from '../rows.ts';

export const tagRoutes = [
  // GET /projects/:id/repository/tags: the newest first (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/repository/tags',
    anonymous: true,
    params: { ...paged, search: { type: 'string' }, sort: { type: 'string', values: ['asc', 'desc'] } },
    before: readableCode,
    access: readableCode,
    handle: ({ call, args, subject: project }) => {
      const names = repositoryOf(call, project).names('tags');
      const found = names.filter((name) => name.includes(args.search ?? ''));
      const at = (name: string) => findCommit(call, project, `refs/tags/${name}`).commit.committer.seconds;
      const direction = args.sort === 'asc' ? 1 : -1;
      const rows = found.toSorted((a, b) => direction * (at(a) - at(b)));
      return paginate(call, args, rows, (name) => tagEntity(call, project, name));
    },
  }),
  // GET /projects/:id/repository/tags/:tag_name (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/repository/tags/:tag_name',
    anonymous: true,
    before: readableCode,
    access: readableCode,
    handle: ({ call, args, subject: project }) => {
      requireTag(call, project, args.tag_name);
      return ok(tagEntity(call, project, args.tag_name));
    },
  }),
  // POST /projects/:id/repository/tags: a tag without a message of its own (18.9).
  route({
    method: 'POST',
    path: '/projects/:id/repository/tags',
    anonymous: true,
    params: { tag_name: { type: 'string', required: true }, ref: { type: 'string', required: true } },
    before: enabledCode,
    access: pushableCode,
    handle: ({ call, args, subject: project }) => {
      const repository = repositoryOf(call, project);
      if (!isRefName(args.tag_name)) refuse(message(400, 'Tag name invalid'));
      if (repository.ref('tags', args.tag_name) !== undefined) {
        refuse(message(400, `Tag ${args.tag_name} already exists`));
      }
      const target = commitAt(call, project, args.ref) ?? refuse(message(400, `Target ${args.ref} is invalid`));
      repository.setRef('tags', args.tag_name, target.sha);
      return created(tagEntity(call, project, args.tag_name));
    },
  }),
  // DELETE /projects/:id/repository/tags/:tag_name (18.9).
  route({
    method: 'DELETE',
    path: '/projects/:id/repository/tags/:tag_name',
    anonymous: true,
    before: enabledCode,
    access: pushableCode,
    handle: ({ call, args, subject: project }) => {
      requireTag(call, project, args.tag_name);
      const { commit } = findCommit(call, project, `refs/tags/${args.tag_name}`);
      requireUnmodified(call, moment(commit.author.seconds));
      repositoryOf(call, project).removeRef('tags', args.tag_name);
      return noContent();
    },
  }),
];

function requireTag(call: Call, project: ProjectRow, name: string): void {
  if (repositoryOf(call, project).ref('tags', name) === undefined) refuse(notFound('Tag'));
}

function tagEntity(call: Call, project: ProjectRow, name: string): JsonObject {
  const named = findCommit(call, project, `refs/tags/${name}`);
  return {
    name,
    message: '',
    target: named.sha,
    commit: commitEntity(call, project, named),
    release: null,
    protected: false,
    created_at: null,
  };
}
