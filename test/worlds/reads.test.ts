import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ServedSandbox } from '../../src/sandbox/http/server.ts';
import { worlds, type World } from './declared-worlds.ts';
import { deeds, meddle, type Deed } from './foreign-hands.ts';
import { every, play } from './seeds.ts';
import { openStage, seeds, WAIVED, type Stage } from './stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

/** What no query tells of a member, and no request sets. */
const UNTOLD = [{ state: 'awaiting' }, { ldap: true }, {}, {}, {}] as const;

const read = fc.record({
  world: worlds,
  done: deeds,
  untold: fc.array(fc.constantFrom(...UNTOLD), { minLength: 1, maxLength: 12 }),
});

interface Read {
  readonly world: World;
  readonly done: readonly Deed[];
  readonly untold: readonly (typeof UNTOLD)[number][];
}

/** The queries of batches: constants with a name for what they ask; what else is asked by GraphQL has none. */
const BATCHES = /^\/api\/graphql\?query=query/;

let batches = 0;

describe('a plan by GraphQL is what it is by REST, down to what the guards say', () => {
  it.each(every(2, seeds))('seed %i', (seed) => play(seed, read, readBothWays));

  it('asks for batches', () => {
    expect(batches).toBeGreaterThan(0);
  });
});

/** What was applied is as it is declared, but for what others do then, and what no query tells. */
async function readBothWays({ world: { live, declared }, done, untold }: Read): Promise<void> {
  await stage.setUp(live, declared);
  await stage.run(['apply', '--auto-approve', ...WAIVED]);
  await meddle(stage.sandbox, done);
  markMembers(stage.sandbox, untold);
  const shown = await stage.run(['plan', '--json']);
  batches += stage.wire.seen.filter(({ url }) => BATCHES.test(url)).length;
  stage.wire.keepBack(BATCHES);
  const byRest = await stage.run(['plan', '--json']);
  stage.wire.keepBack(undefined);
  expect(said(shown.result), shown.text).toEqual(said(byRest.result));
  expect(shown.status).toBe(byRest.status);
}

/** Each member in turn is what one of these says. */
function markMembers(sandbox: ServedSandbox, untold: Read['untold']): void {
  const state = sandbox.state();
  const members = (state.tables['members'] ?? []).map((member, index) => ({
    ...(member as object),
    ...untold[index % untold.length],
  }));
  sandbox.load({ ...state, tables: { ...state.tables, members } });
}

/** All that a plan says but how many requests it took. */
function said(result: string): unknown {
  if (result === '') return result;
  const { checksum, forecast, ...plan } = JSON.parse(result) as { readonly [name: string]: unknown };
  return { ...plan, isWhole: checksum !== undefined && forecast !== undefined };
}
