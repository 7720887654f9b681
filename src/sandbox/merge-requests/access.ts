import { hasLevel, levelOn } from '../access/access.ts';
import type { RequestContext } from '../http/request-context.ts';
import { canReadMergeRequests } from '../repository/code-access.ts';
import { findProject } from '../access/find.ts';
import type { MergeRequestRow } from './rows.ts';
import { forbidden, refuse, rowNotFound } from '../http/reply.ts';
import type { ProjectRow } from '../projects/rows.ts';

interface WithId {
  readonly id: string;
}

interface WithNumber extends WithId {
  readonly merge_request_iid: number;
}

/** A merge request with the project that it is of. */
export interface Found {
  readonly project: ProjectRow;
  readonly row: MergeRequestRow;
}

/** Access rule: the project, for those who may see its merge requests; 403 for the rest. */
export function mergeRequestProject(context: RequestContext, args: WithId): ProjectRow {
  const project = findProject(context, args.id);
  return canReadMergeRequests(context, project) ? project : refuse(forbidden());
}

/** The merge request of a number; an unknown one, or an id in place of a number, is 404 Not found. */
export function findMergeRequest(context: RequestContext, project: ProjectRow, iid: number): MergeRequestRow {
  return context.platform.state.mergeRequestByNumber(`${project.id} ${iid}`) ?? refuse(rowNotFound());
}

/** Access rule: a merge request, for those who may see it. */
export function readableMergeRequest(context: RequestContext, args: WithNumber): Found {
  const project = findProject(context, args.id);
  const row = findMergeRequest(context, project, args.merge_request_iid);
  return canReadMergeRequests(context, project) ? { project, row } : refuse(forbidden());
}

/** Access rule of PUT: Developers, and the author (PUT /projects/:id/merge_requests/:iid, 18.9). */
export function changeableMergeRequest(context: RequestContext, args: WithNumber): Found {
  const found = readableMergeRequest(context, args);
  const own = found.row.author_id === context.user?.id;
  return own || hasLevel(context, { type: 'project', row: found.project }, 30) ? found : refuse(forbidden());
}

/** Access rule: a merge request that hides, with 404 Not found, from those who may not see it (PUT …/merge, 18.9). */
export function visibleMergeRequest(context: RequestContext, args: WithNumber): Found {
  const project = findProject(context, args.id);
  const row = findMergeRequest(context, project, args.merge_request_iid);
  return canReadMergeRequests(context, project) ? { project, row } : refuse(rowNotFound());
}

/** Access rule of DELETE: Owners and administrators (DELETE /projects/:id/merge_requests/:iid, 18.9). */
export function ownedMergeRequest(context: RequestContext, args: WithNumber): Found {
  const found = visibleMergeRequest(context, args);
  return hasLevel(context, { type: 'project', row: found.project }, 50) ? found : refuse(forbidden());
}

/** Access rule of a new merge request: Developers of the project that holds the source branch. */
export function mergeRequestSource(context: RequestContext, args: WithId): ProjectRow {
  const project = findProject(context, args.id);
  const allowed =
    canReadMergeRequests(context, project) &&
    (context.admin || levelOn(context, { type: 'project', row: project }) >= 30);
  return allowed ? project : refuse(forbidden());
}
