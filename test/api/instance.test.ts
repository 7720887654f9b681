import { expect, it } from 'vitest';
import { ApiError } from '../../src/api/api-error.ts';
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
  [{ version: 'banana' }, user],
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

it('a GitLab that is older than any that was tried is told so, and one of that age is taken', async () => {
  await expect(asked({ '/metadata': { version: '16.10.9-ee' }, '/user': user })).rejects.toMatchObject({
    code: 'unsupported-version',
    message: `${url} is GitLab 16.10.9-ee, and Keelson knows GitLab from 16.11 on`,
  });
  expect(await asked({ '/metadata': { version: '16.11.0' }, '/user': user })).toMatchObject({ version: '16.11.0' });
});

it('what has no /metadata is no GitLab, and what fails to give it may be one', async () => {
  const failing = (code: 'not-found' | 'server-error', status: number) =>
    identify(
      fakeClient({
        read: ({ path }) => Promise.reject(new ApiError(code, 'no', { method: 'GET', path }, { status })),
      }),
      url,
    );
  await expect(failing('not-found', 404)).rejects.toMatchObject({
    code: 'not-gitlab',
    message: `it has no GET ${url}/api/v4/metadata`,
    because: 'url',
    status: 404,
  });
  await expect(failing('server-error', 503)).rejects.toMatchObject({ code: 'server-error' });
});
