import { expect, it } from 'vitest';
import { observe } from '../../../src/engine/observe/observe.ts';
import type { Declared } from '../../../src/model.ts';
import type { Read } from '../../../src/read.ts';
import { fakeClient } from '../../api/fake-client.ts';
import { instance, kinds } from '../instance.ts';
import { declared, desired, section } from './declared.ts';

const token = (id: number, name: string, more: object = {}) => ({
  ...{ id, name, scopes: ['api'], description: null, expires_at: '2027-01-01', user_id: 7 },
  ...more,
});

/** What an instance answers that has dora, and the tokens of hers. */
const ANSWERS: { readonly [asked: string]: readonly object[] } = {
  '/users dora': [{ id: 7, username: 'dora', name: 'Dora', state: 'active' }],
  // No GitLab answers so; something in front of one may.
  '/users twice': [
    { id: 9, username: 'one' },
    { id: 99, username: 'other' },
  ],
  '/users/7/impersonation_tokens': [token(4, 'both', { impersonation: true })],
  '/personal_access_tokens 7': [token(3, 'ci'), token(4, 'both')],
};

/** The keys that are seen of each section, what was asked, and how much of that was forecast. */
async function look(users: readonly Declared[], ...tokens: readonly string[]) {
  const asked: string[] = [];
  let forecast = 0;
  const client = fakeClient({
    read: ({ path, query = {} }: Read) => {
      const whose = query['username'] ?? query['user_id'];
      const one = whose === undefined ? path : `${path} ${String(whose)}`;
      asked.push(one);
      return Promise.resolve((ANSWERS[one] ?? []) as readonly { readonly [name: string]: number }[]);
    },
  });
  const wanted = desired(
    ...(users.length === 0 ? [] : [section('users', undefined, ...users)]),
    ...['personal_access_tokens', 'impersonation_tokens'].map((name) =>
      section(name, undefined, ...tokens.map((key) => declared(key))),
    ),
  );
  const { world, diagnostics } = await observe(wanted, kinds, client, instance, (requests) => {
    forecast = requests;
    return undefined;
  });
  expect(diagnostics).toEqual([]);
  const keysIn = (name: string) => world.sections.get(`instance/${name}`)?.map(({ key }) => key);
  return {
    keys: [keysIn('personal_access_tokens'), keysIn('impersonation_tokens')],
    asked: asked.toSorted(),
    forecast,
  };
}

it('the lists of who is named are found by their name, asked for by their number, and each sort by itself', async () => {
  const { keys, asked, forecast } = await look([], 'dora/ci', 'dora/both');
  expect(keys).toEqual([['dora/ci'], ['dora/both']]);
  expect(new Set(asked)).toEqual(new Set(Object.keys(ANSWERS).filter((one) => !one.includes('twice'))));
  expect(forecast).toBe(4);
});

it('whoever is declared is not looked for again, and who is yet to get a name is found by the one that they have', async () => {
  const known = await look([declared('dora')], 'dora/ci');
  expect(known.asked.filter((one) => one.startsWith('/users '))).toEqual(['/users dora']);
  expect(known.forecast).toBe(4);
  const renamed = await look([declared('diana', { previously: 'dora' })], 'diana/ci');
  expect(renamed.keys).toEqual([['diana/ci'], ['diana/both']]);
  expect(renamed.asked.filter((one) => one.startsWith('/users '))).toEqual(['/users diana', '/users dora']);
});

it('of nobody there is nothing to ask, and of several who answer to a name nobody knows who is meant', async () => {
  expect(await look([], 'nobody/ci')).toMatchObject({ keys: [[], []], asked: ['/users nobody'] });
  const { keys, asked } = await look([], 'dora/ci', 'twice/ci');
  expect(keys).toEqual([['dora/ci'], ['dora/both']]);
  expect(asked.filter((one) => one.includes('9'))).toEqual([]);
});
