import { descendantsOf } from '../access/access.ts';
import { actor } from '../http/request-context.ts';
import type { RequestContext } from '../http/request-context.ts';
import { canReadMergeRequests, isArchived } from '../repository/code-access.ts';
import { requireUnmodified } from '../http/conditional.ts';
import { basicMergeRequest, mergeRequestEntity, simpleMergeRequest } from './entity.ts';
import { eraseMergeRequest } from '../background/erase.ts';
import { readableGroup } from '../access/find.ts';
import type { JsonObject } from '../store/json.ts';
import {
  changeableMergeRequest,
  mergeRequestProject,
  mergeRequestSource,
  ownedMergeRequest,
  readableMergeRequest,
} from './access.ts';
import type { MergeRequestRow } from './rows.ts';
import { paginate } from '../http/pagination.ts';
import { created, noContent, ok } from '../http/reply.ts';
import type { Reply } from '../http/reply.ts';
import { route } from '../http/route.ts';
import type { GroupRow } from '../groups/rows.ts';
import { createMergeRequest, updateMergeRequest } from './changes.ts';
import { mergeRequestFilterRules, mergeRequestFilters } from './filter-params.ts';
import { filterMergeRequests } from './filters.ts';
import type { Filters } from './filters.ts';
import { createMergeRequestParams, updatable, updateMergeRequestParams } from './params.ts';

const iid = { merge_request_iid: { type: 'integer', required: true } } as const;

function page(context: RequestContext, filters: Filters, rows: readonly MergeRequestRow[], from?: GroupRow): Reply {
  const show = (row: MergeRequestRow): JsonObject | null => {
    const project = context.platform.state.projects.get(row.project_id);
    if (project === undefined) return null;
    if (filters.view === 'simple') return simpleMergeRequest(context, project, row);
    const labels = filters.with_labels_details === true ? 'details' : 'names';
    return basicMergeRequest(context, project, row, { labels, ...(from === undefined ? {} : { from }) });
  };
  return paginate(context, filters, filterMergeRequests(context, rows, filters), show);
}

export const mergeRequestRoutes = [
  // GET /merge_requests: the caller's own by default; only scope=all does without a token (18.9).
  route({
    method: 'GET',
    path: '/merge_requests',
    anonymous: true,
    params: mergeRequestFilters,
    rules: mergeRequestFilterRules,
    access: (context, args) => {
      if (args.scope !== 'all') actor(context);
    },
    handle: ({ context, args }) => {
      const { state } = context.platform;
      const readable = state.projects.all().filter((project) => canReadMergeRequests(context, project));
      const rows = readable.flatMap((project) => state.mergeRequestsOf(project.id));
      return page(context, { ...args, scope: args.scope ?? 'created_by_me' }, rows);
    },
  }),
  // GET /groups/:id/merge_requests: of all projects below, save archived ones (18.9).
  route({
    method: 'GET',
    path: '/groups/:id/merge_requests',
    anonymous: true,
    params: { ...mergeRequestFilters, non_archived: { type: 'boolean' } },
    rules: mergeRequestFilterRules,
    access: readableGroup,
    handle: ({ context, args, subject: group }) => {
      const { state } = context.platform;
      const groups = [group, ...descendantsOf(state, group)];
      const projects = groups.flatMap(({ id }) => state.projectsByGroup(id));
      const shown = projects.filter(
        (project) =>
          (args.non_archived === false || !isArchived(state, project)) && canReadMergeRequests(context, project),
      );
      const rows = shown.flatMap((project) => state.mergeRequestsOf(project.id));
      return page(context, args, rows, group);
    },
  }),
  // GET /projects/:id/merge_requests: of every state, newest first (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/merge_requests',
    anonymous: true,
    params: { ...mergeRequestFilters, iids: { type: 'integers' } },
    rules: mergeRequestFilterRules,
    access: mergeRequestProject,
    handle: ({ context, args, subject }) => {
      const rows = context.platform.state.mergeRequestsOf(subject.id);
      const wanted = args.iids ?? [];
      return page(context, args, wanted.length === 0 ? rows : rows.filter((row) => wanted.includes(row.iid)));
    },
  }),
  // POST /projects/:id/merge_requests: a second one for the same branches is 409 (18.9).
  route({
    method: 'POST',
    path: '/projects/:id/merge_requests',
    params: createMergeRequestParams,
    access: mergeRequestSource,
    handle: ({ context, args, subject }) =>
      created(mergeRequestEntity(context, subject, createMergeRequest(context, subject, args))),
  }),
  // GET /projects/:id/merge_requests/:merge_request_iid (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/merge_requests/:merge_request_iid',
    anonymous: true,
    params: {
      ...iid,
      render_html: { type: 'boolean' },
      include_diverged_commits_count: { type: 'boolean' },
      include_rebase_in_progress: { type: 'boolean' },
    },
    access: readableMergeRequest,
    handle: ({ context, args, subject: { project, row } }) => {
      const extras = {
        html: args.render_html === true,
        diverged: args.include_diverged_commits_count === true,
        rebase: args.include_rebase_in_progress === true,
      };
      return ok(mergeRequestEntity(context, project, row, extras));
    },
  }),
  // PUT /projects/:id/merge_requests/:merge_request_iid (18.9).
  route({
    method: 'PUT',
    path: '/projects/:id/merge_requests/:merge_request_iid',
    params: { ...iid, ...updateMergeRequestParams },
    rules: [{ atLeastOne: updatable }],
    access: changeableMergeRequest,
    handle: ({ context, args, subject: { project, row } }) => {
      updateMergeRequest(context, project, row, args);
      return ok(mergeRequestEntity(context, project, row));
    },
  }),
  // DELETE /projects/:id/merge_requests/:merge_request_iid: honours If-Unmodified-Since (18.9).
  route({
    method: 'DELETE',
    path: '/projects/:id/merge_requests/:merge_request_iid',
    params: iid,
    access: ownedMergeRequest,
    handle: ({ context, subject: { row } }) => {
      requireUnmodified(context, row.updated_at);
      eraseMergeRequest(context.platform.state, row);
      return noContent();
    },
  }),
];
