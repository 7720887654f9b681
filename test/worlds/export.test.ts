import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { liveWorlds, type LiveWorld } from './live-worlds.ts';
import { every, play } from './seeds.ts';
import { openStage, seeds, type Stage } from './stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

const TARGETS = ['group[shop]**', 'group[tools/**', 'instance/**', 'group[*]/member[*]', '**/hook[*]', 'group[old]**'];

const exports = fc.record({ live: liveWorlds, target: fc.constantFrom(...TARGETS) });

describe('what is exported plans to nothing', () => {
  it.each(every(2, seeds))('seed %i', (seed) =>
    play(seed, exports, async ({ live, target }) => {
      await stage.setUp(live, {});
      await plansToNothing([], live);
      await plansToNothing(['--target', target], live);
    }),
  );
});

async function plansToNothing(targets: readonly string[], live: LiveWorld): Promise<void> {
  const exported = await stage.run(['export', ...targets]);
  // A target that fits nothing live is an error, and nothing is exported.
  if (targets.length > 0 && exported.status !== 0) {
    expect(exported.text).toContain('unknown-target');
    return;
  }
  expect(exported.status, exported.text).toBe(0);
  // A secret that an entry cannot do without is a reference to a variable, which a person would set.
  const named = [...exported.result.matchAll(/env: ([A-Z0-9_]+)/g)].map(([, name = '']) => name);
  // Those of CI/CD variables are compared with what is live, as far as they are set: any other would be a difference.
  const free = named.filter((name) => !/(^|_)VARIABLE_/.test(name));
  const given = Object.fromEntries(free.map((name) => [name, 'https://a.example.com/']));
  writeFileSync(join(stage.folder(), 'keelson.yaml'), exported.result);
  const planned = await stage.run(['plan', '--detailed-exitcode'], given);
  expect(planned.status, `${exported.text}\n${planned.text}\n${JSON.stringify(live)}`).toBe(0);
}
