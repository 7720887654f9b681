import { describe, expect, it } from 'vitest';
import { editedConfiguration } from '../../../src/config/adopt/edited-configuration.ts';
import { writtenConfiguration } from '../../../src/config/adopt/written-scopes.ts';
import { keepingReader } from '../../../src/config/yaml/keeping-reader.ts';
import type { ConfigurationEdit } from '../../../src/configuration-edit.ts';
import { kindOf, kindsByName } from '../../../src/engine/kinds.ts';
import { kinds } from '../../../src/kinds/index.ts';

/** A configuration of one file after edits of users, of which each has to be made. */
function after(text: string, ...edits: readonly ConfigurationEdit[]): string {
  const texts = [{ file: 'a.yaml', text }];
  const named = kindsByName(kinds);
  const reader = keepingReader(kinds);
  const edited = editedConfiguration(
    texts,
    writtenConfiguration(texts, kinds, reader.read),
    ({ section }) => kindOf(named, section),
    edits,
    () => true,
    reader.parse,
  );
  expect([...edited.hindered]).toEqual([]);
  return edited.texts.map((one) => one.text).join('');
}

const user = (key: string) => ({
  scope: { type: 'instance' as const },
  section: 'users',
  key,
  address: `instance/user[${key}]`,
});
const gone = (key: string): ConfigurationEdit => ({ ...user(key), does: 'remove' });

describe('a section of users, which as an empty one would ask for all there are', () => {
  const text = [
    'version: 1',
    'instance:',
    '  # of all',
    '  users:',
    '    # of bob',
    '    bob: { name: Bob }',
    '',
    '    # of carol',
    '    carol:',
    '      # of her name',
    '      name: Carol',
    '  settings: { signup_enabled: false }',
    '',
  ].join('\n');

  it('goes with its last entry, and leaves the words that stand free', () => {
    expect(after(text, gone('bob'), gone('carol'))).toBe(
      [
        'version: 1',
        'instance:',
        '  # of all',
        '    # of bob',
        '',
        '    # of carol',
        '  settings: { signup_enabled: false }',
        '',
      ].join('\n'),
    );
  });

  it('stays where something is left in it, though as much goes as there are entries', () => {
    const short = 'version: 1\ninstance:\n  users:\n    bob: { name: Bob, note: x }\n    carol: { name: Carol }\n';
    const edit: ConfigurationEdit = {
      ...user('bob'),
      does: 'set',
      values: [{ path: ['note'], from: 'x', value: undefined }],
    };
    expect(after(short, edit, gone('carol'))).toContain('    bob: { name: Bob');
  });
});
