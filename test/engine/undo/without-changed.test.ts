import { expect, it } from 'vitest';
import type { JsonObject } from '../../../src/model.ts';
import type { Undo, UndoEntry } from '../../../src/engine/undo/undo.ts';
import { withoutChanged } from '../../../src/engine/undo/without-changed.ts';
import { desiredOf } from '../../support/keelson.ts';
import { kinds } from '../instance.ts';

const entryOf = (was: JsonObject, left: JsonObject, more: Partial<UndoEntry> = {}): UndoEntry => ({
  address: 'group[a]/member[ann]',
  applied: 'group[a]/member[ann]',
  section: 'members',
  scope: { type: 'group', path: 'a' },
  key: 'ann',
  did: 'update',
  was,
  left,
  ...more,
});

/** What is brought back of an entry, of which others have changed these fields; all of it without any. */
function rest(entry: UndoEntry, fields: readonly string[] | undefined): readonly UndoEntry[] {
  const undo: Undo = {
    target: { url: 'https://gitlab.example.com', version: '18.9.0' },
    state: 'ended',
    guards: desiredOf('groups: {}').guards,
    entries: [entry],
    meant: [],
    lost: [],
  };
  return withoutChanged(undo, [{ entry, how: 'is another', ...(fields && { fields }) }], kinds).entries;
}

const both = entryOf({ access_level: 'guest', expires_at: '2030-01-01' }, { access_level: 'owner', expires_at: null });

it('of an entry the fields that others have changed are left out, and the others are brought back', () => {
  expect(rest(both, ['expires_at'])).toEqual([
    { ...both, was: { access_level: 'guest' }, left: { access_level: 'owner' } },
  ]);
});

it('all of it is left out where it is not known by fields, where nothing remains, or what it cannot be without is not its own', () => {
  expect(rest(both, undefined)).toEqual([]);
  expect(rest(both, ['access_level'])).toEqual([]);
  // The level is in it because no member may lack it; the apply has left it as it was.
  const one = entryOf({ access_level: 'guest', expires_at: '2030-01-01' }, { access_level: 'guest', expires_at: null });
  expect(rest(one, ['expires_at'])).toEqual([]);
});

it('a name is given back though all else was changed', () => {
  const renamed = entryOf({ description: 'was' }, { description: 'is' }, { section: 'groups', previously: 'b' });
  expect(rest(renamed, ['description'])).toEqual([{ ...renamed, was: {}, left: {} }]);
});
