import { afterAll, expect, it } from 'vitest';
import { casesOf } from './cases.ts';
import { mishaps } from './mishap.ts';
import { openStage } from './stage.ts';
import { referenceRun, trial } from './trial.ts';

const stage = await openStage();
const reference = await referenceRun(stage, 1);
const cases = casesOf(reference.requests, mishaps, 24, 0);

afterAll(() => stage.close());

it.each(cases)('$mishap at request $request costs a run at most', { timeout: 120_000 }, async ({ request, mishap }) => {
  const { method = '', url = '' } = reference.requests[request] ?? {};
  expect(await trial(stage, reference, request, mishap, 1), `${method} ${url}`).toEqual([]);
});
