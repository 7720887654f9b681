import type { RequestContext } from '../http/request-context.ts';
import { timestamp } from '../store/clock.ts';
import { requireUnmodified } from '../http/conditional.ts';
import { managersOf } from './entity.ts';
import { isJsonObject } from '../store/json.ts';
import type { Json, JsonObject } from '../store/json.ts';
import { created, forbidden, message, noContent, notFound, ok, refuse } from '../http/reply.ts';
import { route } from '../http/route.ts';
import type { RunnerRow } from './rows.ts';
import type { Bag } from '../store/rows.ts';
import { registrationEntity } from './creation.ts';
import { removeRunner, resetToken } from './rules.ts';

const byToken = { token: { type: 'string', required: true } } as const;

/** Access rule: the runner that a runner token stands for; 403 when it is unknown or has ended. */
function ownRunner(context: RequestContext, args: { readonly token: string }): RunnerRow {
  const { state, clock } = context.platform;
  const runner = state.runners.all().find((one) => one.token === args.token) ?? refuse(forbidden());
  const ended = runner.token_expires_at !== null && runner.token_expires_at <= timestamp(clock);
  return ended ? refuse(forbidden()) : runner;
}

export const runnerTokenRoutes = [
  // POST /runners/verify: 200; counts as a contact, and with a system_id makes the machine known (18.9).
  route({
    method: 'POST',
    path: '/runners/verify',
    params: { ...byToken, system_id: { type: 'string' }, info: { type: 'json' } },
    anonymous: true,
    access: ownRunner,
    handle: ({ context, args, subject }) => {
      context.platform.state.runners.update(subject, { contacted_at: timestamp(context.platform.clock) });
      const info = isJsonObject(args.info) ? args.info : {};
      if (args.system_id != null) touchManager(context, subject, args.system_id, info);
      return ok(registrationEntity(subject));
    },
  }),
  // POST /runners/reset_authentication_token (18.9).
  route({
    method: 'POST',
    path: '/runners/reset_authentication_token',
    params: byToken,
    anonymous: true,
    access: ownRunner,
    handle: ({ context, subject }) => {
      resetToken(context, subject);
      return created({ token: subject.token, token_expires_at: subject.token_expires_at });
    },
  }),
  // DELETE /runners: a runner takes itself away (18.9).
  route({
    method: 'DELETE',
    path: '/runners',
    params: byToken,
    anonymous: true,
    access: ownRunner,
    handle: ({ context, subject }) => {
      requireUnmodified(context, subject.updated_at);
      removeRunner(context, subject);
      return noContent();
    },
  }),
  // DELETE /runners/managers: one machine of the runner (18.9).
  route({
    method: 'DELETE',
    path: '/runners/managers',
    params: { ...byToken, system_id: { type: 'string', required: true } },
    anonymous: true,
    access: ownRunner,
    handle: ({ context, args, subject }) => {
      const manager = managersOf(context, subject).find((one) => one.key === args.system_id);
      if (manager === undefined) return refuse(notFound('Runner manager not found'));
      requireUnmodified(context, manager.updated_at);
      context.platform.state.records.remove(manager);
      return noContent();
    },
  }),
  // GET /runners/router/discovery: asked with a runner's token in a header; there is no router here (18.9).
  route({
    method: 'GET',
    path: '/runners/router/discovery',
    anonymous: true,
    access: (context) => ownRunner(context, { token: context.headers['runner-token'] ?? '' }),
    handle: () => message(501, 'Job Router is not available. Please contact your administrator.'),
  }),
];

function touchManager(context: RequestContext, runner: RunnerRow, systemId: string, info: JsonObject): void {
  const { state, clock } = context.platform;
  const now = timestamp(clock);
  const known = managersOf(context, runner).find((one) => one.key === systemId);
  const data = { ...known?.data, ...described(info) };
  if (known === undefined) {
    const owner = `runner:${runner.id}`;
    state.records.insert({ kind: 'runner_manager', owner, key: systemId, data, created_at: now, updated_at: now });
  } else {
    state.records.update(known, { data, updated_at: now });
  }
}

function described(info: JsonObject): Bag {
  const known: Record<string, Json> = {};
  for (const name of ['version', 'revision', 'platform', 'architecture']) {
    const value = info[name];
    if (value !== undefined) known[name] = value;
  }
  return known;
}
