import { actor } from '../http/request-context.ts';
import type { RequestContext } from '../http/request-context.ts';
import { canPushCode, canUse, readableCode } from './code-access.ts';
import { commitEntity, moment } from './entity-commit.ts';
import { requireUnmodified } from '../http/conditional.ts';
import { commitAt, findCommit, repositoryOf } from './find-commit.ts';
import type { JsonObject } from '../store/json.ts';
import { keyedPage, paged, paginate } from '../http/pagination.ts';
import { matchesRefSearch } from './ref-search.ts';
import { created, forbidden, message, noContent, notFound, ok, refuse } from '../http/reply.ts';
import { route } from '../http/route.ts';
import type { ProjectRow } from '../projects/rows.ts';
import { annotationOf, createTag, removeTag } from './tags.ts';

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
    handle: ({ context, args, subject: project }) => {
      const all = ordered(context, project, args.order_by ?? 'updated', args.sort ?? 'desc');
      const fits = matchesRefSearch(args.search ?? '');
      const show = (name: string) => tagEntity(context, project, name);
      if (args.pagination !== 'keyset') return paginate(context, args, all.filter(fits), show);
      const token = args.page_token;
      const position = token == null ? -1 : all.indexOf(token);
      if (token != null && position < 0) refuse(message(422, `Invalid page token: refs/tags/${token}`));
      return keyedPage(context, args, all.slice(position + 1).filter(fits), show, (name) => ({ page_token: name }));
    },
  }),
  // GET /projects/:id/repository/tags/:tag_name (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/repository/tags/:tag_name',
    anonymous: true,
    before: readableCode,
    access: readableCode,
    handle: ({ context, args, subject: project }) => {
      requireTag(context, project, args.tag_name);
      return ok(tagEntity(context, project, args.tag_name));
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
    handle: ({ context, args, subject: project }) => {
      const sha = commitAt(context, project, args.ref)?.sha;
      const wanted = { name: args.tag_name, ref: args.ref, sha, message: args.message ?? '' };
      const problem = createTag(context, project, actor(context), wanted);
      return problem === undefined ? created(tagEntity(context, project, args.tag_name)) : message(400, problem);
    },
  }),
  // DELETE /projects/:id/repository/tags/:tag_name: an unknown tag is 404 before anyone is asked for rights (18.9).
  route({
    method: 'DELETE',
    path: '/projects/:id/repository/tags/:tag_name',
    anonymous: true,
    before: readableCode,
    access: (context, args) => {
      requireTag(context, readableCode(context, args), args.tag_name);
      return taggableCode(context, args);
    },
    handle: ({ context, args, subject: project }) => {
      const { commit } = findCommit(context, project, `refs/tags/${args.tag_name}`);
      requireUnmodified(context, moment(commit.author.seconds));
      removeTag(context, project, args.tag_name);
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
    handle: ({ context, args, subject: project }) => {
      requireTag(context, project, args.tag_name);
      return notFound('Signature');
    },
  }),
];

/** Access rule of writes to tags: Developers and up, 401 without a token. */
function taggableCode(context: RequestContext, args: { readonly id: string }): ProjectRow {
  const project = readableCode(context, args);
  actor(context);
  return canPushCode(context, project) ? project : refuse(forbidden());
}

function requireTag(context: RequestContext, project: ProjectRow, name: string): void {
  if (repositoryOf(context, project).ref('tags', name) === undefined) refuse(notFound('Tag'));
}

function ordered(context: RequestContext, project: ProjectRow, order: Order, sort: 'asc' | 'desc'): readonly string[] {
  const names = repositoryOf(context, project).names('tags');
  const at = (name: string) => findCommit(context, project, `refs/tags/${name}`).commit.committer.seconds;
  const versions = new Intl.Collator('en', { numeric: true });
  const compare = {
    name: (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b)),
    updated: (a: string, b: string) => at(a) - at(b),
    version: (a: string, b: string) => versions.compare(a, b),
  }[order];
  const direction = sort === 'asc' ? 1 : -1;
  return names.toSorted((a, b) => direction * compare(a, b));
}

function tagEntity(context: RequestContext, project: ProjectRow, name: string): JsonObject {
  const named = findCommit(context, project, `refs/tags/${name}`);
  const annotation = annotationOf(context, project, name);
  return {
    name,
    message: annotation?.message ?? '',
    target: annotation?.target ?? named.sha,
    commit: commitEntity(context, project, named),
    // There are no releases here; whether there is one is shown to those who may see releases.
    ...(canUse(context, project, 'releases') ? { release: null } : {}),
    protected: false,
    created_at: annotation?.createdAt ?? null,
  };
}
