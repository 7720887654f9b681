import { expect, it } from 'vitest';
import catalogue from '../../schemas/catalogue/plan-limits.json' with { type: 'json' };
import { planLimits } from '../../src/kinds/plan-limit.ts';
import { lookAt, siteAt } from './call-context.ts';

const site = siteAt({ type: 'instance' });
const look = lookAt({ type: 'instance' });

it('reads the limits of each declared plan, and of no other', () => {
  expect(planLimits.reads.all({ type: 'instance' }, ['default', 'free']).map(({ query }) => query)).toEqual([
    { plan_name: 'default' },
    { plan_name: 'free' },
  ]);
});

it('knows from the read whose limits an answer shows', () => {
  const [read] = planLimits.reads.all({ type: 'instance' }, ['free']);
  if (read === undefined) throw new Error('no read');
  expect(planLimits.reads.rows?.({ ci_pipeline_size: 500 }, read)).toEqual([
    { ci_pipeline_size: 500, plan_name: 'free' },
  ]);
});

it('shows every limit that the answer shows, under its plan', () => {
  const live = Object.fromEntries(catalogue.map(({ name }, index) => [name, index]));
  const entry = planLimits.decode({ ...live, plan_name: 'free' }, look);
  expect(entry?.key).toBe('free');
  expect(entry?.spec).toEqual({ ...live, plan: 'free' });
});

it('names the plan in every change', () => {
  const spec = { plan: 'free', ci_pipeline_size: 500, dotenv_size: 10 };
  const entry = {
    key: 'free',
    spec,
    state: 'present',
    protect: false,
    place: () => ({ file: 'x', line: 1, column: 1 }),
  } as const;
  const changed = { names: new Set(['ci_pipeline_size']), entry, fields: [] };
  expect(planLimits.calls.update?.({ plan_name: 'free' }, changed, site)).toEqual([
    { method: 'PUT', path: '/application/plan_limits', body: { plan_name: 'free', ci_pipeline_size: 500 } },
  ]);
});
