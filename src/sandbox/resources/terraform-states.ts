import { timestamp } from '../clock.ts';
import type { Call } from '../call.ts';
import type { Json } from '../json.ts';
import { message, noContent, notFound, refuse, rowNotFound } from '../reply.ts';
import type { Reply } from '../reply.ts';
import { route } from '../route.ts';
import type { ProjectRow, RecordRow } from '../rows.ts';
import { numberSetting } from '../settings.ts';
import {
  addVersion,
  ensureTerraformState,
  opens,
  terraformState,
  updateTerraformState,
  versionsOf,
} from '../terraform-states.ts';
import { adminOfStates, readerOfStates, refuseLong } from './terraform-locks.ts';

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
    handle: ({ call, args, subject }) => {
      const versions = versionsOf(call, existing(call, subject, args.name));
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
    handle: ({ call, args, subject }) => {
      refuseLong('name', args.name);
      return upload(call, subject, args.name, args.ID, args);
    },
  }),
  // DELETE …/terraform/state/:name: marked, and gone once the background is done (18.9).
  route({
    method: 'DELETE',
    path,
    basicAuth: true,
    params: { ID: { type: 'string' } },
    access: adminOfStates,
    handle: ({ call, args, subject }) => {
      const row = existing(call, subject, args.name);
      updateTerraformState(call, row, { deleted_at: timestamp(call.world.clock) });
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
    handle: ({ call, args, subject }) => ({ status: 200, body: version(call, subject, args.name, args.serial).data }),
  }),
  // DELETE …/terraform/state/:name/versions/:serial (18.9).
  route({
    method: 'DELETE',
    path: `${path}/versions/:serial`,
    basicAuth: true,
    params: { serial: { type: 'integer', required: true } },
    access: adminOfStates,
    handle: ({ call, args, subject }) => {
      call.world.state.records.remove(version(call, subject, args.name, args.serial));
      return noContent();
    },
  }),
];

function existing(call: Call, project: ProjectRow, name: string): RecordRow {
  return terraformState(call, project, name) ?? refuse(rowNotFound());
}

function version(call: Call, project: ProjectRow, name: string, serial: number): RecordRow {
  const versions = versionsOf(call, existing(call, project, name));
  return versions.find((row) => row.key === String(serial)) ?? refuse(notFound());
}

type Content = Readonly<Record<string, Json | undefined>>;

function upload(
  call: Call,
  project: ProjectRow,
  name: string,
  lockId: string | null | undefined,
  sent: Content,
): Reply {
  const size = Number(call.headers['content-length'] ?? 0);
  if (size === 0) return noContent();
  const limit = numberSetting(call.world.state.settings, 'max_terraform_state_size_bytes', 0);
  if (limit > 0 && size > limit) return message(413, '413 Request Entity Too Large');
  const serial = sent['serial'];
  if (typeof serial !== 'number') return message(422, 'No serial in payload');
  const row = ensureTerraformState(call, project, name);
  // The refusal of a locked state is not caught on this way.
  if (!opens(row, lockId)) return message(500, '500 Internal Server Error');
  const kept = Object.keys(content).flatMap((key): [string, Json][] => {
    const value = sent[key];
    return value === undefined ? [] : [[key, value]];
  });
  const added = addVersion(call, row, serial, Object.fromEntries(kept));
  return added ? done() : message(422, '422 Unprocessable Entity');
}

function done(): Reply {
  return { status: 200, text: '' };
}
