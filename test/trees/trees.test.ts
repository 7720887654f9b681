import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Mishap } from '../crash/mishap.ts';
import { seedsOf } from '../worlds/seeds.ts';
import { chanceOf } from './chance.ts';
import { departures, isDone, losses } from './judge.ts';
import { openStage, type Grown, type Stage } from './stage.ts';
import { documentOf } from './document.ts';
import { treesOf, type Trees } from './tree.ts';

/** How many trees, or which: `KEELSON_TREES=1000`, `KEELSON_TREES=17..17`. */
const seeds = seedsOf(process.env['KEELSON_TREES'] ?? '25');

const CUTS: readonly [Mishap, ...Mishap[]] = ['reset-before', 'reset-after', 'cut', '502-after', '500'];

/** How many deaths each tree dies, at most on average. */
const SOME = 3;

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

describe('any tree becomes any other', () => {
  it.each(seeds)('seed %i', async (seed) => {
    const trees = treesOf(seed);
    const grown = await stage.grow(trees);
    expect(await inOneRun(trees, grown)).toEqual([]);
  });
});

/** Applies a tree in one run; after it was killed behind each of its requests; while one of them is cut; and a part of it first. */
async function inOneRun(trees: Trees, grown: Grown): Promise<string[]> {
  const chance = chanceOf(trees.seed);
  const whole = await runUntilDone('in one run', trees, grown, 1);
  if (whole.length > 0) return told(trees, whole);
  const states = [...stage.states];
  const writes = stage.wire.seen.flatMap(({ method }, index) => (method === 'GET' ? [] : [index]));
  const wrong = await nothingLeft(trees);
  for (const [index, state] of states.entries()) {
    // The more there is to do, the fewer of its steps: the next seeds take others.
    if (states.length > SOME && chance.below(states.length) >= SOME) continue;
    stage.reset(state);
    if (isDone(trees, grown, state)) continue;
    wrong.push(...(await runUntilDone(`after it was killed behind write ${index + 1}`, trees, grown, 1)));
  }
  if (wrong.length > 0) return told(trees, wrong);
  const groups = trees.nodes.flatMap((n) => (n.isDeclared ? [`group[${n.wanted.path}]**`] : []));
  const projects = trees.projects.flatMap((n) => (n.isDeclared ? [`project[${n.wanted}]`] : []));
  const target = chance.one(['group[]**', ...groups, ...projects]);
  stage.reset(grown.before);
  const part = await stage.run('apply', '--target', target);
  wrong.push(...losses(trees, grown, stage.sandbox.state()).map((loss) => `--target ${target}: ${loss}\n${part.text}`));
  wrong.push(...(await runUntilDone(`after --target ${target}`, trees, grown, 1)));
  const cut = writes[chance.below(writes.length)];
  if (cut !== undefined) {
    stage.reset(grown.before);
    const mishap = chance.one(CUTS);
    stage.wire.arm(cut, mishap);
    wrong.push(...(await runUntilDone(`while request ${cut} met ${mishap}`, trees, grown, 3)));
  }
  return told(trees, wrong);
}

/** Applies until a run says that all is done, and says what is not. */
async function runUntilDone(when: string, trees: Trees, grown: Grown, runs: number): Promise<string[]> {
  const texts: string[] = [];
  for (let run = 0; run < runs; run++) {
    const { status, text } = await stage.run('apply');
    stage.wire.disarm();
    texts.push(text);
    const now = stage.sandbox.state();
    const lost = losses(trees, grown, now);
    if (lost.length > 0) return [`${when}:`, ...lost, ...texts];
    if (status !== 0 && !isDone(trees, grown, now)) continue;
    const wrong = departures(trees, grown, now);
    return wrong.length === 0 ? [] : [`${when}:`, ...wrong, ...texts];
  }
  return [`${when}: not done`, ...texts];
}

async function nothingLeft(trees: Trees): Promise<string[]> {
  const { status, text } = await stage.run('plan', '--detailed-exitcode');
  return status === 0 ? [] : [`it is not done once it is done (${String(status)})`, text, JSON.stringify(trees.seed)];
}

function told(trees: Trees, wrong: readonly string[]): string[] {
  if (wrong.length === 0) return [];
  const live = [...trees.nodes, ...trees.projects].flatMap((node) =>
    node.live === undefined ? [] : [`${node.live.path} "${node.live.name}"`],
  );
  return [`live: ${live.join(', ')}`, JSON.stringify(documentOf(trees)), ...wrong];
}
