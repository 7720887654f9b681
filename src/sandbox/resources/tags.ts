import { actor } from '../call.ts';
import type { Call } from '../call.ts';
import { canPushCode, canUse, readableCode } from '../code-access.ts';
import { commitEntity, moment } from '../entities/commit.ts';
import { requireUnmodified } from '../conditional.ts';
import { commitAt, findCommit, repositoryOf } from '../find-commit.ts';
import type { JsonObject } from '../json.ts';
import { keyedPage, paged, paginate } from '../pagination.ts';
import { matchesRefSearch } from '../ref-search.ts';
import { created, forbidden, message, noContent, notFound, ok, refuse } from '../reply.ts';
import { route } from '../route.ts';
import type { ProjectRow } from '../rows.ts';
import { annotationOf, createTag, removeTag } from '../tags.ts';

type Order = 'name' | 'updated' | 'version';

export const tagRoutes = [
  // GET /projects/:id/repository/tags: the newest first; by number or from a token on (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/repository/tags',
    anonymous: true,
    params: {
      ...paged,
      search: { type: 'string' },
      sort: { type: 'string', values: ['asc', 'desc'] },
      order_by: { type: 'string', values: ['name', 'updated', 'version'] },
      pagination: { type: 'string' },
      page_token: { type: 'string' },
    },
    before: readableCode,
    access: readableCode,
    handle: ({ call, args, subject: project }) => {
      const all = ordered(call, project, args.order_by ?? 'updated', args.sort ?? 'desc');
      const fits = matchesRefSearch(args.search ?? '');
      const show = (name: string) => tagEntity(call, project, name);
      if (args.pagination !== 'keyset') return paginate(call, args, all.filter(fits), show);
      const token = args.page_token;
      const position = token == null ? -1 : all.indexOf(token);
      if (token != null && position < 0) refuse(message(422, `Invalid page token: refs/tags/${token}`));
      return keyedPage(call, args, all.slice(position + 1).filter(fits), show, (name) => ({ page_token: name }));
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
  // POST /projects/:id/repository/tags: a message makes it an annotated tag (18.9).
  route({
    method: 'POST',
    path: '/projects/:id/repository/tags',
    anonymous: true,
    params: {
      tag_name: { type: 'string', required: true },
      ref: { type: 'string', required: true },
      message: { type: 'string' },
    },
    before: readableCode,
    access: taggableCode,
    handle: ({ call, args, subject: project }) => {
      const sha = commitAt(call, project, args.ref)?.sha;
      const wanted = { name: args.tag_name, ref: args.ref, sha, message: args.message ?? '' };
      const problem = createTag(call, project, actor(call), wanted);
      return problem === undefined ? created(tagEntity(call, project, args.tag_name)) : message(400, problem);
    },
  }),
  // DELETE /projects/:id/repository/tags/:tag_name: an unknown tag is 404 before anyone is asked for rights (18.9).
  route({
    method: 'DELETE',
    path: '/projects/:id/repository/tags/:tag_name',
    anonymous: true,
    before: readableCode,
    access: (call, args) => {
      requireTag(call, readableCode(call, args), args.tag_name);
      return taggableCode(call, args);
    },
    handle: ({ call, args, subject: project }) => {
      const { commit } = findCommit(call, project, `refs/tags/${args.tag_name}`);
      requireUnmodified(call, moment(commit.author.seconds));
      removeTag(call, project, args.tag_name);
      return noContent();
    },
  }),
  // GET /projects/:id/repository/tags/:tag_name/signature: nothing here is signed (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/repository/tags/:tag_name/signature',
    anonymous: true,
    before: readableCode,
    access: readableCode,
    handle: ({ call, args, subject: project }) => {
      requireTag(call, project, args.tag_name);
      return notFound('Signature');
    },
  }),
];

/** Access rule of writes to tags: Developers and up, 401 without a token. */
function taggableCode(call: Call, args: { readonly id: string }): ProjectRow {
  const project = readableCode(call, args);
  actor(call);
  return canPushCode(call, project) ? project : refuse(forbidden());
}

function requireTag(call: Call, project: ProjectRow, name: string): void {
  if (repositoryOf(call, project).ref('tags', name) === undefined) refuse(notFound('Tag'));
}

function ordered(call: Call, project: ProjectRow, order: Order, sort: 'asc' | 'desc'): readonly string[] {
  const names = repositoryOf(call, project).names('tags');
  const at = (name: string) => findCommit(call, project, `refs/tags/${name}`).commit.committer.seconds;
  const versions = new Intl.Collator('en', { numeric: true });
  const compare = {
    name: (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b)),
    updated: (a: string, b: string) => at(a) - at(b),
    version: (a: string, b: string) => versions.compare(a, b),
  }[order];
  const direction = sort === 'asc' ? 1 : -1;
  return names.toSorted((a, b) => direction * compare(a, b));
}

function tagEntity(call: Call, project: ProjectRow, name: string): JsonObject {
  const named = findCommit(call, project, `refs/tags/${name}`);
  const annotation = annotationOf(call, project, name);
  return {
    name,
    message: annotation?.message ?? '',
    target: annotation?.target ?? named.sha,
    commit: commitEntity(call, project, named),
    // There are no releases here; whether there is one is shown to those who may see releases.
    ...(canUse(call, project, 'releases') ? { release: null } : {}),
    protected: false,
    created_at: annotation?.createdAt ?? null,
  };
}
