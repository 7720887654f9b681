import { gzipSync } from 'node:zlib';
import { limitEndpoint } from '../http/application-limit.ts';
import { tar } from '../archive/tar.ts';
import type { Source } from '../access/access.ts';
import { actor } from '../http/request-context.ts';
import type { RequestContext } from '../http/request-context.ts';
import { timestamp } from '../store/clock.ts';
import { fullProjectName } from '../groups/entity-namespace.ts';
import { ownedGroup, projectAtLevel } from '../access/find.ts';
import { textOf } from '../store/json.ts';
import type { JsonObject } from '../store/json.ts';
import { accepted, message, notFound, ok, refuse } from '../http/reply.ts';
import type { Reply } from '../http/reply.ts';
import { route } from '../http/route.ts';
import type { RecordRow } from '../store/rows.ts';
import type { ProjectRow } from '../projects/rows.ts';
import { numberSetting } from '../settings/typed-settings.ts';

const kind = 'export';

function lastExport(context: RequestContext, { type, row }: Source): RecordRow | undefined {
  return context.platform.state.recordByKey(`${kind} ${type}:${row.id} last`);
}

/** Queued, started, finished: each for as long as background work takes. */
function statusOf(context: RequestContext, row: RecordRow | undefined): 'none' | 'queued' | 'started' | 'finished' {
  if (row === undefined) return 'none';
  const { clock, backgroundDelay } = context.platform;
  const steps = (clock.now().getTime() - Date.parse(row.updated_at)) / Math.max(backgroundDelay, 1);
  if (steps < 1) return 'queued';
  return steps < 2 ? 'started' : 'finished';
}

/** A new export takes the place of the last one. */
function begin(context: RequestContext, place: Source): Reply {
  const { state, clock } = context.platform;
  const now = timestamp(clock);
  const known = lastExport(context, place);
  if (known !== undefined) state.records.update(known, { updated_at: now });
  else {
    const owner = `${place.type}:${place.row.id}`;
    state.records.insert({ kind, owner, key: 'last', data: {}, created_at: now, updated_at: now });
  }
  return accepted();
}

/** What an import takes over, as far as it does here. */
function importedOf({ attributes, visibility }: ProjectRow): JsonObject {
  const levels = { private: 0, internal: 10, public: 20 };
  return { description: attributes['description'] ?? null, visibility_level: levels[visibility] };
}

/** The archive of a finished export: what it is of, and of a project what its own row says. */
function download(context: RequestContext, place: Source): Reply {
  const row = lastExport(context, place);
  if (row === undefined || statusOf(context, row) !== 'finished') {
    return refuse(message(404, '404 Not found or has expired'));
  }
  const seconds = Math.floor(Date.parse(row.updated_at) / 1000);
  const { name, path } = place.row;
  const file = (at: string, text: string) => ({ path: at, bytes: Buffer.from(text), executable: false });
  // Guess: these files, and the version of the format; a real archive holds a file for each relation, too.
  const members = [
    file('GITLAB_VERSION', `${context.platform.edition.version}\n`),
    file('VERSION', '0.2.4\n'),
    file(
      place.type === 'group' ? `tree/groups/${place.row.id}.json` : 'tree/project.json',
      JSON.stringify({ name, path, ...(place.type === 'project' && importedOf(place.row)) }),
    ),
  ];
  const day = row.updated_at.slice(0, 10);
  const filename = `${day}_${place.row.full_path.replaceAll('/', '_')}_export.tar.gz`;
  const headers = {
    'Content-Type': 'application/gzip',
    'Content-Disposition': `attachment; filename="${filename}"; filename*=UTF-8''${encodeURIComponent(filename)}`,
  };
  return { status: 200, bytes: gzipSync(tar(members, seconds)), headers };
}

/** So many a minute for each user, as the settings say (`project_export_limit` and others, 18.9); 0 is no limit. */
function limit(context: RequestContext, setting: string, requests: number, scope = ''): void {
  const allowed = numberSetting(context.platform.state.settings, setting, requests);
  if (allowed > 0)
    limitEndpoint(context.platform, `${setting} ${actor(context).id} ${scope}`, { requests: allowed, seconds: 60 });
}

/** Exports that are switched off are not there, whoever asks (lib/api/project_export.rb, 18.9). */
function requireExporting(context: RequestContext): void {
  if (context.platform.state.settings['project_export_enabled'] === false) refuse(notFound());
}

function statusEntity(context: RequestContext, project: ProjectRow): JsonObject {
  const { id, description, name, path, full_path, created_at } = { description: null, ...project };
  const status = statusOf(context, lastExport(context, { type: 'project', row: project }));
  const { externalUrl } = context.platform;
  const links = {
    api_url: `${externalUrl}/api/v4/projects/${id}/export/download`,
    web_url: `${externalUrl}/${full_path}/download_export`,
  };
  return {
    id,
    description: project.attributes['description'] ?? description,
    name,
    name_with_namespace: fullProjectName(context, project),
    path,
    path_with_namespace: full_path,
    created_at,
    export_status: status,
    ...(status === 'finished' ? { _links: links } : {}),
  };
}

const maintained = projectAtLevel(40);

export const exportRoutes = [
  // GET /projects/:id/export: Maintainers; none, queued, started or finished (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/export',
    anonymous: true,
    before: requireExporting,
    access: maintained,
    handle: ({ context, subject }) => ok(statusEntity(context, subject)),
  }),
  // POST /projects/:id/export: 202, and the rest in the background (18.9).
  route({
    method: 'POST',
    path: '/projects/:id/export',
    params: {
      description: { type: 'string' },
      upload: { type: 'hash' },
    },
    before: requireExporting,
    access: maintained,
    handle: ({ context, args, subject: row }) => {
      limit(context, 'project_export_limit', 6);
      const url = args.upload?.['url'];
      // Guess: the words of this refusal; the platform's spec tells the 400 alone.
      if (url !== undefined && !URL.canParse(textOf(url))) refuse(message(400, 'Url is invalid'));
      return begin(context, { type: 'project', row });
    },
  }),
  // GET /projects/:id/export/download: an archive, once it is there (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/export/download',
    anonymous: true,
    before: requireExporting,
    access: maintained,
    handle: ({ context, subject: row }) => {
      limit(context, 'project_download_export_limit', 1, `${row.group_id ?? 0}`);
      return download(context, { type: 'project', row });
    },
  }),
  // POST /groups/:id/export: Owners; 202 (18.9).
  route({
    method: 'POST',
    path: '/groups/:id/export',
    access: ownedGroup,
    handle: ({ context, subject: row }) => {
      limit(context, 'group_export_limit', 6);
      return begin(context, { type: 'group', row });
    },
  }),
  // GET /groups/:id/export/download (18.9).
  route({
    method: 'GET',
    path: '/groups/:id/export/download',
    anonymous: true,
    access: ownedGroup,
    handle: ({ context, subject: row }) => {
      limit(context, 'group_download_export_limit', 1, String(row.id));
      return download(context, { type: 'group', row });
    },
  }),
];
