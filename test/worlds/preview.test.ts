import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { worlds, type World } from './declared-worlds.ts';
import { deletedUntold, deletesUntold, savedChanges, untold } from './promises.ts';
import { play } from './seeds.ts';
import { openStage, seeds, WAIVED, type Stage } from './stage.ts';
import { rowChanges } from './standing-rows.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

const ends = { applied: 0, refused: 0, invalid: 0, failed: 0 };

describe('a plan shows all that happens, what it refuses changes nothing, and what was applied plans to nothing', () => {
  it.each(seeds)('seed %i', (seed) => play(seed, worlds, inFull));

  it('most of what was played could be applied', () => {
    const played = Object.values(ends).reduce((sum, each) => sum + each, 0);
    console.log(`worlds: ${JSON.stringify(ends)}`);
    expect(ends.applied).toBeGreaterThanOrEqual(Math.floor(played / 2));
  });
});

async function inFull({ live, declared }: World): Promise<void> {
  const before = await stage.setUp(live, declared);
  const planned = await stage.run(['plan', '--out', 'plan.json', ...WAIVED]);
  expect(stage.writes(), 'a plan writes nothing').toEqual([]);
  const changes = savedChanges(stage.folder(), 'plan.json');

  const guarded = await stage.run(['apply', '--auto-approve']);
  if (guarded.status !== 0 && stage.writes().length === 0) {
    expect(rowChanges(before, stage.sandbox.state()), 'what is refused changes nothing').toEqual([]);
  }
  const applied = guarded.status === 3 ? await stage.run(['apply', '--auto-approve', ...WAIVED]) : guarded;
  const after = stage.sandbox.state();
  if (changes === undefined) {
    ends.invalid++;
    expect(planned.status, planned.text).not.toBe(0);
    expect(applied.status, applied.text).not.toBe(0);
    expect(rowChanges(before, after)).toEqual([]);
    return;
  }
  const story = `${planned.text}\n${applied.text}`;
  expect(deletesUntold(stage.wire.seen, changes), story).toEqual([]);
  expect(deletedUntold(before, after, changes), story).toEqual([]);
  expect(untold(before, after, changes), story).toEqual([]);
  if (applied.status === 3) ends.refused++;
  else if (applied.status !== 0) ends.failed++;
  else {
    ends.applied++;
    const again = await stage.run(['plan', '--detailed-exitcode', ...WAIVED]);
    expect(again.status, `${story}\n${again.text}`).toBe(0);
  }
}
