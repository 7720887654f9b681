import { timestamp } from '../store/clock.ts';
import type { RequestContext } from '../http/request-context.ts';
import type { Json } from '../store/json.ts';
import { message, noContent, notFound, refuse, rowNotFound } from '../http/reply.ts';
import type { Reply } from '../http/reply.ts';
import { route } from '../http/route.ts';
import type { RecordRow } from '../store/rows.ts';
import type { ProjectRow } from '../projects/rows.ts';
import { numberSetting } from '../settings/typed-settings.ts';
import { addVersion, ensureTerraformState, opens, terraformState, updateTerraformState, versionsOf } from './states.ts';
import { adminOfStates, readerOfStates, refuseLong } from './access.ts';

const path = '/projects/:id/terraform/state/:name';
const any = { type: 'json' } as const;

/** What a state file of format 4 holds at its top; the sandbox keeps nothing else of it. */
const content = {
  ...{ version: any, terraform_version: any, serial: any, lineage: any, outputs: any, resources: any },
  check_results: any,
};

export const terraformStateRoutes = [
  // GET …/terraform/state/:name: the newest version, 204 while there is none (18.9).
  route({
    method: 'GET',
    path,
    basicAuth: true,
    params: { ID: { type: 'string' } },
    access: readerOfStates,
    handle: ({ context, args, subject }) => {
      const versions = versionsOf(context, existing(context, subject, args.name));
      const newest = versions.toSorted((a, b) => Number(a.key) - Number(b.key)).at(-1);
      return newest === undefined ? noContent() : { status: 200, body: newest.data };
    },
  }),
  // POST …/terraform/state/:name: 204 without content, 413 beyond the instance's limit, 422 without a new serial (18.9).
  route({
    method: 'POST',
    path,
    basicAuth: true,
    params: { ...content, ID: { type: 'string' } },
    access: adminOfStates,
    handle: ({ context, args, subject }) => {
      refuseLong('name', args.name);
      return upload(context, subject, args.name, args.ID, args);
    },
  }),
  // DELETE …/terraform/state/:name: marked, and gone once the background is done (18.9).
  route({
    method: 'DELETE',
    path,
    basicAuth: true,
    params: { ID: { type: 'string' } },
    access: adminOfStates,
    handle: ({ context, args, subject }) => {
      const row = existing(context, subject, args.name);
      updateTerraformState(context, row, { deleted_at: timestamp(context.platform.clock) });
      return done();
    },
  }),
  // GET …/terraform/state/:name/versions/:serial (18.9).
  route({
    method: 'GET',
    path: `${path}/versions/:serial`,
    basicAuth: true,
    params: { serial: { type: 'integer', required: true } },
    access: readerOfStates,
    handle: ({ context, args, subject }) => ({
      status: 200,
      body: version(context, subject, args.name, args.serial).data,
    }),
  }),
  // DELETE …/terraform/state/:name/versions/:serial (18.9).
  route({
    method: 'DELETE',
    path: `${path}/versions/:serial`,
    basicAuth: true,
    params: { serial: { type: 'integer', required: true } },
    access: adminOfStates,
    handle: ({ context, args, subject }) => {
      context.platform.state.records.remove(version(context, subject, args.name, args.serial));
      return noContent();
    },
  }),
];

function existing(context: RequestContext, project: ProjectRow, name: string): RecordRow {
  return terraformState(context, project, name) ?? refuse(rowNotFound());
}

function version(context: RequestContext, project: ProjectRow, name: string, serial: number): RecordRow {
  const versions = versionsOf(context, existing(context, project, name));
  return versions.find((row) => row.key === String(serial)) ?? refuse(notFound());
}

type Content = Readonly<Record<string, Json | undefined>>;

function upload(
  context: RequestContext,
  project: ProjectRow,
  name: string,
  lockId: string | null | undefined,
  sent: Content,
): Reply {
  const size = Number(context.headers['content-length'] ?? 0);
  if (size === 0) return noContent();
  const limit = numberSetting(context.platform.state.settings, 'max_terraform_state_size_bytes', 0);
  if (limit > 0 && size > limit) return message(413, '413 Request Entity Too Large');
  const serial = sent['serial'];
  if (typeof serial !== 'number') return message(422, 'No serial in payload');
  const row = ensureTerraformState(context, project, name);
  // The refusal of a locked state is not caught on this way.
  if (!opens(row, lockId)) return message(500, '500 Internal Server Error');
  const kept = Object.keys(content).flatMap((key): [string, Json][] => {
    const value = sent[key];
    return value === undefined ? [] : [[key, value]];
  });
  const added = addVersion(context, row, serial, Object.fromEntries(kept));
  return added ? done() : message(422, '422 Unprocessable Entity');
}

function done(): Reply {
  return { status: 200, text: '' };
}
