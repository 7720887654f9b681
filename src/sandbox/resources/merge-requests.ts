import { descendantsOf } from '../access.ts';
import { actor } from '../call.ts';
import type { Call } from '../call.ts';
import { isArchived } from '../code-access.ts';
import { requireUnmodified } from '../conditional.ts';
import { basicMergeRequest, mergeRequestEntity, simpleMergeRequest } from '../entities/merge-request.ts';
import { eraseMergeRequest } from '../erase.ts';
import { readableGroup } from '../find.ts';
import type { JsonObject } from '../json.ts';
import {
  canReadMergeRequests,
  changeableMergeRequest,
  mergeRequestProject,
  mergeRequestSource,
  ownedMergeRequest,
  readableMergeRequest,
} from '../merge-request-access.ts';
import type { MergeRequestRow } from '../merge-request-rows.ts';
import { paginate } from '../pagination.ts';
import { created, noContent, ok } from '../reply.ts';
import type { Reply } from '../reply.ts';
import { route } from '../route.ts';
import type { GroupRow } from '../rows.ts';
import { createMergeRequest, updateMergeRequest } from './merge-request-changes.ts';
import { mergeRequestFilterRules, mergeRequestFilters } from './merge-request-filter-params.ts';
import { filterMergeRequests } from './merge-request-filters.ts';
import type { Filters } from './merge-request-filters.ts';
import { createMergeRequestParams, updatable, updateMergeRequestParams } from './merge-request-params.ts';

const iid = { merge_request_iid: { type: 'integer', required: true } } as const;

function page(call: Call, filters: Filters, rows: readonly MergeRequestRow[], from?: GroupRow): Reply {
  const show = (row: MergeRequestRow): JsonObject | null => {
    const project = call.world.state.projects.get(row.project_id);
    if (project === undefined) return null;
    if (filters.view === 'simple') return simpleMergeRequest(call, project, row);
    const labels = filters.with_labels_details === true ? 'details' : 'names';
    return basicMergeRequest(call, project, row, { labels, ...(from === undefined ? {} : { from }) });
  };
  return paginate(call, filters, filterMergeRequests(call, rows, filters), show);
}

export const mergeRequestRoutes = [
  // GET /merge_requests: the caller's own by default; only scope=all does without a token (18.9).
  route({
    method: 'GET',
    path: '/merge_requests',
    anonymous: true,
    params: mergeRequestFilters,
    rules: mergeRequestFilterRules,
    access: (call, args) => {
      if (args.scope !== 'all') actor(call);
    },
    handle: ({ call, args }) => {
      const { state } = call.world;
      const readable = state.projects.all().filter((project) => canReadMergeRequests(call, project));
      const rows = readable.flatMap((project) => state.mergeRequestsOf(project.id));
      return page(call, { ...args, scope: args.scope ?? 'created_by_me' }, rows);
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
    handle: ({ call, args, subject: group }) => {
      const { state } = call.world;
      const groups = [group, ...descendantsOf(state, group)];
      const projects = groups.flatMap(({ id }) => state.projectsByGroup(id));
      const shown = projects.filter(
        (project) =>
          (args.non_archived === false || !isArchived(state, project)) && canReadMergeRequests(call, project),
      );
      const rows = shown.flatMap((project) => state.mergeRequestsOf(project.id));
      return page(call, args, rows, group);
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
    handle: ({ call, args, subject }) => {
      const rows = call.world.state.mergeRequestsOf(subject.id);
      const wanted = args.iids ?? [];
      return page(call, args, wanted.length === 0 ? rows : rows.filter((row) => wanted.includes(row.iid)));
    },
  }),
  // POST /projects/:id/merge_requests: a second one for the same branches is 409 (18.9).
  route({
    method: 'POST',
    path: '/projects/:id/merge_requests',
    params: createMergeRequestParams,
    access: mergeRequestSource,
    handle: ({ call, args, subject }) =>
      created(mergeRequestEntity(call, subject, createMergeRequest(call, subject, args))),
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
    handle: ({ call, args, subject: { project, row } }) => {
      const extras = {
        html: args.render_html === true,
        diverged: args.include_diverged_commits_count === true,
        rebase: args.include_rebase_in_progress === true,
      };
      return ok(mergeRequestEntity(call, project, row, extras));
    },
  }),
  // PUT /projects/:id/merge_requests/:merge_request_iid (18.9).
  route({
    method: 'PUT',
    path: '/projects/:id/merge_requests/:merge_request_iid',
    params: { ...iid, ...updateMergeRequestParams },
    rules: [{ atLeastOne: updatable }],
    access: changeableMergeRequest,
    handle: ({ call, args, subject: { project, row } }) => {
      updateMergeRequest(call, project, row, args);
      return ok(mergeRequestEntity(call, project, row));
    },
  }),
  // DELETE /projects/:id/merge_requests/:merge_request_iid: honours If-Unmodified-Since (18.9).
  route({
    method: 'DELETE',
    path: '/projects/:id/merge_requests/:merge_request_iid',
    params: iid,
    access: ownedMergeRequest,
    handle: ({ call, subject: { row } }) => {
      requireUnmodified(call, row.updated_at);
      eraseMergeRequest(call.world.state, row);
      return noContent();
    },
  }),
];
