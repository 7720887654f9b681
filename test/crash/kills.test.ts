import { afterAll, expect, it } from 'vitest';
import { casesOf } from './cases.ts';
import { deaths } from './mishap.ts';
import { openStage } from './stage.ts';
import { referenceRun, trial } from './trial.ts';

/** Several changes are under way when the process dies. */
const CONCURRENCY = 4;

const stage = await openStage();
const reference = await referenceRun(stage, CONCURRENCY);
const cases = casesOf(reference.requests, deaths, 8, 2);

afterAll(() => stage.close());

it.each(cases)('$mishap at request $request costs a run at most', { timeout: 120_000 }, async ({ request, mishap }) => {
  expect(await trial(stage, reference, request, mishap, CONCURRENCY)).toEqual([]);
});
