import catalogue from '../../schemas/catalogue/plan-limits.json' with { type: 'json' };
import { kind, pick } from '../kind.ts';
import type { Json, LiveObject } from '../model.ts';
import { attributeSchemas } from './catalogue.ts';

type PlanLimits = { readonly [name: string]: Json | undefined };

const LIMITS = catalogue.filter((limit) => limit.writable);

/** The plans that the API knows by name; the Community Edition has `default` alone (GET /application/plan_limits, 18.9). */
const PLANS = [
  'default',
  'free',
  'bronze',
  'silver',
  'premium',
  'gold',
  'ultimate',
  'ultimate_trial',
  'ultimate_trial_paid_customer',
  'premium_trial',
  'opensource',
];

/** The limits of a plan: a plan is always there, so that its limits are only ever changed. */
export const planLimits = kind<PlanLimits, LiveObject>({
  section: 'plan_limits',
  singular: 'plan_limit',
  description: 'The limits of what the groups and projects of a plan may have.',
  scopes: ['instance'],
  shape: { type: 'map', name: 'plan' },
  schema: {
    properties: {
      plan: { type: 'string', enum: PLANS, description: 'Which plan; `default` is that of a self-managed instance.' },
      ...attributeSchemas(LIMITS),
    },
  },
  identity: {
    names: 'exact',
    key: (spec) => planName(spec.plan),
  },
  reads: {
    wellKnownKeys: ['default'],
    all: (_scope, keys) =>
      keys.map((plan) => ({ path: '/application/plan_limits', query: { plan_name: plan }, mayBeMissing: true })),
    // The answer does not say whose limits it shows, so that the read has to.
    rows: (answer, read) => [{ ...answer, plan_name: planName(read.query?.plan_name) }],
  },
  decode: (live) => ({
    key: planName(live.plan_name),
    spec: {
      plan: live.plan_name,
      ...Object.fromEntries(LIMITS.map(({ name }) => [name, live[name]])),
    },
  }),
  calls: {
    shown: { always: ['ci_pipeline_size'] },
    update: (live, { names, entry }) => [
      {
        method: 'PUT',
        path: '/application/plan_limits',
        body: { plan_name: planName(live.plan_name), ...pick<PlanLimits>(entry.spec, names) },
      },
    ],
  },
});

function planName(plan: unknown): string {
  return typeof plan === 'string' ? plan : '';
}
