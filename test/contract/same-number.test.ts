import { expect, it } from 'vitest';
import { kinds } from '../../src/kinds/index.ts';
import { failuresOf } from '../support/keelson.ts';
import { absent, document, examples, ground } from './examples.ts';

/** Kinds whose entries are gone at once when they are removed, so that another can be made in their place; a file of a token is made once. */
const remade = examples.filter(({ example }) => {
  const kind = kinds.find(({ section }) => section === example.section);
  return (
    example.action === 'update' &&
    kind?.calls.remove !== undefined &&
    kind.host === undefined &&
    !kind.people &&
    !('token_to' in kind.schema.properties)
  );
});

it.each(remade)(
  'what was made anew as a saved plan wants it is not taken for what that changes: $name',
  async ({ example }) => {
    const { program } = await ground(example);
    expect(failuresOf(await program.apply(document(example, example.before)))).toEqual([]);
    const saved = await program.plan(document(example, example.after));
    expect(failuresOf(await program.apply(document(example, absent({ ...example, after: example.before }))))).toEqual(
      [],
    );
    expect(failuresOf(await program.apply(document(example, example.after)))).toEqual([]);
    const back = await program.plan(document(example, example.before));
    const now = new Map(back.changes.map(({ address, seen }) => [address, seen.id]));
    for (const outcome of await program.carryOutSaved(saved)) {
      if (outcome.change.action !== 'update') continue;
      const { seen, address } = outcome.change;
      const isAnother = seen.id !== undefined && now.has(address) && now.get(address) !== seen.id;
      // Whoever is a member has the number of a person, which stays.
      if (isAnother) expect([address, outcome.status]).toEqual([address, 'stale']);
    }
    await program.close();
  },
);

it('there are such kinds', () => {
  expect(new Set(remade.map(({ example: { section } }) => section)).size).toBeGreaterThan(5);
});
