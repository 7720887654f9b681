import { canRead, groupChain, hasAbility, levelOn } from '../access/access.ts';
import type { RequestContext } from '../http/request-context.ts';
import { findProject } from '../access/find.ts';
import { textOf } from '../store/json.ts';
import { forbidden, notFound, refuse } from '../http/reply.ts';
import type { ProjectRow } from '../projects/rows.ts';
import type { State } from '../store/state.ts';

interface WithId {
  readonly id: string;
}

/** A project is read-only when it, or a group above it, is archived. */
export function isArchived(state: State, project: ProjectRow): boolean {
  return project.archived || groupChain(state, { type: 'project', row: project }).some((group) => group.archived);
}

/** How far a part of a project is open: `disabled`, `private` (members), `enabled` or `public`. */
export function featureLevel(project: ProjectRow, feature: string): string {
  return textOf(project.attributes[`${feature}_access_level`] ?? openAtFirst(project, feature));
}

/** Pages of a project that is not public, and its security, are for its members at first (POST /projects, 18.9). */
function openAtFirst(project: ProjectRow, feature: string): string {
  if (feature === 'pages') return project.visibility === 'public' ? 'enabled' : 'private';
  return feature === 'security_and_compliance' ? 'private' : 'enabled';
}

/** Whether the caller may use a part of a project; code in a private project needs Planner, the rest Guest. */
export function canUse(context: RequestContext, project: ProjectRow, feature: string): boolean {
  const open = featureLevel(project, feature);
  if (open === 'disabled' || !canRead(context, { type: 'project', row: project })) return false;
  if (context.admin || open !== 'private') return true;
  const least = feature === 'repository' && project.visibility === 'private' ? 15 : 10;
  return levelOn(context, { type: 'project', row: project }) >= least;
}

/** Whether the caller may see the code: anyone in an open project; in a private one Planners and up, or a custom role. */
export function canReadCode(context: RequestContext, project: ProjectRow): boolean {
  if (!canUse(context, project, 'repository')) return false;
  return readsWork(context, project) || hasAbility(context, { type: 'project', row: project }, 'read_code');
}

/** Whether the caller may see the merge requests: as the code, but a custom role's `read_code` does not tell them (18.9). */
export function canReadMergeRequests(context: RequestContext, project: ProjectRow): boolean {
  return (
    canUse(context, project, 'merge_requests') && canUse(context, project, 'repository') && readsWork(context, project)
  );
}

/** Planners (15) read what Reporters read of code and merge requests (GET /projects/:id/merge_requests, 18.9). */
function readsWork(context: RequestContext, project: ProjectRow): boolean {
  if (context.admin || context.user?.auditor === true || project.visibility !== 'private') return true;
  return levelOn(context, { type: 'project', row: project }) >= 15;
}

/** Whether the caller may push at all: Developers and up, unless the project is archived. */
export function canPushCode(context: RequestContext, project: ProjectRow): boolean {
  if (featureLevel(project, 'repository') === 'disabled' || isArchived(context.platform.state, project)) return false;
  return context.admin || levelOn(context, { type: 'project', row: project }) >= 30;
}

/** Access rule of trees, blobs and files: 403 for those who see the project and not its code (18.9). */
export function readableCode(context: RequestContext, args: WithId): ProjectRow {
  const project = findProject(context, args.id);
  return canReadCode(context, project) ? project : refuse(forbidden());
}

/** Access rule of commits and branches: a repository that is switched off does not exist (18.9). */
export function enabledCode(context: RequestContext, args: WithId): ProjectRow {
  const project = findProject(context, args.id);
  if (!canUse(context, project, 'repository')) refuse(notFound());
  return canReadCode(context, project) ? project : refuse(forbidden());
}

/** Access rule of writes to branches: 403 for those who may not push. */
export function pushableCode(context: RequestContext, args: WithId): ProjectRow {
  const project = enabledCode(context, args);
  return canPushCode(context, project) ? project : refuse(forbidden());
}
