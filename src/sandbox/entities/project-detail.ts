import { counts, groupChain, levelOn } from '../access.ts';
import { dayOf } from '../call.ts';
import type { Call } from '../call.ts';
import { openRepository } from '../git/repository.ts';
import { bytesOf } from '../git/object.ts';
import { reachable } from '../git/history.ts';
import { canReadCode } from '../code-access.ts';
import { headOf } from '../default-branch.ts';
import type { Json, JsonObject } from '../json.ts';
import type { ProjectRow } from '../rows.ts';
import { sourceKey } from '../state.ts';
import { basicProject } from './project-basic.ts';
import { projectEntity } from './project.ts';

/** A project with what the caller may do in it; strangers get the short form (GET /projects/:id, 18.9). */
export function projectDetail(call: Call, project: ProjectRow, statistics: boolean): JsonObject {
  if (call.user === undefined) {
    // A public project shows where its pipeline is defined, also to strangers.
    const code = canReadCode(call, project) ? { ci_config_path: project.attributes['ci_config_path'] ?? '' } : {};
    return { ...basicProject(call, project), ...code };
  }
  return {
    ...projectEntity(call, project),
    permissions: permissions(call, project),
    ...(statistics && mayReadStatistics(call, project) ? { statistics: statisticsOf(call, project) } : {}),
  };
}

function permissions(call: Call, project: ProjectRow): JsonObject {
  const { state } = call.world;
  const groups = groupChain(state, { type: 'project', row: project }).map((group) => sourceKey('group', group.id));
  return {
    project_access: access(call, [sourceKey('project', project.id)]),
    group_access: access(call, groups),
  };
}

/** The highest membership that the caller has in one of these places. */
function access(call: Call, places: readonly number[]): Json {
  const own = call.world.state.membersByUser(call.user?.id ?? 0).filter((member) => {
    return counts(member, dayOf(call)) && places.includes(sourceKey(member.source_type, member.source_id));
  });
  const level = Math.max(...own.map((member) => member.access_level));
  return own.length === 0 ? null : { access_level: level, notification_level: 3 };
}

function mayReadStatistics(call: Call, project: ProjectRow): boolean {
  return call.admin || levelOn(call, { type: 'project', row: project }) >= 20;
}

function statisticsOf(call: Call, project: ProjectRow): JsonObject {
  const { state } = call.world;
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
