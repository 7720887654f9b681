import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { worlds, type World } from './declared-worlds.ts';
import { deeds, meddle, type Deed } from './foreign-hands.ts';
import { deletedUntold, deletesUntold, overruled, savedChanges, untold } from './promises.ts';
import { every, play } from './seeds.ts';
import { openStage, seeds, WAIVED, type Stage } from './stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

const late = fc.record({ world: worlds, done: deeds, onStale: fc.constantFrom('stop', 'skip') });

interface Late {
  readonly world: World;
  readonly done: readonly Deed[];
  readonly onStale: string;
}

describe('a saved plan that is applied after others were at work does what it shows, and nothing to what they changed', () => {
  it.each(every(3, seeds))('seed %i', (seed) => play(seed, late, applyLate));
});

async function applyLate({ world: { live, declared }, done, onStale }: Late): Promise<void> {
  const before = await stage.setUp(live, declared);
  const planned = await stage.run(['plan', '--out', 'plan.json', ...WAIVED]);
  const changes = savedChanges(stage.folder(), 'plan.json');
  if (changes === undefined) return;
  await meddle(stage.sandbox, done);
  const between = stage.sandbox.state();
  const applied = await stage.run(['apply', 'plan.json', '--auto-approve', '--on-stale', onStale]);
  const after = stage.sandbox.state();
  const story = `${JSON.stringify(done)}\n${planned.text}\n${applied.text}`;
  expect([0, 1, 3], story).toContain(applied.status);
  if (stage.writes().length === 0) expect(untold(between, after, []), story).toEqual([]);
  expect(deletesUntold(stage.wire.seen, changes), story).toEqual([]);
  expect(deletedUntold(between, after, changes), story).toEqual([]);
  expect(untold(between, after, changes), story).toEqual([]);
  expect(overruled(before, between, after), story).toEqual([]);
}
