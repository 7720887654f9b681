import { canRead, grantOf, levelOn } from '../access.ts';
import type { Source } from '../access.ts';
import { actor, dayOf } from '../call.ts';
import type { Call } from '../call.ts';
import { fullProjectName, namespaceEntity } from '../entities/namespace.ts';
import type { JsonObject } from '../json.ts';
import { paged, paginate } from '../pagination.ts';
import { ok } from '../reply.ts';
import { route } from '../route.ts';
import type { GroupRow, ProjectRow } from '../rows.ts';
import { allScopes } from '../token-scopes.ts';

export const tokenAssociationRoutes = [
  // GET /personal_access_tokens/self/associations: what the token reaches, both lists paged alike (18.9).
  route({
    method: 'GET',
    path: '/personal_access_tokens/self/associations',
    since: '17.4',
    scopes: allScopes,
    params: { min_access_level: { type: 'integer', values: [10, 15, 20, 30, 40, 50] }, ...paged },
    access: actor,
    handle: ({ call, args }) => {
      const { state } = call.world;
      const least = args.min_access_level ?? 0;
      const reaches = (source: Source) => canRead(call, source) && (least === 0 || levelOn(call, source) >= least);
      const groups = state.groups.all().filter((row) => reaches({ type: 'group', row }));
      const projects = state.projects.all().filter((row) => reaches({ type: 'project', row }));
      const shownGroups = paginate(call, args, groups, (row) => groupEntity(call, row));
      const shownProjects = paginate(call, args, projects, (row) => projectEntity(call, row));
      return ok({ groups: shownGroups.body, projects: shownProjects.body }, shownProjects.headers);
    },
  }),
];

function groupEntity(call: Call, group: GroupRow): JsonObject {
  return {
    id: group.id,
    web_url: `${call.world.externalUrl}/groups/${group.full_path}`,
    name: group.name,
    parent_id: group.parent_id,
    organization_id: 1,
    access_levels: levelOrNull(call, { type: 'group', row: group }),
    visibility: group.visibility,
  };
}

function projectEntity(call: Call, project: ProjectRow): JsonObject {
  const { state, externalUrl } = call.world;
  const group = project.group_id === null ? undefined : state.groups.get(project.group_id);
  const own = state.membersByUser(actor(call).id).find((row) => {
    return row.source_type === 'project' && row.source_id === project.id;
  });
  return {
    id: project.id,
    description: project.attributes['description'] ?? null,
    name: project.name,
    name_with_namespace: fullProjectName(call, project),
    path: project.path,
    path_with_namespace: project.full_path,
    created_at: project.created_at,
    access_levels: {
      project_access_level: own?.access_level ?? null,
      group_access_level: group === undefined ? null : levelOrNull(call, { type: 'group', row: group }),
    },
    visibility: project.visibility,
    web_url: `${externalUrl}/${project.full_path}`,
    namespace: namespaceEntity(call, project),
  };
}

function levelOrNull(call: Call, source: Source): number | null {
  return grantOf(call.world.state, dayOf(call), actor(call).id, source)?.level ?? null;
}
