import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { loadConfig } from '../../src/config/load.ts';
import { kinds } from '../../src/kinds/index.ts';
import { Secret } from '../../src/base/secret.ts';
import { variables } from '../../src/kinds/variables/variable.ts';
import { memory } from '../config/load.ts';

const env = {
  LONG: 'longenough12',
  SHORT: 'short-1',
  DOLLAR: 'some$thing-else',
  BLANK: 'with a blank in it',
  LINES: 'two-lines\nof-text',
};
type Entry = { readonly [field: string]: unknown };

/** What is said of a variable, in a group where it is not of the instance. */
function said(entry: Entry | readonly Entry[], scope: 'instance' | 'group' = 'group', key = 'A') {
  const part = { variables: { [key]: entry } };
  const document = scope === 'instance' ? { instance: part } : { groups: { team: part } };
  const files = memory({ 'a.yaml': stringify(document), 'secret.txt': 'in-a-file-1 of it\n' });
  return loadConfig('a.yaml', kinds, files, env).diagnostics;
}

const messages = (...given: Parameters<typeof said>): readonly string[] => said(...given).map(({ message }) => message);
const secret = (name: string): Entry => ({ value: { env: name } });

describe('a variable', () => {
  it.each<[Entry, string]>([
    [{ protected: true }, 'A variable needs a value'],
    [{ ...secret('LONG'), plain_value: 'x' }, '`value` and `plain_value` exclude each other'],
    [{ plain_value: 'longenough12', masked: true }, 'The value of a masked variable is a secret'],
    [{ plain_value: 'longenough12', hidden: true }, 'The value of a masked variable is a secret'],
    [{ ...secret('LONG'), hidden: true, masked: false }, 'A hidden variable is masked'],
    [{ value: 'longenough12' }, '`value` is a secret and stands here in plain text'],
    [{ plain_value: 'x', environment_scope: ' prod' }, 'does not fit'],
    [{ plain_value: 'x', environment_scope: 'prod,test' }, 'does not fit'],
  ])('%j is refused', (entry, message) => {
    const [first, ...more] = messages(entry);
    expect(more).toEqual([]);
    if (message === 'does not fit') expect(said(entry).map(({ code }) => code)).toEqual(['bad-pattern']);
    else expect(first).toContain(message);
  });

  it.each(['A-B', 'A B', '', 'k'.repeat(256)])('has no key as %j', (key) => {
    expect(said({ plain_value: 'x' }, 'group', key).map(({ code }) => code)).toEqual(['bad-pattern']);
  });

  it('of the instance has no environment and is never hidden', () => {
    expect(messages({ plain_value: 'x', environment_scope: 'prod' }, 'instance')).toEqual([
      'A variable of the instance has no `environment_scope`',
    ]);
    expect(messages({ ...secret('LONG'), hidden: true }, 'instance')).toEqual([
      'A variable of the instance has no `hidden`',
    ]);
    expect(messages({ plain_value: 'x', environment_scope: '*' }, 'instance')).toEqual([]);
  });

  it('stands once for each environment, of which `*` is all', () => {
    const twice = [{ plain_value: 'x' }, { plain_value: 'y', environment_scope: '*' }];
    expect(said(twice).map(({ code }) => code)).toEqual(['duplicate']);
    expect(said([{ plain_value: 'x' }, { plain_value: 'y', environment_scope: 'prod/*' }])).toEqual([]);
  });
});

describe('a masked value that is at hand is looked at, and not told', () => {
  const short = 'A masked value has at least 8 characters, in one line and without blanks';
  const odd = 'A masked value that is not `raw` has letters, digits and _ + = / @ : . ~ - alone';
  it.each<[string, Entry, readonly string[]]>([
    ['LONG', {}, []],
    ['SHORT', {}, [short]],
    ['BLANK', {}, [short]],
    ['LINES', { raw: true }, [short]],
    ['DOLLAR', {}, [odd]],
    ['DOLLAR', { raw: true }, []],
  ])('%s %j', (name, more, expected) => {
    for (const visibility of [{ masked: true }, { hidden: true }]) {
      const found = said({ ...secret(name), ...visibility, ...more });
      expect(found.map(({ message }) => message)).toEqual(expected);
      expect(JSON.stringify(found)).not.toMatch(/short-1|with a blank|two-lines|some\$thing/);
    }
    expect(messages({ ...secret(name), ...more })).toEqual([]);
  });

  it('in a file, too; what is not at hand is left to GitLab', () => {
    expect(messages({ value: { file: 'secret.txt' }, masked: true })).toEqual([short]);
    expect(said({ ...secret('NOBODY'), masked: true }).map(({ code }) => code)).toEqual(['unset-secret']);
  });
});

describe('what is live', () => {
  const look = {
    scope: { type: 'group', path: 'team' },
    nameOf: () => undefined,
    intern: (text: string) => text,
  } as unknown as Parameters<typeof variables.decode>[1];

  it('is told apart by key and environment', () => {
    const keys = ['*', 'prod/*', undefined].map(
      (scope) => variables.decode({ key: 'A', value: 'x', ...(scope && { environment_scope: scope }) }, look)?.key,
    );
    expect(keys).toEqual(['A', 'A (prod/*)', 'A']);
  });

  it('has its value as a secret, and a hidden one has none', () => {
    const shown = variables.decode({ key: 'A', value: 'live-value-1' }, look);
    expect(shown?.spec['value']).toBeInstanceOf(Secret);
    expect(shown?.spec['plain_value']).toBeInstanceOf(Secret);
    expect(JSON.stringify(shown)).not.toContain('live-value-1');
    expect(variables.decode({ key: 'A', value: null, hidden: true }, look)?.spec['value']).toBeUndefined();
  });
});
