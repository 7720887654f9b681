import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { worlds, type World } from './declared-worlds.ts';
import { notBroughtBack, type Lost } from './promises.ts';
import { every, play } from './seeds.ts';
import { openStage, seeds, WAIVED, type Stage } from './stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

const ends = { undone: 0, nothing: 0 };

describe('an undo brings back what was, but for what it says that it will not', () => {
  it.each(every(2, seeds))('seed %i', (seed) => play(seed, worlds, thereAndBack));

  it('in most worlds there was something to undo', () => {
    console.log(`undone worlds: ${JSON.stringify(ends)}`);
    expect(ends.undone).toBeGreaterThanOrEqual(ends.nothing);
  });
});

interface UndoFile {
  readonly lost: readonly Lost[];
  readonly entries: readonly { readonly address: string; readonly applied: string }[];
}

/** What is said of something where the apply has put it, said of where it was. */
function inWordsOfBefore(entries: UndoFile['entries']): (lost: Lost) => Lost {
  return (lost) =>
    entries.reduce((told, { address, applied }) => ({ ...told, why: told.why.replace(applied, address) }), lost);
}

const UNDO = ['apply', 'undo.json', '--auto-approve', ...WAIVED];

/** Who may have which address is set by the instance, at the same time as they get it: what is refused for that is brought back by the next run. */
async function undo() {
  const first = await stage.run(UNDO);
  return first.status === 1 && first.text.includes('email is not allowed') ? stage.run(UNDO) : first;
}

async function thereAndBack({ live, declared }: World): Promise<void> {
  const before = await stage.setUp(live, declared);
  const applied = await stage.run(['apply', '--auto-approve', '--undo', 'undo.json', ...WAIVED]);
  const file = join(stage.folder(), 'undo.json');
  if (!existsSync(file)) {
    ends.nothing++;
    return;
  }
  const undone = await undo();
  const after = stage.sandbox.state();
  const { lost, entries } = JSON.parse(readFileSync(file, 'utf8')) as UndoFile;
  const story = `${readFileSync(file, 'utf8')}\n${applied.text}\n=====\n${undone.text}`;
  ends.undone++;
  expect(undone.status, story).toBe(0);
  expect(notBroughtBack(before, after, lost.map(inWordsOfBefore(entries))), story).toEqual([]);
  const again = await stage.run(UNDO);
  expect(again.text, story).toContain('Nothing to do');
}
