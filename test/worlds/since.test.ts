import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClock } from '../../src/sandbox/store/clock.ts';
import type { Document } from './declared-worlds.ts';
import { meddle, type Deed } from './foreign-hands.ts';
import { ALL_ACTS } from './further-hands.ts';
import { keptWorlds } from './kept-worlds.ts';
import type { LiveWorld } from './live-worlds.ts';
import { every, play } from './seeds.ts';
import { openStage, seeds, WAIVED, type Stage } from './stage.ts';

const HOUR = 3_600_000;
const clock = createClock();
let stage: Stage;
beforeAll(async () => {
  // A user who is removed goes in the background, some time after the event that tells of it.
  stage = await openStage({ clock, backgroundDelay: 2 * HOUR });
});
afterAll(() => stage.close());

/** What others do, and how long it takes until somebody looks: in one hour the same events count once more. */
const rounds = fc.array(
  fc.record({
    done: fc.array(fc.record({ act: fc.constantFrom(...ALL_ACTS), pick: fc.nat() }), { maxLength: 3 }),
    hours: fc.constantFrom(0, 0.5, 3, 3, 3, 3, 30),
  }),
  { minLength: 3, maxLength: 6 },
);

interface Round {
  readonly done: readonly Deed[];
  readonly hours: number;
}

const NOTHING: LiveWorld = {
  roles: [],
  variables: [],
  systemHooks: [],
  runners: [],
  hasMirror: false,
  userTokens: [],
  leftovers: [],
  groups: [],
  settings: {},
  snippets: { 'nfs-1': 0, 'nfs-2': 0, 'nfs-3': 0 },
};

let believed = 0;

describe('what is told since the last look is what a whole look tells, whatever others have done', () => {
  it.each(every(2, seeds))('seed %i', (seed) =>
    play(seed, fc.record({ declared: keptWorlds, rounds }), ({ declared, rounds: all }) => lookAgain(declared, all)),
  );

  it('most of what could be believed was', () => {
    expect(believed).toBeGreaterThan(0);
  });
});

async function lookAgain(declared: Document, all: readonly Round[]): Promise<void> {
  await stage.setUp(NOTHING, declared);
  const applied = await stage.run(['apply', '--auto-approve', ...WAIVED]);
  expect(applied.status, applied.text).toBe(0);
  clock.advance(2 * HOUR);
  await stage.run(['drift', '--since', 'last']);
  for (const { done, hours } of all) {
    await meddle(stage.sandbox, done);
    clock.advance(hours * HOUR);
    const since = await stage.run(['drift', '--since', 'last', '--json']);
    const whole = await stage.run(['drift', '--json']);
    believed += lookOf(since.result);
    const story = `${JSON.stringify(done.map(({ act }) => act.request({})))}\n${since.text}\n${whole.text}`;
    expect(said(since.result), story).toEqual(said(whole.result));
    expect(since.status, story).toBe(whole.status);
  }
}

function lookOf(result: string): number {
  if (result === '') return 0;
  const { look } = JSON.parse(result) as { readonly look?: { readonly believed: number } };
  return look?.believed ?? 0;
}

/** All that a drift says but how it was found out. */
function said(result: string): unknown {
  if (result === '') return result;
  const { checksum, forecast, look, ...plan } = JSON.parse(result) as { readonly [name: string]: unknown };
  return { ...plan, isWhole: checksum !== undefined && forecast !== undefined && look !== null };
}
