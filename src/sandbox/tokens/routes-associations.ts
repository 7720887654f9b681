import { gradeParam } from '../access/levels.ts';
import { projectIdentity } from '../projects/entity-identity.ts';
import { canRead, grantOf, levelOn } from '../access/access.ts';
import type { Source } from '../access/access.ts';
import { actor, dayOf } from '../http/request-context.ts';
import type { RequestContext } from '../http/request-context.ts';
import { namespaceEntity } from '../groups/entity-namespace.ts';
import type { JsonObject } from '../store/json.ts';
import { paged, paginate } from '../http/pagination.ts';
import { ok } from '../http/reply.ts';
import { route } from '../http/route.ts';
import type { ProjectRow } from '../projects/rows.ts';
import type { GroupRow } from '../groups/rows.ts';
import { allScopes } from './scopes.ts';

export const tokenAssociationRoutes = [
  // GET /personal_access_tokens/self/associations: what the token reaches, both lists paged alike (18.9).
  route({
    method: 'GET',
    path: '/personal_access_tokens/self/associations',
    since: '17.4',
    scopes: allScopes,
    params: { min_access_level: gradeParam, ...paged },
    access: actor,
    handle: ({ context, args }) => {
      const { state } = context.platform;
      const least = args.min_access_level ?? 0;
      const reaches = (source: Source) =>
        canRead(context, source) && (least === 0 || levelOn(context, source) >= least);
      const groups = state.groups.all().filter((row) => reaches({ type: 'group', row }));
      const projects = state.projects.all().filter((row) => reaches({ type: 'project', row }));
      const shownGroups = paginate(context, args, groups, (row) => groupEntity(context, row));
      const shownProjects = paginate(context, args, projects, (row) => projectEntity(context, row));
      // Which of the two lists headers would tell of is nobody's to say: there are none.
      return ok({ groups: shownGroups.body, projects: shownProjects.body });
    },
  }),
];

function groupEntity(context: RequestContext, group: GroupRow): JsonObject {
  return {
    id: group.id,
    web_url: `${context.platform.externalUrl}/groups/${group.full_path}`,
    name: group.name,
    parent_id: group.parent_id,
    organization_id: 1,
    access_levels: levelOrNull(context, { type: 'group', row: group }),
    visibility: group.visibility,
  };
}

function projectEntity(context: RequestContext, project: ProjectRow): JsonObject {
  const { state, externalUrl } = context.platform;
  const group = project.group_id === null ? undefined : state.groups.get(project.group_id);
  const own = state.membersByUser(actor(context).id).find((row) => {
    return row.source_type === 'project' && row.source_id === project.id;
  });
  return {
    ...projectIdentity(context, project),
    access_levels: {
      project_access_level: own?.access_level ?? null,
      group_access_level: group === undefined ? null : levelOrNull(context, { type: 'group', row: group }),
    },
    visibility: project.visibility,
    web_url: `${externalUrl}/${project.full_path}`,
    namespace: namespaceEntity(context, project),
  };
}

function levelOrNull(context: RequestContext, source: Source): number | null {
  return grantOf(context.platform.state, dayOf(context), actor(context).id, source)?.level ?? null;
}
