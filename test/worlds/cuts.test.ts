import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { normalState } from '../crash/normal-state.ts';
import { worlds, type World } from './declared-worlds.ts';
import { deletedUntold, savedChanges } from './promises.ts';
import { every, play } from './seeds.ts';
import { openStage, seeds, WAIVED, type Stage } from './stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

const CUTS = ['reset-before', 'reset-after', 'cut', '502-after', '500'] as const;

const tries = fc.record({ world: worlds, at: fc.nat(), mishap: fc.constantFrom(...CUTS) });

interface Try {
  readonly world: World;
  readonly at: number;
  readonly mishap: (typeof CUTS)[number];
}

describe('cut at any request and run again, it ends where it would have ended', () => {
  const chosen = every(2, seeds);
  let tried = 0;

  it.each(chosen)('seed %i', (seed) =>
    play(seed, tries, async (one) => {
      if (await cutOnce(one)) tried++;
    }),
  );

  it('most of what was played could be cut', () => {
    expect(tried).toBeGreaterThanOrEqual(Math.floor(chosen.length / 3));
  });
});

/** Whether there was something to cut. */
async function cutOnce({ world: { live, declared }, at, mishap }: Try): Promise<boolean> {
  const before = await stage.setUp(live, declared);
  await stage.run(['plan', '--out', 'plan.json', ...WAIVED]);
  const changes = savedChanges(stage.folder(), 'plan.json');
  const whole = await stage.run(['apply', '--auto-approve', ...WAIVED]);
  if (changes === undefined || whole.status !== 0 || stage.writes().length === 0) return false;
  const sent = stage.wire.seen.length;
  const wanted = normalState(stage.sandbox.state());

  stage.reset(before);
  stage.wire.arm(at % sent, mishap);
  const cut = await stage.run(['apply', '--auto-approve', ...WAIVED]);
  stage.wire.disarm();
  const again = cut.status === 0 ? cut : await stage.run(['apply', '--auto-approve', ...WAIVED]);
  const story = `${mishap} at ${at % sent}\n${cut.text}\n${again.text}`;
  expect(again.status, story).toBe(0);
  expect(deletedUntold(before, stage.sandbox.state(), changes), story).toEqual([]);
  expect(normalState(stage.sandbox.state()), story).toEqual(wanted);
  return true;
}
