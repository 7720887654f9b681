import { hasLevel, levelOn } from './access.ts';
import type { Call } from './call.ts';
import { canReadCode, canUse } from './code-access.ts';
import { findProject } from './find.ts';
import type { MergeRequestRow } from './merge-request-rows.ts';
import { forbidden, refuse, rowNotFound } from './reply.ts';
import type { ProjectRow } from './rows.ts';

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

/** Whether the caller may see a project's merge requests: who may see its code, where they are switched on. */
export function canReadMergeRequests(call: Call, project: ProjectRow): boolean {
  return canUse(call, project, 'merge_requests') && canReadCode(call, project);
}

/** Access rule: the project, for those who may see its merge requests; 403 for the rest. */
export function mergeRequestProject(call: Call, args: WithId): ProjectRow {
  const project = findProject(call, args.id);
  return canReadMergeRequests(call, project) ? project : refuse(forbidden());
}

/** The merge request of a number; an unknown one, or an id in place of a number, is 404 Not found. */
export function findMergeRequest(call: Call, project: ProjectRow, iid: number): MergeRequestRow {
  return call.world.state.mergeRequestByNumber(`${project.id} ${iid}`) ?? refuse(rowNotFound());
}

/** Access rule: a merge request, for those who may see it. */
export function readableMergeRequest(call: Call, args: WithNumber): Found {
  const project = findProject(call, args.id);
  const row = findMergeRequest(call, project, args.merge_request_iid);
  return canReadMergeRequests(call, project) ? { project, row } : refuse(forbidden());
}

/** Access rule of PUT: Developers, and the author (PUT /projects/:id/merge_requests/:iid, 18.9). */
export function changeableMergeRequest(call: Call, args: WithNumber): Found {
  const found = readableMergeRequest(call, args);
  const own = found.row.author_id === call.user?.id;
  return own || hasLevel(call, { type: 'project', row: found.project }, 30) ? found : refuse(forbidden());
}

/** Access rule: a merge request that hides, with 404 Not found, from those who may not see it (PUT …/merge, 18.9). */
export function visibleMergeRequest(call: Call, args: WithNumber): Found {
  const project = findProject(call, args.id);
  const row = findMergeRequest(call, project, args.merge_request_iid);
  return canReadMergeRequests(call, project) ? { project, row } : refuse(rowNotFound());
}

/** Access rule of DELETE: Owners and administrators (DELETE /projects/:id/merge_requests/:iid, 18.9). */
export function ownedMergeRequest(call: Call, args: WithNumber): Found {
  const found = visibleMergeRequest(call, args);
  return hasLevel(call, { type: 'project', row: found.project }, 50) ? found : refuse(forbidden());
}

/** Access rule of a new merge request: Developers of the project that holds the source branch. */
export function mergeRequestSource(call: Call, args: WithId): ProjectRow {
  const project = findProject(call, args.id);
  const allowed =
    canReadMergeRequests(call, project) && (call.admin || levelOn(call, { type: 'project', row: project }) >= 30);
  return allowed ? project : refuse(forbidden());
}
