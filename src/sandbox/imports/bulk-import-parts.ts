import type { RequestContext } from '../http/request-context.ts';
import { textOf } from '../store/json.ts';
import type { JsonObject } from '../store/json.ts';
import { beginImport } from './project-imports.ts';
import { message, refuse } from '../http/reply.ts';
import type { UserRow } from '../users/rows.ts';
import type { Bag } from '../store/rows.ts';
import { mayCreateSubgroup, mayCreateTopGroup } from '../groups/creation-right.ts';
import { createGroup } from '../groups/creation.ts';
import { makeProject, mayImport, targetOf } from './creation.ts';
import type { Target } from './creation.ts';

const relative = (example: string) =>
  'must be a relative path and not include protocol, sub-domain, or domain information. ' +
  `For example, '${example}' not 'https://example.com/${example}'`;
const slugText =
  "can only include non-accented letters, digits, '_', '-' and '.'. " +
  "It must not start with '-', '_', or '.', nor end with '-', '_', '.', '.git', or '.atom'. " +
  "For example, 'destination_namespace' not 'destination/namespace'";

const path = /^[A-Za-z0-9_.][A-Za-z0-9_.-]*(?:\/[A-Za-z0-9_.][A-Za-z0-9_.-]*)*$/;
const slug = /^(?![-_.])[A-Za-z0-9_.-]*[A-Za-z0-9]$/;

/** What the parameter layer has against a part of a migration (POST /bulk_imports, 18.9). */
export function partProblem(part: JsonObject, name: string): readonly string[] {
  const slugs = ['destination_slug', 'destination_name'].filter((key) => part[key] != null);
  const named = ['destination_slug', 'destination_name'].map((key) => `${name}[${key}]`).join(', ');
  const namespace = textOf(part['destination_namespace']);
  const wrong = slugs.filter((key) => !slug.test(textOf(part[key])) || /\.(?:git|atom)$/.test(textOf(part[key])));
  return [
    ...(path.test(textOf(part['source_full_path']))
      ? []
      : [`${name}[source_full_path] ${relative('source/full/path')}`]),
    ...(namespace === '' || path.test(namespace)
      ? []
      : [`${name}[destination_namespace] ${relative('destination/full/path')}`]),
    ...wrong.map((key) => `${name}[${key}] ${slugText}`),
    ...(slugs.length === 2 ? [`${named} are mutually exclusive`] : []),
    ...(slugs.length === 0 ? [`${named} are missing, at least one parameter must be provided`] : []),
  ];
}

/** Makes the empty group or project that a part comes to, and returns what is kept of the part. */
export function makeDestination(context: RequestContext, user: UserRow, part: JsonObject): Bag {
  const namespace = textOf(part['destination_namespace']);
  const name = textOf(part['destination_slug'] ?? part['destination_name']);
  const target = namespace === '' ? undefined : targetOf(context, user, namespace);
  const isGroup = part['source_type'] === 'group_entity';
  if (
    !(isGroup ? mayMakeGroup(context, user, namespace, target) : target !== undefined && mayImport(context, target))
  ) {
    refused(`Destination '${namespace}' is invalid, or you don't have permission.`);
  }
  const full = namespace === '' ? name : `${namespace}/${name}`;
  const { state } = context.platform;
  const taken = isGroup ? state.groupByPath(full.toLowerCase()) : state.projectByPath(full.toLowerCase());
  if (taken !== undefined) refused(`'${full}' already exists. Change the destination and try again.`);
  return {
    entity_type: isGroup ? 'group' : 'project',
    source_full_path: textOf(part['source_full_path']),
    destination_namespace: namespace,
    destination_slug: name,
    migrate_projects: part['migrate_projects'] !== false,
    migrate_memberships: part['migrate_memberships'] !== false,
    ...(isGroup
      ? { namespace_id: makeGroup(context, user, name, target) }
      : { project_id: projectIn(context, user, target ?? { kind: 'own' }, name, textOf(part['source_full_path'])) }),
  };
}

function refused(text: string): never {
  return refuse(message(422, `Import failed. ${text}`));
}

function mayMakeGroup(context: RequestContext, user: UserRow, namespace: string, target: Target | undefined): boolean {
  if (namespace === '') return mayCreateTopGroup(context, user);
  return target?.kind === 'group' && mayCreateSubgroup(context, target.row);
}

function makeGroup(context: RequestContext, user: UserRow, name: string, target: Target | undefined): number {
  const parent = target?.kind === 'group' ? target.row : undefined;
  return createGroup(context, user, parent, { name, path: name, visibility: 'private' }).id;
}

function projectIn(context: RequestContext, user: UserRow, target: Target, name: string, source: string): number {
  const made = makeProject(context, user, target, { name, path: name, visibility: 'private' }, (project) => {
    beginImport(context, project, 'gitlab_project_migration', source);
  });
  return made.kind === 'project' ? made.project.id : refused(made.text);
}
