import { expect, it } from 'vitest';
import { identify } from '../../src/api/instance.ts';
import { fakeClient } from './fake-client.ts';
import type { Json, JsonObject } from '../../src/model.ts';

const url = 'https://gitlab.example.com';
const metadata = { version: '18.9.0-ee', enterprise: true };
const user = { id: 7, username: 'root', is_admin: true };

function asked(answers: { readonly [path: string]: Json | undefined }) {
  return identify(
    fakeClient({
      read: ({ path }) => Promise.resolve(answers[path] as JsonObject | undefined),
      lastAnsweredAt: () => 'Sat, 31 Jan 2026 12:00:00 GMT',
    }),
    url,
  );
}

it('an instance says what it is, and whose the token is', async () => {
  expect(await asked({ '/metadata': metadata, '/user': user })).toEqual({
    url,
    version: '18.9.0-ee',
    enterprise: true,
    askedAt: 'Sat, 31 Jan 2026 12:00:00 GMT',
    me: { id: 7, username: 'root', admin: true },
  });
});

it('what is not said to be so is not: enterprise, an administrator', async () => {
  const plain = await asked({ '/metadata': { version: '18.9.0' }, '/user': { id: 7, username: 'root' } });
  expect([plain.enterprise, plain.me.admin]).toEqual([false, false]);
});

it('an answer without a date leaves the time empty', async () => {
  const client = fakeClient({ read: ({ path }) => Promise.resolve(path === '/user' ? user : metadata) });
  expect((await identify(client, url)).askedAt).toBe('');
});

it.each<[Json, Json]>([
  [{ enterprise: true }, user],
  [metadata, { username: 'root' }],
  [metadata, { id: '7', username: 'root' }],
  [metadata, { id: 7 }],
])('%j and %j are the words of no GitLab', async (told, who) => {
  await expect(asked({ '/metadata': told, '/user': who })).rejects.toMatchObject({
    code: 'not-gitlab',
    message: `${url} does not answer as a GitLab does`,
    method: 'GET',
    path: '/metadata',
  });
});

it.each<[Json | undefined]>([[[]], [undefined]])('an answer of %j is no object', async (told) => {
  await expect(asked({ '/metadata': metadata, '/user': told })).rejects.toMatchObject({
    code: 'not-gitlab',
    message: 'GET /user does not answer with an object',
    method: 'GET',
    path: '/user',
  });
});
