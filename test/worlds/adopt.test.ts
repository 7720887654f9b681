import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { diffLines } from 'diff';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { worlds, type World } from './declared-worlds.ts';
import { dressed, dresses, type Dress } from './dressed.ts';
import { play } from './seeds.ts';
import { openStage, seeds, type Stage } from './stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

const ends = { adopted: 0, nothing: 0, invalid: 0 };

const written = fc.record({ world: worlds, dress: dresses });

describe('what is adopted plans to nothing but what was told, a second time changes no byte, and all other lines stay', () => {
  it.each(seeds)('seed %i', (seed) => play(seed, written, ({ world, dress }) => inFull(world, dress)));

  it('most of what was played could be adopted', () => {
    console.log(`adopted worlds: ${JSON.stringify(ends)}`);
    expect(ends.adopted).toBeGreaterThanOrEqual(ends.invalid);
  });
});

async function inFull({ live, declared }: World, dress: Dress): Promise<void> {
  await stage.setUp(live, declared);
  const file = join(stage.folder(), 'keelson.yaml');
  const before = dressed(declared, dress);
  writeFileSync(file, before);
  const adopted = await stage.run(['adopt']);
  expect(stage.writes(), 'nothing is changed on the platform').toEqual([]);
  const after = readFileSync(file, 'utf8');
  if (adopted.status !== 0) {
    const valid = await stage.run(['validate']);
    ends.invalid++;
    expect(valid.status, adopted.text).not.toBe(0);
    expect(after).toBe(before);
    return;
  }
  const story = `${before}\n=====\n${adopted.text}\n=====\n${after}`;
  ends[after === before ? 'nothing' : 'adopted']++;
  expect(strayLines(before, after, adopted.result), story).toEqual([]);
  expect(comments(after), story).toEqual(comments(before).filter((line) => comments(after).includes(line)));
  expect(ownLines(after), story).toEqual(ownLines(before));

  const again = await stage.run(['adopt']);
  expect(again.status, `${story}\n${again.text}`).toBe(0);
  expect(readFileSync(file, 'utf8'), `${story}\n${again.text}`).toBe(after);
  const planned = await stage.run(['plan', '--json']);
  const told = adopted.text.replaceAll(/\n\s+/g, ' ');
  expect(refusedBeside(told), story).toEqual([]);
  const untold = differences(planned.result).filter(
    (address) => !told.includes(address) && !isInGone(address, told) && !makesWay(address, told),
  );
  expect(untold, `${story}\n${planned.text}`).toEqual([]);
}

/**
 * What was left out since the configuration would be wrong with it, with the reason: nothing, but where an entry stands against it in a group
 * or project that is told not to be there, of which nothing is edited, or where something would come by another name then.
 */
function refusedBeside(told: string): readonly string[] {
  return [
    ...told.matchAll(
      /is live as it cannot be declared beside the rest: (\S+) (?:is the same as \S+ of (\S+),)?.{0,80}/g,
    ),
  ].flatMap(([what, against = '', scope]) =>
    isInGone(scope ?? against, told) || isRenamedInMoving(what, told) ? [] : [what],
  );
}

/** Whether it would have something that is told to have another path come by another name, since its own is taken where it comes to. */
function isRenamedInMoving(what: string, told: string): boolean {
  const [, moved] = /a plan would then have a difference more, (\S+)\.name/.exec(what) ?? [];
  return moved !== undefined && told.includes(`${moved} has another name or path than it is declared with`);
}

/** Whether something stands in a group or a project that is told not to be there itself. */
function isInGone(address: string, told: string): boolean {
  const scope = address.replace(/\/[^\]]*(?:\[.*)?$/, '');
  return told.includes(`${scope} is declared, and is not there`) || told.includes(`${scope} waits for its deletion`);
}

/** Whether it is a step of the way of a group or project that is told to have another path. */
function makesWay(address: string, told: string): boolean {
  const [, moved] = /^(.+) \(makes way\)\]$/.exec(address) ?? [];
  return moved !== undefined && told.includes(`${moved}] has another name or path than it is declared with`);
}

/** The lines that went although nothing that was told is about the group, the project or the instance that they are in. */
function strayLines(before: string, after: string, told: string): readonly string[] {
  let scope = '';
  return diffLines(before, after).flatMap(({ value, added, removed }) => {
    if (added) return [];
    return value.split('\n').flatMap((line) => {
      const [, indent = '', key = ''] = /^( {0,2})["']?([^\s#"':][^"':]*)["']?:/.exec(line) ?? [];
      if (key !== '' && (indent === '' || scope !== 'instance')) scope = key;
      return removed && line.trim() !== '' && !told.toLowerCase().includes(scope.toLowerCase()) ? [line] : [];
    });
  });
}

/** The words that stand beside something. */
function comments(text: string): readonly string[] {
  return text.split(/\r?\n/).flatMap((line) => /#\s(?:words above|beside) \d+$/.exec(line)?.[0] ?? []);
}

/** The comments on lines of their own, none of which ever goes. */
function ownLines(text: string): readonly string[] {
  return text
    .split(/\r?\n/)
    .filter((line) => /^\s*#/.test(line))
    .map((line) => line.trim());
}

/** The addresses of what a plan would change, or leaves since nobody declared it; nothing where there is none. */
function differences(json: string): readonly string[] {
  if (json === '') return [];
  const { changes, unmanaged } = JSON.parse(json) as {
    readonly changes: readonly { readonly address: string }[];
    readonly unmanaged: readonly { readonly entries?: readonly { readonly address: string }[] }[];
  };
  return [...changes, ...unmanaged.flatMap(({ entries = [] }) => entries)].map(({ address }) =>
    // What shares its name with another is told by that name.
    address.replace(/#\d+\]$/, ']'),
  );
}
