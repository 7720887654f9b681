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
  const settings = { section: 'settings', scope: { type: 'instance' }, key: '' } as const;
  const texts = entryOf(
    { help_page_text: 'a', after_sign_up_text: 'a' },
    { help_page_text: 'b', after_sign_up_text: 'b' },
    settings,
  );
  expect(rest(texts, ['help_page_text'])).toEqual([
    { ...texts, was: { after_sign_up_text: 'a' }, left: { after_sign_up_text: 'b' } },
  ]);
});

it('what decides together who may do what is brought back as a whole, or not at all: in part it would be what never was', () => {
  expect(rest(both, ['expires_at'])).toEqual([]);
  expect(rest({ ...both, beside: { role: null } }, ['role'])).toEqual([]);
  const group = entryOf(
    { description: 'a', visibility: 'private' },
    { description: 'b', visibility: 'public' },
    { section: 'groups', scope: { type: 'instance' }, key: 'a', beside: { membership_lock: true } },
  );
  const { beside, ...told } = group;
  expect(beside).toBeDefined();
  expect(rest(group, ['membership_lock'])).toEqual([
    { ...told, was: { description: 'a' }, left: { description: 'b' } },
  ]);
  expect(rest(group, ['description'])).toEqual([
    { ...group, was: { visibility: 'private' }, left: { visibility: 'public' } },
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
