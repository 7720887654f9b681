import catalogue from '../../../schemas/catalogue/plan-limits.json' with { type: 'json' };
import { actor, requireAdmin } from '../call.ts';
import type { Call } from '../call.ts';
import { exists } from '../edition.ts';
import { isJsonObject } from '../json.ts';
import type { Json, JsonObject } from '../json.ts';
import type { Params } from '../params.ts';
import { failure, invalid, ok, refuse } from '../reply.ts';
import { route } from '../route.ts';
import type { Bag } from '../rows.ts';
import { defaultPlanLimits } from '../settings.ts';
import { validate } from '../validate.ts';

/** The Community Edition has one plan; the Enterprise Edition has those of GitLab.com too (18.9). */
const enterprisePlans = [
  ...['default', 'free', 'bronze', 'silver', 'premium', 'gold', 'ultimate', 'ultimate_trial'],
  ...['ultimate_trial_paid_customer', 'premium_trial', 'opensource'],
];

/** Limits that came after 18.9. */
const newer = new Set(['max_pipelines_per_merge_train']);

/** Limits whose changes are recorded with who made them (PUT /application/plan_limits, 18.9). */
const recorded = ['enforcement_limit', 'notification_limit', 'storage_size_limit'];

const limitNames = catalogue.map((limit) => limit.name);

const unread: Params = Object.fromEntries(['plan_name', ...limitNames].map((name) => [name, { type: 'json' }]));

export const planLimitRoutes = [
  // GET /application/plan_limits: who asks is judged before what is asked (18.9).
  route({
    method: 'GET',
    path: '/application/plan_limits',
    params: { plan_name: { type: 'json' } },
    access: requireAdmin,
    handle: ({ call, args }) => {
      const given = validated(call, { plan_name: args.plan_name ?? 'default' }, { plan_name: planName(call) });
      return ok(planLimitEntity(call, planOf(given)));
    },
  }),
  // PUT /application/plan_limits: needs the name of the plan; unknown limits are dropped (18.9).
  route({
    method: 'PUT',
    path: '/application/plan_limits',
    params: unread,
    access: requireAdmin,
    handle: ({ call, args }) => {
      const limits = known(call).map((name) => [name, { type: 'integer' }] as const);
      const given = validated(call, args, {
        plan_name: { ...planName(call), required: true },
        ...Object.fromEntries(limits),
      });
      changeLimits(call, planOf(given), given);
      return ok(planLimitEntity(call, planOf(given)));
    },
  }),
];

function planName(call: Call): { type: 'string'; values: readonly string[] } {
  const community = call.world.edition.version.includes('-ce');
  return { type: 'string', values: community ? ['default'] : enterprisePlans };
}

function validated(call: Call, given: JsonObject, params: Params): Bag {
  const declared = validate(params, [], given, call.world.edition);
  if (declared.errors.length > 0) refuse(failure(400, declared.errors.join(', ')));
  return declared.values;
}

function planOf(given: Bag): string {
  const name = given['plan_name'];
  return typeof name === 'string' ? name : 'default';
}

function known(call: Call): readonly string[] {
  return limitNames.filter((name) => !newer.has(name) || exists(call.world.edition, { since: '18.10' }));
}

function limitsOf(call: Call, plan: string): Bag {
  return call.world.state.planLimits[plan] ?? defaultPlanLimits();
}

function changeLimits(call: Call, plan: string, given: Bag): void {
  const errors: Record<string, readonly string[]> = {};
  const before = limitsOf(call, plan);
  const changes: Record<string, Json> = {};
  for (const name of known(call)) {
    const value = given[name];
    if (value === undefined) continue;
    if (value === null) errors[name] = ['is not a number'];
    else if (typeof value === 'number' && value < 0) errors[name] = ['must be greater than or equal to 0'];
    changes[name] = value;
  }
  if (Object.keys(errors).length > 0) refuse(invalid(errors));
  const history = { ...before, ...changes, limits_history: withHistory(call, before, changes) };
  call.world.state.planLimits = { ...call.world.state.planLimits, [plan]: history };
}

/** The history with one more entry for each recorded limit that changes. */
function withHistory(call: Call, before: Bag, changes: Bag): JsonObject {
  const user = actor(call);
  const history: Record<string, Json | undefined> = isJsonObject(before['limits_history'])
    ? { ...before['limits_history'] }
    : {};
  for (const name of recorded) {
    const value = changes[name];
    if (value === undefined || value === (before[name] ?? 0)) continue;
    const past = history[name];
    const timestamp = Math.floor(call.world.clock.now().getTime() / 1000);
    const entry = { user_id: user.id, username: user.username, timestamp, value };
    history[name] = [...(Array.isArray(past) ? (past as readonly Json[]) : []), entry];
  }
  return history;
}

/** The limits of one plan; one that was never set is 0 (GET /application/plan_limits, 18.9). */
function planLimitEntity(call: Call, plan: string): JsonObject {
  const limits = limitsOf(call, plan);
  return {
    ...Object.fromEntries(known(call).map((name) => [name, limits[name] ?? 0])),
    limits_history: limits['limits_history'] ?? {},
  };
}
