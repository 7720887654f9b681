import { expect, test } from 'vitest';
import { filesInMemory } from '../../src/config/files.ts';
import { loadConfig } from '../../src/config/load.ts';
import { kinds } from '../../src/kinds/index.ts';

/** What is said of one variable of a group, with the help, where `EMPTY` is set to nothing. */
function said(variable: string, more = ''): readonly string[] {
  const text = `${more}groups: { team: { variables: { REGION: ${variable} } } }\n`;
  const { diagnostics } = loadConfig('a.yaml', kinds, filesInMemory(new Map([['a.yaml', text]])), { EMPTY: '' });
  return diagnostics.map(({ message, remedy }) => `${message}; ${remedy ?? ''}`);
}

test('a value in the place of a variable is led to where it goes', () => {
  expect(said('north')).toEqual([
    '`REGION` has to be a map or a list, and is text; Write `{ value: { env: … } }`, with its other fields beside it',
  ]);
});

test('a value that is empty is told apart from none, and can be said to be meant', () => {
  expect(said('{ value: { env: NONE } }')).toEqual([
    'The environment variable `NONE` is not set; Put the secret there before the configuration is applied',
  ]);
  expect(said('{ value: { env: EMPTY } }')).toEqual([
    'The environment variable `EMPTY` is empty; Put the secret there before the configuration is applied; what is to be empty is written `""`, and listed under `allow_plain_secrets`',
  ]);
  const allowed = "allow_plain_secrets: ['group[team]/variable[REGION].value']\n";
  expect(said('{ value: "" }', allowed)).toEqual([]);
});
