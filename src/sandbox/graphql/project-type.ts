import { canRead } from '../access/access.ts';
import type { RequestContext } from '../http/request-context.ts';
import { isArchived } from '../repository/code-access.ts';
import { textOf } from '../store/json.ts';
import type { Json, JsonObject } from '../store/json.ts';
import type { ProjectRow } from '../projects/rows.ts';
import { globalId, numbersIn } from './global-id.ts';
import { memberArgs, membersPage } from './membership-types.ts';
import { object, ref, scalar, time } from './object-type.ts';
import type { ObjectType, Refused } from './object-type.ts';
import type { Ref } from './sources.ts';
import { pageArgs, pageOf } from './page.ts';

/** A project (Project, 18.9). */
export const projectType: ObjectType<ProjectRow> = {
  id: scalar((_call, row) => globalId('Project', row.id)),
  name: scalar((_call, row) => row.name),
  path: scalar((_call, row) => row.path),
  fullPath: scalar((_call, row) => row.full_path),
  description: scalar((_call, row) => row.attributes['description'] ?? null),
  visibility: scalar((_call, row) => row.visibility),
  archived: scalar((context, row) => isArchived(context.platform.state, row)),
  createdAt: scalar((_call, row) => time(row.created_at)),
  webUrl: scalar((context, row) => `${context.platform.externalUrl}/${row.full_path}`),
  group: object('Group', (context, project) => {
    const row = project.group_id === null ? undefined : context.platform.state.groups.get(project.group_id);
    return row !== undefined && canRead(context, { type: 'group', row }) ? ref('Group', row) : null;
  }),
  projectMembers: object(
    'ProjectMemberConnection',
    (context, row, args) => membersPage(context, { type: 'project', row }, args),
    { args: memberArgs, cost: { paged: true } },
  ),
};

/** What Query.projects takes. */
export const projectsArgs = {
  ...pageArgs,
  ...({ ids: 'optional', fullPaths: 'optional', search: 'optional' } as const),
};

/** Query.projects: what the caller may see, the newest first (18.9). */
export function projectsPage(context: RequestContext, args: JsonObject): Ref | Refused {
  const ids = numbersIn('Project', args['ids']);
  if (ids !== undefined && 'refused' in ids) return ids;
  const paths = pathsOf(args['fullPaths']);
  const text = textOf(args['search']).toLowerCase();
  const rows = context.platform.state.projects.all().filter((row) => {
    if (ids !== undefined && !ids.includes(row.id)) return false;
    if (paths !== undefined && !paths.includes(row.full_path.toLowerCase())) return false;
    return `${row.name}\n${row.path}`.toLowerCase().includes(text) && canRead(context, { type: 'project', row });
  });
  return projectConnection(rows, args);
}

/** Projects in pages, the newest first. */
export function projectConnection(rows: readonly ProjectRow[], args: JsonObject): Ref {
  const order = [{ name: 'id', down: true, of: (row: ProjectRow) => row.id }];
  return ref(
    'ProjectConnection',
    pageOf(rows, order, args, (row) => ref('Project', row)),
  );
}

function pathsOf(value: Json | undefined): readonly string[] | undefined {
  if (value === undefined || value === null) return undefined;
  // Array.isArray widens a readonly list to any[].
  const sent = Array.isArray(value) ? (value as readonly Json[]) : [value];
  return sent.map((path) => textOf(path).toLowerCase());
}
