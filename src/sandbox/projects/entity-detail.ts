import { counts, groupChain, hasLevel, levelOn } from '../access/access.ts';
import { dayOf } from '../http/request-context.ts';
import type { RequestContext } from '../http/request-context.ts';
import { openRepository } from '../git/repository.ts';
import { bytesOf } from '../git/object.ts';
import { reachable } from '../git/history.ts';
import { headOf } from '../repository/default-branch.ts';
import type { Json, JsonObject } from '../store/json.ts';
import type { ProjectRow } from './rows.ts';
import { sourceKey } from '../store/state.ts';
import { basicProject } from './entity-basic.ts';
import { projectEntity } from './entity.ts';

/** A project with what the caller may do in it; strangers get the short form (GET /projects/:id, 18.9). */
export function projectDetail(context: RequestContext, project: ProjectRow, statistics: boolean): JsonObject {
  const listed = listedProject(context, project, statistics);
  return context.user === undefined ? listed : { ...listed, ...importError(context, project) };
}

/** A project in a list: what went wrong in its import is not told there (GET /projects, 18.9). */
export function listedProject(context: RequestContext, project: ProjectRow, statistics: boolean): JsonObject {
  if (context.user === undefined) return basicProject(context, project);
  return {
    ...projectEntity(context, project),
    permissions: permissions(context, project),
    ...(statistics && mayReadStatistics(context, project) ? { statistics: statisticsOf(context, project) } : {}),
  };
}

/** A project as it answers its making and its changes: Maintainers also read what went wrong in its import (18.9). */
export function changedProject(context: RequestContext, project: ProjectRow): JsonObject {
  return { ...projectEntity(context, project), ...importError(context, project) };
}

function importError(context: RequestContext, project: ProjectRow): JsonObject {
  return hasLevel(context, { type: 'project', row: project }, 40) ? { import_error: null } : {};
}

function permissions(context: RequestContext, project: ProjectRow): JsonObject {
  const { state } = context.platform;
  const groups = groupChain(state, { type: 'project', row: project }).map((group) => sourceKey('group', group.id));
  return {
    project_access: access(context, [sourceKey('project', project.id)]),
    group_access: access(context, groups),
  };
}

/** The highest membership that the caller has in one of these places. */
function access(context: RequestContext, places: readonly number[]): Json {
  const own = context.platform.state.membersByUser(context.user?.id ?? 0).filter((member) => {
    return counts(member, dayOf(context)) && places.includes(sourceKey(member.source_type, member.source_id));
  });
  const level = Math.max(...own.map((member) => member.access_level));
  return own.length === 0 ? null : { access_level: level, notification_level: 3 };
}

function mayReadStatistics(context: RequestContext, project: ProjectRow): boolean {
  return context.admin || levelOn(context, { type: 'project', row: project }) >= 20;
}

function statisticsOf(context: RequestContext, project: ProjectRow): JsonObject {
  const { state } = context.platform;
  const head = headOf(state, project);
  const commits = reachable(openRepository(state, project.id), head === undefined ? [] : [head]).size;
  const size = state.gitObjectsOf(project.id).reduce((sum, row) => sum + bytesOf(row.object).length, 0);
  return {
    commit_count: commits,
    storage_size: size,
    repository_size: size,
    wiki_size: 0,
    lfs_objects_size: 0,
    job_artifacts_size: 0,
    pipeline_artifacts_size: 0,
    packages_size: 0,
    snippets_size: 0,
    uploads_size: 0,
    container_registry_size: 0,
  };
}
