import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Change } from '../../src/model.ts';
import { byScope } from '../../src/report/by-scope.ts';
import { change } from './sample-plan.ts';

const scopes = ['instance', 'group[a]', 'group[a/b]', 'project[a/c]'];

/** Plans as the planner makes them: whatever a change needs stands before it. */
const changesArbitrary = fc
  .array(
    fc.record({
      scope: fc.constantFrom(...scopes),
      removal: fc.boolean(),
      needs: fc.array(fc.nat(), { maxLength: 3 }),
    }),
    { maxLength: 30 },
  )
  .map((rows) =>
    rows.reduce<readonly Change[]>((before, { scope, removal, needs }, index) => {
      const needed = needs.flatMap((need) => before[need % Math.max(1, index)]?.address ?? []);
      return [
        ...before,
        change({ address: `${scope}/hook[${index}]`, action: removal ? 'delete' : 'update', needs: needed }),
      ];
    }, []),
  );

const shape = (changes: readonly Change[]): unknown =>
  byScope(changes).map(({ scope, changes: inside }) => [scope, ...inside.map(({ address }) => address)]);

test('gathers a scope where the order leaves a choice', () => {
  const changes = [
    change({ address: 'group[a]', action: 'create' }),
    change({ address: 'group[b]', action: 'create' }),
    change({ address: 'group[a]/hook[x]', action: 'create', needs: ['group[a]'] }),
    change({ address: 'group[b]/hook[y]', action: 'create', needs: ['group[b]'] }),
  ];
  expect(shape(changes)).toEqual([
    ['group[a]', 'group[a]', 'group[a]/hook[x]'],
    ['group[b]', 'group[b]', 'group[b]/hook[y]'],
  ]);
});

test('comes back to a scope where the order asks for it', () => {
  const changes = [
    change({ address: 'group[a]/hook[1]', action: 'create' }),
    change({ address: 'group[b]/hook[2]', action: 'create', needs: ['group[a]/hook[1]'] }),
    change({ address: 'group[a]/hook[3]', action: 'create', needs: ['group[b]/hook[2]'] }),
    change({ address: 'group[a]/hook[4]', action: 'delete' }),
  ];
  expect(shape(changes)).toEqual([
    ['group[a]', 'group[a]/hook[1]'],
    ['group[b]', 'group[b]/hook[2]'],
    ['group[a]', 'group[a]/hook[3]', 'group[a]/hook[4]'],
  ]);
});

test('loses nothing, and keeps to the order of what is needed and of removals', () => {
  fc.assert(
    fc.property(changesArbitrary, (changes) => {
      const printed = byScope(changes).flatMap((group) => group.changes);
      expect(new Set(printed)).toEqual(new Set(changes));
      expect(printed.map(({ action }) => action)).toEqual(changes.map(({ action }) => action));
      const at = new Map(printed.map(({ address }, index) => [address, index]));
      for (const [index, { needs }] of printed.entries()) {
        for (const need of needs) expect(at.get(need)).toBeLessThan(index);
      }
    }),
  );
});

test('prints changes that need each other as they came', () => {
  const changes = [
    change({ address: 'group[a]/hook[1]', action: 'create', needs: ['group[b]/hook[2]'] }),
    change({ address: 'group[b]/hook[2]', action: 'create', needs: ['group[a]/hook[1]'] }),
  ];
  expect(shape(changes)).toEqual([
    ['group[a]', 'group[a]/hook[1]'],
    ['group[b]', 'group[b]/hook[2]'],
  ]);
});
