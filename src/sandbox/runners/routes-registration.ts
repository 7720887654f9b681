import { randomBytes } from 'node:crypto';
import { hasLevel } from '../access/access.ts';
import type { Source } from '../access/access.ts';
import { requireAdmin } from '../http/request-context.ts';
import type { RequestContext } from '../http/request-context.ts';
import { timestamp } from '../store/clock.ts';
import { findGroup, findProject } from '../access/find.ts';
import { textOf } from '../store/json.ts';
import { created, forbidden, invalid, message, refuse } from '../http/reply.ts';
import { route } from '../http/route.ts';
import { registrationTokensAllowed } from '../settings/typed-settings.ts';
import { insertRunner, registrationEntity } from './creation.ts';
import { limitError, runnerAttributes, runnerErrors, settledColumns } from './rules.ts';

/** Where a registration token registers its runners; undefined stands for the instance. */
type Place = Source | undefined;

/** A registration token of the instance (no place), of a group or of a project. */
export const runnerRegistrationRoutes = [
  // POST /runners/reset_registration_token: 403 while registration tokens are switched off (18.9).
  route({
    method: 'POST',
    path: '/runners/reset_registration_token',
    access: requireAdmin,
    handle: ({ context }) => created({ token: renewed(context, undefined) }),
  }),
  // POST /groups/:id/runners/reset_registration_token: for Owners (18.9).
  route({
    method: 'POST',
    path: '/groups/:id/runners/reset_registration_token',
    access: (context, args): Source => administered(context, { type: 'group', row: findGroup(context, args.id) }),
    handle: ({ context, subject }) => created({ token: renewed(context, subject) }),
  }),
  // POST /projects/:id/runners/reset_registration_token: from Maintainer on (18.9).
  route({
    method: 'POST',
    path: '/projects/:id/runners/reset_registration_token',
    access: (context, args): Source => administered(context, { type: 'project', row: findProject(context, args.id) }),
    handle: ({ context, subject }) => created({ token: renewed(context, subject) }),
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
    access: (context, args) => registrar(context, args.token),
    handle: ({ context, args, subject: { place } }) => {
      if (!registrationAllowed(context, place)) refuse(message(410, '410 Gone - runner registration disallowed'));
      const paused = args.active == null ? args.paused : !args.active;
      const note = args.maintenance_note ?? args.maintainer_note;
      const columns = settledColumns({ ...args, paused, maintenance_note: note });
      const errors = { ...runnerErrors(columns), ...overLimit(context, place) };
      if (Object.keys(errors).length > 0) refuse(invalid(errors));
      const type = place === undefined ? 'instance_type' : (`${place.type}_type` as const);
      return created(registrationEntity(insertRunner(context, type, place, columns, null)));
    },
  }),
];

/** A custom role that administers runners does not renew the token that registers them (18.9). */
function administered(context: RequestContext, place: Source): Source {
  return hasLevel(context, place, place.type === 'group' ? 50 : 40) ? place : refuse(forbidden());
}

/** Registration tokens are on their way out: of groups and projects they are off unless the place itself allows them. */
function registrationAllowed(context: RequestContext, place: Place): boolean {
  if (!tokensAllowed(context)) return false;
  return place === undefined || place.row.attributes['allow_runner_registration_token'] === true;
}

function tokensAllowed(context: RequestContext): boolean {
  return registrationTokensAllowed(context.platform.state.settings);
}

const kind = 'runners_registration_token';

function ownerKey(place: Place): string {
  return place === undefined ? 'instance:1' : `${place.type}:${place.row.id}`;
}

function renewed(context: RequestContext, place: Place): string {
  const { state, clock } = context.platform;
  if (!tokensAllowed(context)) return refuse(forbidden());
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
function registrar(context: RequestContext, token: string): { readonly place: Place } {
  const { state } = context.platform;
  const group = state.groups.all().find((row) => row.runners_token === token);
  if (group !== undefined) return { place: { type: 'group', row: group } };
  const held = state.records.all().find((row) => row.kind === kind && textOf(row.data['token']) === token);
  if (held === undefined) return refuse(forbidden('invalid token supplied'));
  const row = state.projects.get(Number(/^project:(\d+)$/.exec(held.owner)?.[1] ?? 0));
  return { place: row && { type: 'project', row } };
}

function overLimit(context: RequestContext, place: Place): Readonly<Record<string, readonly string[]>> {
  const limit = place === undefined ? undefined : limitError(context, { type: place.type, id: place.row.id });
  if (place === undefined || limit === undefined) return {};
  return { [place.type === 'group' ? 'runner_namespaces.base' : 'runner_projects.base']: [limit] };
}
