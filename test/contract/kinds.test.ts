import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { kinds } from '../../src/kinds/index.ts';
import { failuresOf, inShort, type Keelson } from '../support/keelson.ts';
import { absent, document, examples, ground } from './examples.ts';

describe.each(examples)('the kind of example $name', ({ example }) => {
  let program: Keelson;

  beforeEach(async () => {
    ({ program } = await ground(example));
  });
  afterEach(() => program.close());

  it('converges from creation over a change and an export to its deletion', async () => {
    const before = document(example, example.before);
    const after = document(example, example.after);

    expect(failuresOf(await program.apply(before))).toEqual([]);
    expect(inShort(await program.plan(before))).toEqual([]);

    const change = await program.plan(after);
    expect(change.changes.filter(({ action }) => action !== 'delete').map(({ action }) => action)).toEqual(
      Array.from({ length: example.changes }, () => example.action),
    );
    expect(failuresOf(await program.apply(after))).toEqual([]);
    expect(inShort(await program.plan(after))).toEqual([]);

    expect(inShort(await program.plan(await program.export()))).toEqual([]);

    const kind = kinds.find(({ section }) => section === example.section);
    if (kind?.calls.remove === undefined) return;
    const gone = document(example, absent(example));
    expect(failuresOf(await program.apply(gone))).toEqual([]);
    expect(inShort(await program.plan(gone))).toEqual([]);
  });

  it('sends no write where there is nothing to do', async () => {
    const before = document(example, example.before);
    await program.apply(before);
    program.requests.length = 0;
    await program.apply(before);
    expect(program.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  it('reads nothing twice', async () => {
    const before = document(example, example.before);
    await program.apply(before);
    program.requests.length = 0;
    await program.plan(before);
    const paths = program.requests.map(({ path }) => path);
    expect(paths).toEqual([...new Set(paths)]);
  });
});
