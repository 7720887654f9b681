import { actor } from '../call.ts';
import type { Call } from '../call.ts';
import { importStatus } from '../entities/project-import.ts';
import { eraseProject } from '../erase.ts';
import { isJsonObject, textOf } from '../json.ts';
import type { Json, JsonObject } from '../json.ts';
import { limitEndpoint } from '../application-limit.ts';
import { beginImport } from '../project-imports.ts';
import { created, forbidden, message, notFound, refuse } from '../reply.ts';
import type { Reply } from '../reply.ts';
import { route } from '../route.ts';
import type { UserRow } from '../rows.ts';
import { numberSetting } from '../settings.ts';
import { isEnabled, makeProject, mayImport, targetOf } from './import-creation.ts';
import type { Target } from './import-creation.ts';

/** Where an archive goes; at most one way to name the namespace. */
const placed = {
  path: { type: 'string', required: true },
  name: { type: 'string' },
  namespace: { type: 'string' },
  namespace_id: { type: 'integer' },
  namespace_path: { type: 'string' },
  overwrite: { type: 'boolean' },
  override_params: { type: 'hash' },
} as const;
const onePlace = [{ exclusive: ['namespace', 'namespace_id', 'namespace_path'] }] as const;

interface Wanted {
  readonly path: string;
  readonly name?: string | null | undefined;
  readonly namespace?: string | null | undefined;
  readonly namespace_id?: number | null | undefined;
  readonly namespace_path?: string | null | undefined;
  readonly overwrite?: boolean | null | undefined;
  readonly override_params?: JsonObject | null | undefined;
}

/** Asked before the parameters: exports are no source of imports unless the instance says so (POST /projects/import, 18.9). */
export function requireExports(call: Call): void {
  actor(call);
  if (!isEnabled(call, 'gitlab_project')) refuse(forbidden());
}

/** An export is told by its name (POST /projects/import, 18.9). */
export function requireArchive(file: Json): void {
  const name = isJsonObject(file) ? textOf(file['filename']) : '';
  if (name.endsWith('.gz')) return;
  const error = 'You need to upload a GitLab project export archive (ending in .gz).';
  refuse({ status: 422, body: { message: { error } } });
}

/** Imports of one user are limited by the minute (POST /projects/import, 18.9). */
export function limitImports(call: Call): void {
  const requests = numberSetting(call.world.state.settings, 'project_import_limit', 6);
  if (requests > 0) limitEndpoint(call.world, `project_import ${actor(call).id}`, { requests, seconds: 60 });
}

/** The namespace that is named, by id or path; one that is not there, or closed to the caller, is 404. */
function placeOf(call: Call, user: UserRow, wanted: Wanted): Target {
  const named = textOf(wanted.namespace_id ?? wanted.namespace_path ?? wanted.namespace);
  if (user.type === 'project_bot') return refuse(message(400, 'Namespace is not valid'));
  if (named === '') return { kind: 'own' };
  const row = /^\d+$/.test(named) ? call.world.state.groups.get(Number(named)) : undefined;
  const target = row === undefined ? targetOf(call, user, named) : ({ kind: 'group', row } as const);
  return target !== undefined && mayImport(call, target) ? target : refuse(notFound('Namespace'));
}

/** What of the project's attributes the caller may set over those of the export. */
const overridable = ['description', 'visibility', 'merge_method', 'squash_option'];

function importArchive(call: Call, user: UserRow, wanted: Wanted): Reply {
  const { state } = call.world;
  const target = placeOf(call, user, wanted);
  const parent = target.kind === 'group' ? target.row.full_path : user.username;
  const there = state.projectByPath(`${parent}/${wanted.path}`.toLowerCase());
  if (there !== undefined && wanted.overwrite !== true) refuse(message(400, 'Path has already been taken'));
  // The one that stands in the way goes with its code once the archive is read.
  if (there !== undefined) eraseProject(state, there);
  const overrides = Object.entries(wanted.override_params ?? {}).filter(([name]) => overridable.includes(name));
  const attributes = { ...Object.fromEntries(overrides), path: wanted.path, name: wanted.name ?? wanted.path };
  const imported = makeProject(call, user, target, attributes, (project) => {
    beginImport(call, project, 'gitlab_project', '');
  });
  if (imported.kind === 'refused') return message(400, imported.text);
  return created(importStatus(call, imported.project));
}

function requireAddress(url: string): void {
  if (!/^https?:\/\/[^\s/]+/.test(url)) refuse(message(400, 'File url is invalid'));
}

export const importArchiveRoutes = [
  // POST /projects/import: from an export that is uploaded; 201, and the rest in the background (18.9).
  route({
    method: 'POST',
    path: '/projects/import',
    params: { ...placed, file: { type: 'file', required: true } },
    rules: onePlace,
    before: requireExports,
    access: actor,
    handle: ({ call, args, subject: user }) => {
      limitImports(call);
      requireArchive(args.file);
      return importArchive(call, user, args);
    },
  }),
  // POST /projects/remote-import: from an export at an address, which is not fetched here (18.9).
  route({
    method: 'POST',
    path: '/projects/remote-import',
    params: { ...placed, url: { type: 'string', required: true } },
    rules: onePlace,
    before: requireExports,
    access: actor,
    handle: ({ call, args, subject: user }) => {
      limitImports(call);
      requireAddress(args.url);
      return importArchive(call, user, args);
    },
  }),
  // POST /projects/remote-import-s3: from an export in a bucket, which is not fetched here (18.9).
  route({
    method: 'POST',
    path: '/projects/remote-import-s3',
    params: {
      ...placed,
      region: { type: 'string', required: true },
      bucket_name: { type: 'string', required: true },
      file_key: { type: 'string', required: true },
      access_key_id: { type: 'string', required: true },
      secret_access_key: { type: 'string', required: true },
    },
    rules: onePlace,
    before: requireExports,
    access: actor,
    handle: ({ call, args, subject: user }) => {
      limitImports(call);
      return importArchive(call, user, args);
    },
  }),
];
