import { actor, type RequestContext } from '../http/request-context.ts';
import { importStatus } from './entity.ts';
import { eraseProject } from '../background/erase.ts';
import { textOf, type Json, type JsonObject } from '../store/json.ts';
import { beginImport } from './project-imports.ts';
import { created, message, notFound, refuse, type Reply } from '../http/reply.ts';
import { route } from '../http/route.ts';
import type { UserRow } from '../users/rows.ts';
import { urlProblem } from '../hooks/urls.ts';
import { makeProject, mayImport, targetOf, type Target } from './creation.ts';
import { lessVisible } from '../projects/rules.ts';
import { exportedIn, type Exported } from './exported.ts';
import { requireExports, requireArchive, limitImports } from './archives.ts';

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
  readonly file?: Json | undefined;
}

/** The namespace that is named, by id or path; one that is not there, or closed to the caller, is 404. */
function placeOf(context: RequestContext, user: UserRow, wanted: Wanted): Target {
  const named = textOf(wanted.namespace_id ?? wanted.namespace_path ?? wanted.namespace);
  if (user.type === 'project_bot') return refuse(message(400, 'Namespace is not valid'));
  if (named === '') return { kind: 'own' };
  const row = /^\d+$/.test(named) ? context.platform.state.groups.get(Number(named)) : undefined;
  const target = row === undefined ? targetOf(context, user, named) : ({ kind: 'group', row } as const);
  return target !== undefined && mayImport(context, target) ? target : refuse(notFound('Namespace'));
}

/** What of the project's attributes the caller may set over those of the export. */
const overridable = ['description', 'visibility', 'merge_method', 'squash_option'];

/** What an archive brings is no more visible than the group that it comes to (guess: that group's own visibility then). */
function within({ visibility, ...others }: Exclude<Exported, { readonly error: string }>, target: Target): JsonObject {
  if (visibility === undefined) return others;
  return {
    ...others,
    visibility: target.kind === 'group' ? lessVisible(visibility, target.row.visibility) : visibility,
  };
}

function importArchive(context: RequestContext, user: UserRow, wanted: Wanted): Reply {
  const { state } = context.platform;
  const target = placeOf(context, user, wanted);
  const parent = target.kind === 'group' ? target.row.full_path : user.username;
  const there = state.projectByPath(`${parent}/${wanted.path}`.toLowerCase());
  if (there !== undefined && wanted.overwrite !== true) refuse(message(400, 'Path has already been taken'));
  // The one that stands in the way goes with its code once the archive is read.
  if (there !== undefined) eraseProject(state, there);
  const exported = exportedIn(wanted.file ?? null);
  const brought = 'error' in exported ? {} : within(exported, target);
  const overrides = Object.entries(wanted.override_params ?? {}).filter(([name]) => overridable.includes(name));
  const own = { path: wanted.path, name: wanted.name ?? wanted.path };
  const attributes = { ...brought, ...Object.fromEntries(overrides), ...own };
  const imported = makeProject(context, user, target, attributes, (project) => {
    beginImport(context, project, 'gitlab_project', '', 'error' in exported ? exported.error : null);
  });
  if (imported.kind === 'refused') return message(400, imported.text);
  return created(importStatus(context, imported.project));
}

/** An archive is fetched over https alone, and from the local network only where hooks may go there, too. */
function requireAddress(context: RequestContext, url: string): void {
  const problem = urlProblem(url, 'project', context.platform.state.settings, ['https']);
  if (problem !== undefined) refuse(message(400, `File url ${problem}`));
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
    handle: ({ context, args, subject: user }) => {
      limitImports(context);
      requireArchive(args.file);
      return importArchive(context, user, args);
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
    handle: ({ context, args, subject: user }) => {
      limitImports(context);
      requireAddress(context, args.url);
      return importArchive(context, user, args);
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
    handle: ({ context, args, subject: user }) => {
      limitImports(context);
      return importArchive(context, user, args);
    },
  }),
];
