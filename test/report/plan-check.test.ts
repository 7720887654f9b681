import { createRequire } from 'node:module';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isList, isMapping } from '../../src/config/yaml/yaml-value.ts';
import { isPlan } from '../../src/report/plan-check.ts';
import { planJson } from '../../src/report/plan-json.ts';
import { planArbitrary } from './plan-arbitrary.ts';
import { samplePlan, sampleReads } from './sample-plan.ts';

// The tests run on a fresh build, as those of the program do.
const isRight = createRequire(import.meta.url)('../../dist/check/plan.cjs') as (data: unknown) => boolean;

/** All that a document becomes by one thing in it being another, or not there. */
function changed(data: unknown, others: readonly unknown[]): readonly unknown[] {
  if (!isMapping(data) && !isList(data)) return others;
  const inside: readonly (readonly [string, unknown])[] = Object.entries(data);
  const made = (fields: readonly (readonly [string, unknown])[]): unknown =>
    isList(data) ? fields.map(([, item]) => item) : Object.fromEntries(fields);
  const withOther = inside.flatMap(([name, value]) =>
    changed(value, others).map((other) => made(inside.map((field) => (field[0] === name ? [name, other] : field)))),
  );
  const less = inside.map(([name]) => made(inside.filter(([other]) => other !== name)));
  return [...others, ...less, made([...inside, ['unknown', 1]]), ...withOther];
}

test('whether a plan is one, compiled ahead of time, is what its schema says', () => {
  const document: unknown = JSON.parse(planJson(samplePlan, sampleReads));
  const all = [document, ...changed(document, [null, true, -1, 1.5, '', 'a', [], ['a'], {}])];
  const right = all.filter((data) => isPlan(data));
  expect(all.filter((data) => isRight(data))).toEqual(right);
  expect(right.length).toBeGreaterThan(100);
  expect(all.length - right.length).toBeGreaterThan(1000);
});

test('every plan is right for it', () => {
  fc.assert(
    fc.property(planArbitrary, (plan) => {
      expect(isRight(JSON.parse(planJson(plan, 3)))).toBe(true);
    }),
    { numRuns: 100, seed: 20_261_125 },
  );
});
