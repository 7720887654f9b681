import catalogue from '../../../schemas/catalogue/plan-limits.json' with { type: 'json' };
import { actor, requireAdmin } from '../http/request-context.ts';
import type { RequestContext } from '../http/request-context.ts';
import { exists } from '../store/edition.ts';
import { isJsonObject } from '../store/json.ts';
import type { Json, JsonObject } from '../store/json.ts';
import type { Params } from '../http/params.ts';
import { failure, invalid, message, ok, refuse } from '../http/reply.ts';
import { route } from '../http/route.ts';
import type { Bag } from '../store/rows.ts';
import { defaultPlanLimits } from './default-plan-limits.ts';
import { validate } from '../http/validate.ts';
import { breaksTable, limitErrors } from './plan-limits.ts';

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
    handle: ({ context, args }) => {
      const given = validated(context, { plan_name: args.plan_name ?? 'default' }, { plan_name: planName(context) });
      return ok(planLimitEntity(context, planOf(given)));
    },
  }),
  // PUT /application/plan_limits: needs the name of the plan; unknown limits are dropped (18.9).
  route({
    method: 'PUT',
    path: '/application/plan_limits',
    params: unread,
    access: requireAdmin,
    handle: ({ context, args }) => {
      const limits = known(context).map((name) => [name, { type: 'integer' }] as const);
      const given = validated(context, args, {
        plan_name: { ...planName(context), required: true },
        ...Object.fromEntries(limits),
      });
      changeLimits(context, planOf(given), given);
      return ok(planLimitEntity(context, planOf(given)));
    },
  }),
];

function planName(context: RequestContext): { type: 'string'; values: readonly string[] } {
  const community = context.platform.edition.version.includes('-ce');
  return { type: 'string', values: community ? ['default'] : enterprisePlans };
}

function validated(context: RequestContext, given: JsonObject, params: Params): Bag {
  const declared = validate(params, [], given, context.platform.edition);
  if (declared.errors.length > 0) refuse(failure(400, declared.errors.join(', ')));
  return declared.values;
}

function planOf(given: Bag): string {
  const name = given['plan_name'];
  return typeof name === 'string' ? name : 'default';
}

function known(context: RequestContext): readonly string[] {
  return limitNames.filter((name) => !newer.has(name) || exists(context.platform.edition, { since: '18.10' }));
}

function limitsOf(context: RequestContext, plan: string): Bag {
  return context.platform.state.planLimits[plan] ?? defaultPlanLimits();
}

function changeLimits(context: RequestContext, plan: string, given: Bag): void {
  const before = limitsOf(context, plan);
  const sent = known(context).flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]] as const]));
  const changes: Bag = Object.fromEntries(sent);
  const errors = limitErrors({ ...before, ...changes }, changes);
  if (Object.keys(errors).length > 0) refuse(invalid(errors));
  if (sent.some(([name, value]) => breaksTable(name, value))) refuse(message(500, '500 Internal Server Error'));
  const history = { ...before, ...changes, limits_history: withHistory(context, before, changes) };
  context.platform.state.planLimits = { ...context.platform.state.planLimits, [plan]: history };
}

/** The history with one more entry for each recorded limit that changes. */
function withHistory(context: RequestContext, before: Bag, changes: Bag): JsonObject {
  const user = actor(context);
  const history: Record<string, Json | undefined> = isJsonObject(before['limits_history'])
    ? { ...before['limits_history'] }
    : {};
  for (const name of recorded) {
    const value = changes[name];
    if (value === undefined || value === (before[name] ?? 0)) continue;
    const past = history[name];
    const timestamp = Math.floor(context.platform.clock.now().getTime() / 1000);
    const entry = { user_id: user.id, username: user.username, timestamp, value };
    history[name] = [...(Array.isArray(past) ? (past as readonly Json[]) : []), entry];
  }
  return history;
}

/** The limits of one plan; one that was never set is 0 (GET /application/plan_limits, 18.9). */
function planLimitEntity(context: RequestContext, plan: string): JsonObject {
  const limits = limitsOf(context, plan);
  return {
    ...Object.fromEntries(known(context).map((name) => [name, limits[name] ?? 0])),
    limits_history: limits['limits_history'] ?? {},
  };
}
