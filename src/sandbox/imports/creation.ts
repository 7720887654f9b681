import { hasLevel } from '../access/access.ts';
import type { RequestContext } from '../http/request-context.ts';
import { fullMessages } from '../http/full-messages.ts';
import type { ModelErrors } from '../http/full-messages.ts';
import { isJsonObject } from '../store/json.ts';
import type { Json } from '../store/json.ts';
import { beginImport } from './project-imports.ts';
import type { ImportType } from './project-imports.ts';
import { refusalOf } from '../http/reply.ts';
import type { ProjectRow } from '../projects/rows.ts';
import type { GroupRow } from '../groups/rows.ts';
import type { UserRow } from '../users/rows.ts';
import { createProject } from '../projects/creation.ts';

/** Where an imported project goes: a group, or the caller's own namespace. */
export type Target = { readonly kind: 'group'; readonly row: GroupRow } | { readonly kind: 'own' };

/** A project, or why there is none. */
export type Imported =
  | { readonly kind: 'project'; readonly project: ProjectRow }
  | { readonly kind: 'refused'; readonly status: number; readonly text: string };

/** The namespace of a path; undefined where there is none. */
export function targetOf(context: RequestContext, user: UserRow, path: string): Target | undefined {
  if (path.toLowerCase() === user.username.toLowerCase()) return { kind: 'own' };
  const row = context.platform.state.groupByPath(path.toLowerCase());
  return row && { kind: 'group', row };
}

/** Whether the caller may import there: Maintainers of a group, and everybody at home (POST /import/github, 18.9). */
export function mayImport(context: RequestContext, target: Target): boolean {
  return target.kind === 'own' || hasLevel(context, { type: 'group', row: target.row }, 40);
}

/** Whether the instance imports from there; a list that was never set allows all. */
export function isEnabled(context: RequestContext, type: ImportType): boolean {
  const sources = context.platform.state.settings['import_sources'];
  return !Array.isArray(sources) || (sources as readonly Json[]).includes(type);
}

/** Makes the project that an import fills; the repository itself is not fetched. */
export function importProject(
  context: RequestContext,
  user: UserRow,
  target: Target,
  wanted: { readonly type: ImportType; readonly name: string; readonly source: string },
): Imported {
  if (!isEnabled(context, wanted.type)) {
    return { kind: 'refused', status: 403, text: `${wanted.type} import source is disabled` };
  }
  return makeProject(context, user, target, { name: wanted.name, visibility: 'private' }, (project) => {
    beginImport(context, project, wanted.type, wanted.source);
  });
}

/** Makes a project in a namespace and begins its import; what its model says against it is a refusal. */
export function makeProject(
  context: RequestContext,
  user: UserRow,
  target: Target,
  attributes: Readonly<Record<string, Json>>,
  begin: (project: ProjectRow) => void,
): Imported {
  const namespace = target.kind === 'group' ? { namespace_id: target.row.id } : {};
  try {
    const project = createProject(context, user, { ...attributes, ...namespace });
    begin(project);
    return { kind: 'project', project };
  } catch (error) {
    const refusal = refusalOf(error);
    const body = refusal?.body;
    const errors = isJsonObject(body) ? body['message'] : undefined;
    if (refusal === undefined || !isJsonObject(errors)) throw error;
    return { kind: 'refused', status: 422, text: fullMessages(modelErrors(errors)).join(', ') };
  }
}

/** The errors of a model as the refusal carries them. */
function modelErrors(errors: Readonly<Record<string, Json | undefined>>): ModelErrors {
  const lists = Object.entries(errors).map(([field, texts]) => {
    const list = Array.isArray(texts) ? (texts as readonly Json[]) : [];
    return [field, list.filter((text) => typeof text === 'string')] as const;
  });
  return Object.fromEntries(lists);
}
