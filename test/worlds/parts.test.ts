import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { glob } from '../../src/base/glob.ts';
import { normalState } from '../crash/normal-state.ts';
import { worlds, type World } from './declared-worlds.ts';
import { deletedUntold, savedChanges, untold, type SavedChange } from './promises.ts';
import { every, play } from './seeds.ts';
import { openStage, seeds, WAIVED, type Stage } from './stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

const TARGETS = [
  ...['group[shop]**', 'group[shop/web]/**', 'group[tools]', 'group[benches]**', 'group[*]/member[*]', '**/hook[*]'],
  ...['instance/**', '**/saml_link[*]', '**/runner[*]', 'instance/member_role[*]', 'project[*]**'],
];

const aimed = fc.record({ world: worlds, target: fc.constantFrom(...TARGETS) });

describe('a target restricts a plan to what it fits and what that needs, and that is all that happens', () => {
  it.each(every(4, seeds))('seed %i', (seed) =>
    play(seed, aimed, async ({ world: { live, declared }, target }) => {
      const before = await stage.setUp(live, declared);
      const planned = await stage.run(['plan', '--target', target, '--out', 'plan.json', ...WAIVED]);
      const changes = savedChanges(stage.folder(), 'plan.json') ?? [];
      expect(unasked(target, changes), planned.text).toEqual([]);
      const applied = await stage.run(['apply', '--target', target, '--auto-approve', ...WAIVED]);
      const after = stage.sandbox.state();
      const story = `${target}\n${planned.text}\n${applied.text}`;
      if (planned.status !== 0) expect(applied.status, story).not.toBe(0);
      expect(deletedUntold(before, after, changes), story).toEqual([]);
      expect(untold(before, after, changes), story).toEqual([]);
      if (applied.status !== 0) return;
      const again = await stage.run(['plan', '--target', target, '--detailed-exitcode', ...WAIVED]);
      // What was there to be meant may be gone.
      const isGone = again.text.includes('unknown-target') && changes.some(({ action }) => action === 'delete');
      expect(isGone ? 0 : again.status, `${story}\n${again.text}`).toBe(0);
    }),
  );
});

describe('the plans of all shards make the plan of the whole, and end where it ends', () => {
  it.each(every(4, seeds))('seed %i', (seed) => play(seed, worlds, inShards));
});

/** What a plan says of changes that are to be planned together. */
const IN_TWO = /error\[in-use\].+\n(?:.*\n){0,4}.* plan both together, without --shard/;

async function inShards({ live, declared }: World): Promise<void> {
  const before = await stage.setUp(live, declared);
  const planned = await stage.run(['plan', '--out', 'plan.json', ...WAIVED]);
  const whole = savedChanges(stage.folder(), 'plan.json');
  const parts = [];
  for (const part of [1, 2]) {
    const made = await stage.run(['plan', '--shard', `${part}/2`, '--out', `part-${part}.json`, ...WAIVED]);
    parts.push(made);
  }
  const told = parts.map(({ text }) => text).join('\n');
  if (whole === undefined) {
    // What is wrong is wrong in the shard that looks at it.
    expect(
      parts.some(({ status }) => status !== 0),
      `${planned.text}\n${told}`,
    ).toBe(true);
    return;
  }
  // A role cannot go before what has it, which another shard looks after.
  if (parts.some(({ status, text }) => status !== 0 && IN_TWO.test(text))) return;
  const merged = await stage.run(['merge', 'part-1.json', 'part-2.json', '--out', 'merged.json']);
  expect(merged.status, `${told}\n${merged.text}`).toBe(0);
  const addresses = (savedChanges(stage.folder(), 'merged.json') ?? []).map(({ address }) => address);
  expect(addresses.sort(), told).toEqual(whole.map(({ address }) => address).sort());
  const atOnce = await stage.run(['apply', 'plan.json', '--auto-approve']);
  if (atOnce.status !== 0) return;
  const wanted = normalState(stage.sandbox.state());
  stage.reset(before);
  const applied = await stage.run(['apply', 'merged.json', '--auto-approve']);
  expect(applied.status, applied.text).toBe(0);
  expect(normalState(stage.sandbox.state()), applied.text).toEqual(wanted);
}

/** What a plan would do although a target neither means it nor needs it: by address. */
function unasked(target: string, changes: readonly SavedChange[]): string[] {
  const asked = new Set<string>();
  const ask = (address: string): void => {
    if (asked.has(address)) return;
    asked.add(address);
    for (const needed of changes.find((change) => change.address === address)?.needs ?? []) ask(needed);
  };
  // What a replacement leaves over goes with the replacement.
  for (const { address } of changes) if (isAsked(target, address.replace(' (replaced)]', ']'))) ask(address);
  return changes.map(({ address }) => address).filter((address) => !asked.has(address));
}

/** Whether a target means an address: a group with two stars after it is all that is in it. */
function isAsked(target: string, address: string): boolean {
  const [, department] = /^group\[(.*)\]\*\*$/.exec(target) ?? [];
  if (department === undefined) return glob(target)(address);
  const [, type, path = ''] = /^(group|project)\[([^\]]*)\]/.exec(address.toLowerCase()) ?? [];
  return (type === 'group' && path === department) || path.startsWith(`${department}/`);
}
