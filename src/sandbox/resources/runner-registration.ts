import { randomBytes } from 'node:crypto';
import type { Source } from '../access.ts';
import { requireAdmin } from '../call.ts';
import type { Call } from '../call.ts';
import { timestamp } from '../clock.ts';
import { findGroup, findProject } from '../find.ts';
import { textOf } from '../json.ts';
import { created, forbidden, invalid, message, refuse } from '../reply.ts';
import { route } from '../route.ts';
import { adminsRunners } from '../runner-access.ts';
import { insertRunner, registrationEntity } from './runner-creation.ts';
import { limitError, runnerAttributes, runnerErrors, settledColumns } from './runner-rules.ts';

/** Where a registration token registers its runners; undefined stands for the instance. */
type Place = Source | undefined;

/** A registration token of the instance (no place), of a group or of a project. */
export const runnerRegistrationRoutes = [
  // POST /runners/reset_registration_token: 403 while registration tokens are switched off (18.9).
  route({
    method: 'POST',
    path: '/runners/reset_registration_token',
    access: requireAdmin,
    handle: ({ call }) => created({ token: renewed(call, undefined) }),
  }),
  // POST /groups/:id/runners/reset_registration_token: for Owners (18.9).
  route({
    method: 'POST',
    path: '/groups/:id/runners/reset_registration_token',
    access: (call, args): Source => administered(call, { type: 'group', row: findGroup(call, args.id) }),
    handle: ({ call, subject }) => created({ token: renewed(call, subject) }),
  }),
  // POST /projects/:id/runners/reset_registration_token: from Maintainer on (18.9).
  route({
    method: 'POST',
    path: '/projects/:id/runners/reset_registration_token',
    access: (call, args): Source => administered(call, { type: 'project', row: findProject(call, args.id) }),
    handle: ({ call, subject }) => created({ token: renewed(call, subject) }),
  }),
  // POST /runners: 403 for an unknown token, 410 for a known one where registering so is switched off (18.9).
  route({
    method: 'POST',
    path: '/runners',
    params: {
      ...runnerAttributes,
      token: { type: 'string', required: true },
      maintainer_note: { type: 'string' },
      active: { type: 'boolean' },
      info: { type: 'json' },
    },
    rules: [{ exclusive: ['maintainer_note', 'maintenance_note'] }, { exclusive: ['active', 'paused'] }],
    anonymous: true,
    access: (call, args) => registrar(call, args.token),
    handle: ({ call, args, subject: { place } }) => {
      if (!registrationAllowed(call, place)) refuse(message(410, '410 Gone - runner registration disallowed'));
      const paused = args.active == null ? args.paused : !args.active;
      const note = args.maintenance_note ?? args.maintainer_note;
      const columns = settledColumns({ ...args, paused, maintenance_note: note });
      const errors = { ...runnerErrors(columns), ...overLimit(call, place) };
      if (Object.keys(errors).length > 0) refuse(invalid(errors));
      const type = place === undefined ? 'instance_type' : (`${place.type}_type` as const);
      return created(registrationEntity(insertRunner(call, type, place, columns, null)));
    },
  }),
];

function administered(call: Call, place: Source): Source {
  return adminsRunners(call, place) ? place : refuse(forbidden());
}

/** Registration tokens are on their way out: of groups and projects they are off unless the place itself allows them. */
function registrationAllowed(call: Call, place: Place): boolean {
  if (!tokensAllowed(call)) return false;
  return place === undefined || place.row.attributes['allow_runner_registration_token'] === true;
}

function tokensAllowed(call: Call): boolean {
  return call.world.state.settings['allow_runner_registration_token'] !== false;
}

const kind = 'runners_registration_token';

function ownerKey(place: Place): string {
  return place === undefined ? 'instance:1' : `${place.type}:${place.row.id}`;
}

function renewed(call: Call, place: Place): string {
  const { state, clock } = call.world;
  if (!tokensAllowed(call)) return refuse(forbidden());
  const token = `GR1348941${randomBytes(10).toString('hex')}`;
  if (place?.type === 'group') {
    state.groups.update(place.row, { runners_token: token });
    return token;
  }
  const now = timestamp(clock);
  const known = state.recordByKey(`${kind} ${ownerKey(place)} token`);
  if (known !== undefined) state.records.update(known, { data: { token }, updated_at: now });
  else {
    const owner = ownerKey(place);
    state.records.insert({ kind, owner, key: 'token', data: { token }, created_at: now, updated_at: now });
  }
  return token;
}

/** Access rule: where a registration token belongs; 403 when nobody has it. */
function registrar(call: Call, token: string): { readonly place: Place } {
  const { state } = call.world;
  const group = state.groups.all().find((row) => row.runners_token === token);
  if (group !== undefined) return { place: { type: 'group', row: group } };
  const held = state.records.all().find((row) => row.kind === kind && textOf(row.data['token']) === token);
  if (held === undefined) return refuse(forbidden('invalid token supplied'));
  const row = state.projects.get(Number(/^project:(\d+)$/.exec(held.owner)?.[1] ?? 0));
  return { place: row && { type: 'project', row } };
}

function overLimit(call: Call, place: Place): Readonly<Record<string, readonly string[]>> {
  const limit = place === undefined ? undefined : limitError(call, { type: place.type, id: place.row.id });
  if (place === undefined || limit === undefined) return {};
  return { [place.type === 'group' ? 'runner_namespaces.base' : 'runner_projects.base']: [limit] };
}
