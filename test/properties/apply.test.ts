import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { failuresOf, inShort } from '../support/keelson.ts';
import type { Plan } from '../../src/model.ts';
import { pairs } from './documents.ts';
import { openStage, type Stage } from './stage.ts';
import { addressedRows, changedAddresses } from './rows.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

const RUNS = { numRuns: 40, seed: 20_261_120 };

it(
  'what was applied plans to nothing, sends what was planned, and touches nothing else',
  { timeout: 180_000 },
  async () => {
    let applied = 0;
    await fc.assert(
      fc.asyncProperty(pairs, async ({ before, after }) => {
        stage.reset();
        if ((await stage.plan(before)) === undefined) return;
        expect(failuresOf(await stage.apply(before))).toEqual([]);
        const made = await stage.plan(after);
        if (made === undefined) return;
        applied++;

        const rows = addressedRows(stage.sandbox.state());
        stage.program.requests.length = 0;
        expect(failuresOf(await stage.apply(after))).toEqual([]);

        const sent = stage.program.requests.filter(({ method }) => method !== 'GET').map(({ method }) => method);
        const planned = made.changes.flatMap(({ calls }) => calls.map(({ method }) => method));
        expect(sent.sort()).toEqual(planned.sort());

        const touched = changedAddresses(rows, addressedRows(stage.sandbox.state()));
        const changed = addressesOf(made);
        expect(touched.filter((address) => !isCovered(address, changed))).toEqual([]);

        const again = await stage.plan(after);
        expect(again && inShort(again)).toEqual([]);
      }),
      RUNS,
    );
    expect(applied).toBeGreaterThan(RUNS.numRuns / 3);
  },
);

/** The addresses of what a plan changes; of a group that is renamed, the earlier one, too. */
function addressesOf({ changes }: Plan): string[] {
  return changes.flatMap(({ address, seen }) =>
    /^group\[[^\]]*\]$/.test(address) ? [address, `group[${seen.key}]`] : [address],
  );
}

/** Whether something stands at one of these addresses, or in a group at one of them. */
function isCovered(address: string, changed: readonly string[]): boolean {
  return changed.some(
    (one) => one === address || address.startsWith(`${one}/`) || address.startsWith(`${one.slice(0, -1)}/`),
  );
}
