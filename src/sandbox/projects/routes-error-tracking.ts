import { randomBytes } from 'node:crypto';
import type { RequestContext } from '../http/request-context.ts';
import { timestamp } from '../store/clock.ts';
import { projectAtLevel } from '../access/find.ts';
import type { Json, JsonObject } from '../store/json.ts';
import { paged, paginate } from '../http/pagination.ts';
import type { Params } from '../http/params.ts';
import { created, failure, notFound, ok, refuse, rowNotFound } from '../http/reply.ts';
import { route } from '../http/route.ts';
import type { RecordRow } from '../store/rows.ts';
import type { ProjectRow } from './rows.ts';
import { validate } from '../http/validate.ts';

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
    handle: ({ context, args, subject }) =>
      paginate(context, args, keysOf(context, subject), (key) => keyEntity(context, subject, key)),
  }),
  // POST /projects/:id/error_tracking/client_keys: nothing to say about a key (18.9).
  route({
    method: 'POST',
    path: '/projects/:id/error_tracking/client_keys',
    access: projectAtLevel(40),
    handle: ({ context, subject }) => created(keyEntity(context, subject, addKey(context, subject))),
  }),
  // DELETE /projects/:id/error_tracking/client_keys/:key_id: 200 with the deleted key (18.9).
  route({
    method: 'DELETE',
    path: '/projects/:id/error_tracking/client_keys/:key_id',
    access: projectAtLevel(40),
    handle: ({ context, args, subject }) => {
      // The id is no declared parameter: what begins with no digit is a key that does not exist.
      const id = Number.parseInt(args.key_id, 10);
      const key = keysOf(context, subject).find((row) => row.id === id) ?? refuse(rowNotFound());
      context.platform.state.records.remove(key);
      return ok(keyEntity(context, subject, key));
    },
  }),
  // GET /projects/:id/error_tracking/settings: 404 until there are some (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/error_tracking/settings',
    access: projectAtLevel(40),
    handle: ({ context, subject }) => ok(settingEntity(settingOf(context, subject))),
  }),
  // PATCH /projects/:id/error_tracking/settings: changes them, and makes none (18.9).
  route({
    method: 'PATCH',
    path: '/projects/:id/error_tracking/settings',
    params: flags,
    access: projectAtLevel(40),
    handle: ({ context, args, subject }) => {
      const sent = settled(context, args, {
        active: { type: 'boolean', required: true },
        integrated: { type: 'boolean' },
      });
      return ok(settingEntity(change(context, settingOf(context, subject), sent)));
    },
  }),
  // PUT /projects/:id/error_tracking/settings: needs both flags, and makes the settings where a feature flag is on (18.9).
  route({
    method: 'PUT',
    path: '/projects/:id/error_tracking/settings',
    params: flags,
    access: projectAtLevel(40),
    handle: ({ context, args, subject }) => {
      const both = { type: 'boolean', required: true } as const;
      const sent = settled(context, args, { active: both, integrated: both });
      const { state, clock, features } = context.platform;
      // Off on a fresh instance.
      if (!features.has('integrated_error_tracking')) refuse(notFound());
      const now = timestamp(clock);
      const fresh = { kind: settingKind, owner: ownerOf(subject), key: 'settings', data: sent };
      const known = state.recordByKey(`${settingKind} ${ownerOf(subject)} settings`);
      const row = known ?? state.records.insert({ ...fresh, created_at: now, updated_at: now });
      return ok(settingEntity(change(context, row, sent)));
    },
  }),
];

function ownerOf(project: ProjectRow): string {
  return `project:${project.id}`;
}

function keysOf(context: RequestContext, project: ProjectRow): readonly RecordRow[] {
  return context.platform.state.recordsOf(`${keyKind} ${ownerOf(project)}`);
}

function addKey(context: RequestContext, project: ProjectRow): RecordRow {
  const { state, clock } = context.platform;
  const now = timestamp(clock);
  const key = `glet_${randomBytes(16).toString('hex')}`;
  const row = { kind: keyKind, owner: ownerOf(project), key, data: {}, created_at: now, updated_at: now };
  return state.records.insert(row);
}

function keyEntity(context: RequestContext, project: ProjectRow, row: RecordRow): JsonObject {
  const { protocol, host } = new URL(context.platform.externalUrl);
  const dsn = `${protocol}//${row.key}@${host}/errortracking/api/v1/projects/${project.id}`;
  return { id: row.id, active: true, public_key: row.key, sentry_dsn: dsn };
}

function settingOf(context: RequestContext, project: ProjectRow): RecordRow {
  const row = context.platform.state.recordByKey(`${settingKind} ${ownerOf(project)} settings`);
  return row ?? refuse(notFound('Error Tracking Setting'));
}

/** The flags in their type; an empty one is told apart from an odd one (18.9). */
function settled(context: RequestContext, given: JsonObject, params: Params): Readonly<Record<string, Json>> {
  const empty = Object.keys(params).filter((name) => given[name] === '');
  if (empty.length > 0) refuse(failure(400, empty.map((name) => `${name} is empty`).join(', ')));
  const { errors, values } = validate(params, [], given, context.platform.edition);
  return errors.length > 0 ? refuse(failure(400, errors.join(', '))) : values;
}

function change(context: RequestContext, row: RecordRow, sent: Readonly<Record<string, Json>>): RecordRow {
  context.platform.state.records.update(row, {
    data: { ...row.data, ...sent },
    updated_at: timestamp(context.platform.clock),
  });
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
