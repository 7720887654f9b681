import { canRead, groupChain, hasAbility, levelOn } from './access.ts';
import type { Call } from './call.ts';
import { findProject } from './find.ts';
import { textOf } from './json.ts';
import { forbidden, notFound, refuse } from './reply.ts';
import type { ProjectRow } from './rows.ts';
import type { State } from './state.ts';

interface WithId {
  readonly id: string;
}

/** A project is read-only when it, or a group above it, is archived. */
export function isArchived(state: State, project: ProjectRow): boolean {
  return project.archived || groupChain(state, { type: 'project', row: project }).some((group) => group.archived);
}

/** How far a part of a project is open: `disabled`, `private` (members), `enabled` or `public`. */
export function featureLevel(project: ProjectRow, feature: string): string {
  return textOf(project.attributes[`${feature}_access_level`] ?? 'enabled');
}

/** Whether the caller may use a part of a project; code in a private project needs Reporter, the rest Guest. */
export function canUse(call: Call, project: ProjectRow, feature: string): boolean {
  const open = featureLevel(project, feature);
  if (open === 'disabled' || !canRead(call, { type: 'project', row: project })) return false;
  if (call.admin || open !== 'private') return true;
  const least = feature === 'repository' && project.visibility === 'private' ? 20 : 10;
  return levelOn(call, { type: 'project', row: project }) >= least;
}

/** Whether the caller may see the code: anyone in an open project, Reporters and up in a private one. */
export function canReadCode(call: Call, project: ProjectRow): boolean {
  if (!canUse(call, project, 'repository')) return false;
  if (call.admin || call.user?.auditor === true || project.visibility !== 'private') return true;
  const source = { type: 'project', row: project } as const;
  return levelOn(call, source) >= 20 || hasAbility(call, source, 'read_code');
}

/** Whether the caller may push at all: Developers and up, unless the project is archived. */
export function canPushCode(call: Call, project: ProjectRow): boolean {
  if (featureLevel(project, 'repository') === 'disabled' || isArchived(call.world.state, project)) return false;
  return call.admin || levelOn(call, { type: 'project', row: project }) >= 30;
}

/** Access rule of trees, blobs and files: 403 for those who see the project and not its code (18.9). */
export function readableCode(call: Call, args: WithId): ProjectRow {
  const project = findProject(call, args.id);
  return canReadCode(call, project) ? project : refuse(forbidden());
}

/** Access rule of commits and branches: a repository that is switched off does not exist (18.9). */
export function enabledCode(call: Call, args: WithId): ProjectRow {
  const project = findProject(call, args.id);
  if (!canUse(call, project, 'repository')) refuse(notFound());
  return canReadCode(call, project) ? project : refuse(forbidden());
}

/** Access rule of writes to branches: 403 for those who may not push. */
export function pushableCode(call: Call, args: WithId): ProjectRow {
  const project = enabledCode(call, args);
  return canPushCode(call, project) ? project : refuse(forbidden());
}
