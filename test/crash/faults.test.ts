import { afterAll, expect, it } from 'vitest';
import { casesOf, type Case } from './cases.ts';
import { mishaps } from './mishap.ts';
import { openStage } from './stage.ts';
import { grouped, trialTogether } from './together.ts';
import { referenceRun } from './trial.ts';

const stage = await openStage();
const reference = await referenceRun(stage, 1);
const cases = casesOf(reference.requests, mishaps, 24, 0);

afterAll(() => stage.close());

const named = grouped(cases).map((group) => [group.map(nameOf).join(', '), group] as const);

it.each(named)('%s: each costs a run at most', { timeout: 300_000 }, async (_, group) => {
  expect(await trialTogether(stage, reference, group)).toEqual([]);
});

function nameOf({ request, mishap }: Case): string {
  return `${mishap} at request ${request}`;
}
