import { randomBytes } from 'node:crypto';
import type { Call } from '../call.ts';
import { timestamp } from '../clock.ts';
import { projectAtLevel } from '../find.ts';
import type { Json, JsonObject } from '../json.ts';
import { paged, paginate } from '../pagination.ts';
import type { Params } from '../params.ts';
import { created, failure, notFound, ok, refuse, rowNotFound } from '../reply.ts';
import { route } from '../route.ts';
import type { ProjectRow, RecordRow } from '../rows.ts';
import { validate } from '../validate.ts';

const keyKind = 'error_tracking_key';
const settingKind = 'error_tracking_setting';

const flags = { active: { type: 'json' }, integrated: { type: 'json' } } as const;

export const errorTrackingRoutes = [
  // GET /projects/:id/error_tracking/client_keys: from Maintainer on (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/error_tracking/client_keys',
    params: paged,
    access: projectAtLevel(40),
    handle: ({ call, args, subject }) =>
      paginate(call, args, keysOf(call, subject), (key) => keyEntity(call, subject, key)),
  }),
  // POST /projects/:id/error_tracking/client_keys: nothing to say about a key (18.9).
  route({
    method: 'POST',
    path: '/projects/:id/error_tracking/client_keys',
    access: projectAtLevel(40),
    handle: ({ call, subject }) => created(keyEntity(call, subject, addKey(call, subject))),
  }),
  // DELETE /projects/:id/error_tracking/client_keys/:key_id: 200 with the deleted key (18.9).
  route({
    method: 'DELETE',
    path: '/projects/:id/error_tracking/client_keys/:key_id',
    access: projectAtLevel(40),
    handle: ({ call, args, subject }) => {
      // The id is no declared parameter: what begins with no digit is a key that does not exist.
      const id = Number.parseInt(args.key_id, 10);
      const key = keysOf(call, subject).find((row) => row.id === id) ?? refuse(rowNotFound());
      call.world.state.records.remove(key);
      return ok(keyEntity(call, subject, key));
    },
  }),
  // GET /projects/:id/error_tracking/settings: 404 until there are some (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/error_tracking/settings',
    access: projectAtLevel(40),
    handle: ({ call, subject }) => ok(settingEntity(settingOf(call, subject))),
  }),
  // PATCH /projects/:id/error_tracking/settings: changes them, and makes none (18.9).
  route({
    method: 'PATCH',
    path: '/projects/:id/error_tracking/settings',
    params: flags,
    access: projectAtLevel(40),
    handle: ({ call, args, subject }) => {
      const sent = settled(call, args, {
        active: { type: 'boolean', required: true },
        integrated: { type: 'boolean' },
      });
      return ok(settingEntity(change(call, settingOf(call, subject), sent)));
    },
  }),
  // PUT /projects/:id/error_tracking/settings: needs both flags, and makes the settings (18.9).
  route({
    method: 'PUT',
    path: '/projects/:id/error_tracking/settings',
    params: flags,
    access: projectAtLevel(40),
    handle: ({ call, args, subject }) => {
      const both = { type: 'boolean', required: true } as const;
      const sent = settled(call, args, { active: both, integrated: both });
      const { state, clock } = call.world;
      const now = timestamp(clock);
      const fresh = { kind: settingKind, owner: ownerOf(subject), key: 'settings', data: sent };
      const known = state.recordByKey(`${settingKind} ${ownerOf(subject)} settings`);
      const row = known ?? state.records.insert({ ...fresh, created_at: now, updated_at: now });
      return ok(settingEntity(change(call, row, sent)));
    },
  }),
];

function ownerOf(project: ProjectRow): string {
  return `project:${project.id}`;
}

function keysOf(call: Call, project: ProjectRow): readonly RecordRow[] {
  return call.world.state.recordsOf(`${keyKind} ${ownerOf(project)}`);
}

function addKey(call: Call, project: ProjectRow): RecordRow {
  const { state, clock } = call.world;
  const now = timestamp(clock);
  const key = `glet_${randomBytes(16).toString('hex')}`;
  const row = { kind: keyKind, owner: ownerOf(project), key, data: {}, created_at: now, updated_at: now };
  return state.records.insert(row);
}

function keyEntity(call: Call, project: ProjectRow, row: RecordRow): JsonObject {
  const { protocol, host } = new URL(call.world.externalUrl);
  const dsn = `${protocol}//${row.key}@${host}/errortracking/api/v1/projects/${project.id}`;
  return { id: row.id, active: true, public_key: row.key, sentry_dsn: dsn };
}

function settingOf(call: Call, project: ProjectRow): RecordRow {
  const row = call.world.state.recordByKey(`${settingKind} ${ownerOf(project)} settings`);
  return row ?? refuse(notFound('Error Tracking Setting'));
}

/** The flags in their type; an empty one is told apart from an odd one (18.9). */
function settled(call: Call, given: JsonObject, params: Params): Readonly<Record<string, Json>> {
  const empty = Object.keys(params).filter((name) => given[name] === '');
  if (empty.length > 0) refuse(failure(400, empty.map((name) => `${name} is empty`).join(', ')));
  const { errors, values } = validate(params, [], given, call.world.edition);
  return errors.length > 0 ? refuse(failure(400, errors.join(', '))) : values;
}

function change(call: Call, row: RecordRow, sent: Readonly<Record<string, Json>>): RecordRow {
  call.world.state.records.update(row, { data: { ...row.data, ...sent }, updated_at: timestamp(call.world.clock) });
  return row;
}

/** The settings; what a Sentry of one's own would add cannot be set through the API. */
function settingEntity(row: RecordRow): JsonObject {
  return {
    active: row.data['active'] ?? false,
    project_name: null,
    sentry_external_url: null,
    api_url: null,
    integrated: row.data['integrated'] ?? false,
  };
}
