import { afterAll, expect, it } from 'vitest';
import { casesOf } from './cases.ts';
import { overtaken } from './mishap.ts';
import { openStage } from './stage.ts';
import { overtakenTrial, referenceRun } from './trial.ts';

const stage = await openStage();
const reference = await referenceRun(stage, 1);
const makes = reference.requests.flatMap(({ method }, request) => (method === 'POST' ? [request] : []));
const cases = casesOf(makes.length, overtaken, 8);

afterAll(() => stage.close());

it.each(cases)('what somebody else makes instead of POST number $request stays', { timeout: 120_000 }, async (one) => {
  const request = makes[one.request] ?? 0;
  const { method = '', url = '' } = reference.requests[request] ?? {};
  expect(await overtakenTrial(stage, request), `${method} ${url}`).toEqual([]);
});
