import { afterAll, expect, it } from 'vitest';
import { casesOf } from './cases.ts';
import { overtaken } from './mishap.ts';
import { openStage } from './stage.ts';
import { overtakenTrial, referenceRun } from './trial.ts';

const stage = await openStage();
const reference = await referenceRun(stage, 1);
const makes = reference.requests.flatMap((one, number) => (one.method === 'POST' ? [{ ...one, number }] : []));
const cases = casesOf(makes, overtaken, 8, 0);

afterAll(() => stage.close());

it.each(cases)('what somebody else makes instead of POST number $request stays', { timeout: 120_000 }, async (one) => {
  const { number = 0, method = '', url = '' } = makes[one.request] ?? {};
  expect(await overtakenTrial(stage, number), `${method} ${url}`).toEqual([]);
});
