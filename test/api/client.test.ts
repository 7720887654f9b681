import { describe, expect, it } from 'vitest';
import { ApiError } from '../../src/api/api-error.ts';
import { createClient } from '../../src/api/client.ts';
import type { Read } from '../../src/read.ts';
import { fakeTransport, type Said } from './fake-transport.ts';

const path = '/groups/a';

/** What a client makes of one answer to a GET of an object. */
function reading(said: Said, how: Partial<Read> = {}) {
  return createClient(fakeTransport(() => said)).read({ path, ...how });
}

/** The error that a request ends in. */
async function errorOf(sent: Promise<unknown>): Promise<ApiError> {
  const error: unknown = await sent.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof ApiError) return error;
  throw new Error(`it did not end in an ApiError: ${String(error)}`);
}

describe('a read of an object', () => {
  it('is asked for below /api/v4, unless its path says where it stands, with its query', async () => {
    const transport = fakeTransport(() => ({ body: {} }));
    const client = createClient(transport);
    await client.read({ path: '/groups/a' });
    await client.read({ path: '/api/graphql' });
    await client.read({ path: '/groups/a', query: { with_projects: false, 'a b': 'c&d', n: 2 } });
    expect(transport.asked).toEqual([
      'GET /api/v4/groups/a',
      'GET /api/graphql',
      'GET /api/v4/groups/a?with_projects=false&a%20b=c%26d&n=2',
    ]);
  });

  it('gives the object, or the list where it is one', async () => {
    expect(await reading({ body: { id: 1 } })).toEqual({ id: 1 });
    expect(await reading({ body: [{ id: 1 }] }, { unpaged: true })).toEqual([{ id: 1 }]);
  });

  it('is an error where the answer is neither', async () => {
    for (const body of [undefined, '<html>'])
      expect(await errorOf(reading({ body, isJson: false }))).toMatchObject({
        code: 'not-gitlab',
        message: 'GET /groups/a does not answer with JSON',
        method: 'GET',
        path,
      });
    for (const body of [null, 7, 'text', true, [], [{ id: 1 }]])
      for (const how of [{}, { mayBeMissing: true }] as const)
        expect(await errorOf(reading({ body }, how))).toMatchObject({
          code: 'not-gitlab',
          message: 'GET /groups/a does not answer with an object',
          method: 'GET',
          path,
        });
    for (const body of [null, {}, 7, [{ id: 1 }, 2]])
      for (const how of [{ unpaged: true }, { unpaged: true, mayBeMissing: true }, { pages: true }] as const)
        expect(await errorOf(reading({ body }, how))).toMatchObject({
          code: 'not-gitlab',
          message: 'GET /groups/a does not answer with a list of objects',
          method: 'GET',
          path,
        });
  });

  it('that may be missing is undefined where it is, and no other refusal is', async () => {
    const missing = { status: 404, body: { message: '404 Group Not Found' } };
    const client = (said: Said) => createClient(fakeTransport(() => said));
    expect(await client(missing).read({ path, mayBeMissing: true })).toBeUndefined();
    expect(await client(missing).read({ path, pages: true, mayBeMissing: true })).toBeUndefined();
    await expect(client(missing).read({ path })).rejects.toThrow('404');
    await expect(client({ status: 403, body: {} }).read({ path, mayBeMissing: true })).rejects.toThrow('403');
  });
});

describe('a query of GraphQL', () => {
  const asked = (body: Said['body']) =>
    createClient(fakeTransport(() => ({ body }))).read({ path: '/api/graphql', query: { query: '{ a }' } });

  it('is answered with an object, or refused with a status of success', async () => {
    expect(await asked({ data: { a: 1 } })).toEqual({ data: { a: 1 } });
    expect(await errorOf(asked({ errors: [{ message: 'no field a' }] }))).toMatchObject({
      code: 'refused',
      serverMessage: 'no field a',
      status: 200,
    });
  });
});

describe('null', () => {
  it('says that there is nothing, where the platform says it so', async () => {
    const read = (more: object) =>
      createClient(fakeTransport(() => ({ body: null }))).read({ path: '/license', ...more });
    expect(await read({ mayBeNull: true })).toBeUndefined();
    await expect(read({})).rejects.toThrow('GET /license does not answer with an object');
  });
});

describe('a status other than success', () => {
  it.each<[number, Said, string]>([
    [401, { body: { message: '401 Unauthorized' } }, 'unauthorized'],
    [403, { body: { message: '403 Forbidden' } }, 'forbidden'],
    [403, { body: { error: 'insufficient_scope' } }, 'insufficient-scope'],
    [403, { body: { error: 'insufficient_granular_scope' } }, 'insufficient-scope'],
    [401, { body: { error: 'insufficient_scope' } }, 'unauthorized'],
    [404, { body: { message: '404 Not found' } }, 'not-found'],
    [404, { body: '<html>', isJson: false }, 'not-gitlab'],
    [429, { body: 'Retry later', isJson: false }, 'rate-limited'],
    [500, { body: { message: 'oops' } }, 'server-error'],
    [503, { body: 'x', isJson: false }, 'server-error'],
    [400, { body: { error: 'name is missing' } }, 'refused'],
    [422, { body: null }, 'refused'],
    [300, { body: {} }, 'refused'],
    [304, { body: {} }, 'refused'],
    [199, { body: {} }, 'refused'],
  ])('%i with %j is %s', async (status, said, trouble) => {
    expect(await errorOf(reading({ status, ...said }))).toMatchObject({
      name: 'ApiError',
      code: trouble,
      status,
      path,
    });
  });

  it('is told in one sentence with the words of the platform', async () => {
    const refused = await errorOf(reading({ status: 400, body: { message: { name: ['is too long'] } } }));
    expect(refused.message).toBe('GET /groups/a was answered with 400: name is too long');
    expect(refused).toMatchObject({ serverMessage: 'name is too long', body: { message: { name: ['is too long'] } } });
    const limited = await errorOf(reading({ status: 429, body: 'Retry later', isJson: false }));
    expect(limited).toMatchObject({ serverMessage: 'Retry later', body: undefined });
    const page = await errorOf(reading({ status: 502, body: '<html>', isJson: false }));
    expect(page).toMatchObject({
      serverMessage: undefined,
      body: undefined,
      message: 'GET /groups/a was answered with 502',
    });
  });

  it('leaves the outcome unknown where the server itself has failed', async () => {
    const unknown = async (status: number) => (await errorOf(reading({ status, body: {} }))).outcomeUnknown;
    expect(await Promise.all([500, 502, 408].map(unknown))).toEqual([true, true, true]);
    expect(await Promise.all([400, 404, 409, 429, 499].map(unknown))).toEqual([false, false, false, false, false]);
  });
});

describe('a call', () => {
  const send = (said: Said) => createClient(fakeTransport(() => said)).send({ method: 'POST', path: '/groups' });

  it('is sent as it is, and its object is given', async () => {
    const transport = fakeTransport(() => ({ status: 201, body: { id: 3 } }));
    const client = createClient(transport);
    const call = { method: 'PUT', path: '/groups/a', query: { force: true }, body: { name: 'b' } } as const;
    expect(await client.send({ ...call, headers: { 'if-unmodified-since': 'now' } })).toEqual({ id: 3 });
    await client.send(call);
    const sent = { method: 'PUT', path: '/api/v4/groups/a?force=true', body: { name: 'b' } };
    expect(transport.requests).toEqual([{ ...sent, headers: { 'if-unmodified-since': 'now' } }, sent]);
    expect(transport.requests[1]).not.toHaveProperty('headers');
  });

  it('is not known to have gone through where the answer is no object, or tells of an error', async () => {
    const answers: readonly Said[] = [
      ...[undefined, null, '', '<html>', 5, [{ id: 1 }], { error: 'insufficient_scope' }].map((body) => ({ body })),
      { status: 204 },
      { status: 201, body: null },
    ];
    for (const said of answers) {
      const error = await errorOf(send(said));
      expect(error, JSON.stringify(said)).toMatchObject({ code: 'not-gitlab', outcomeUnknown: true });
    }
  });

  it('that removes answers with 204 alone, or with an object; that of a lock with nothing at all', async () => {
    const call = { method: 'DELETE', path: '/groups/1' } as const;
    const removal = (said: Said) => createClient(fakeTransport(() => said)).send(call);
    expect(await removal({ status: 204 })).toBeUndefined();
    expect(await removal({ status: 202, body: { message: '202 Accepted' } })).toEqual({ message: '202 Accepted' });
    for (const said of [{ status: 200 }, { status: 200, body: '<html>' }, { status: 204, body: '<html>' }])
      expect(await errorOf(removal(said))).toMatchObject({ code: 'not-gitlab', outcomeUnknown: true });
    const lock = (said: Said) => createClient(fakeTransport(() => said)).send({ ...call, mayBeAnything: true });
    for (const said of [{ status: 200 }, { body: 200 }, { body: null }]) expect(await lock(said)).toBeUndefined();
    expect(await errorOf(lock({ status: 200, body: '<html>', isJson: false }))).toMatchObject({ code: 'not-gitlab' });
  });

  it('that is refused names itself', async () => {
    const error = await errorOf(send({ status: 409, body: { message: 'taken' } }));
    expect(error.message).toBe('POST /groups was answered with 409: taken');
    expect(error).toMatchObject({ method: 'POST', path: '/groups' });
  });

  it('of GraphQL that answers with errors is refused, although its status is success', async () => {
    const error = await errorOf(send({ body: { errors: [{ message: 'no such role' }] } }));
    expect(error).toMatchObject({
      code: 'refused',
      message: 'GraphQL answers with errors: no such role',
      serverMessage: 'no such role',
      status: 200,
      method: 'POST',
      path: '/groups',
    });
  });
});

describe('a redirection', () => {
  const moved = { '/api/v4/projects/a%2Fb': { status: 301, headers: { location: 'https://x/api/v4/projects/7' } } };

  it('of a moved project is followed on our own host, once', async () => {
    const transport = fakeTransport({ ...moved, '/api/v4/projects/7': { body: { id: 7 } } });
    expect(await createClient(transport).read({ path: '/projects/a%2Fb' })).toEqual({ id: 7 });
    expect(transport.asked).toEqual(['GET /api/v4/projects/a%2Fb', 'GET /api/v4/projects/7']);
    const again = fakeTransport({ ...moved, '/api/v4/projects/7': { status: 302, body: {} } });
    const error = await errorOf(createClient(again).read({ path: '/projects/a%2Fb' }));
    expect(error).toMatchObject({ status: 302, method: 'GET', path: '/api/v4/projects/7' });
  });

  it.each([
    [301, {}, 'the server redirects to nowhere'],
    [302, { location: 'https://sso.example.com/login' }, 'the server redirects to https://sso.example.com/login'],
    [
      302,
      { location: 'https://sso.example.com/in?SAMLRequest=x1#y' },
      'the server redirects to https://sso.example.com/in',
    ],
    [308, { location: 'https://x/api/v4/groups/a' }, 'the server redirects to https://x/api/v4/groups/a'],
  ])('with %i and %j leads nowhere', async (status, headers, message) => {
    const error = await errorOf(reading({ status, headers, body: {} }));
    expect(error).toMatchObject({ code: 'redirected', message, status, method: 'GET', path: '/api/v4/groups/a' });
  });

  it('is none at 300, at 304 and at 309', async () => {
    const headers = { location: 'https://x/api/v4/projects/7' };
    for (const status of [300, 304, 309]) expect((await errorOf(reading({ status, headers }))).code).toBe('refused');
  });
});

it('the time of the last answer with a date is the platform’s own', async () => {
  const dates = ['Sat, 31 Jan 2026 12:00:00 GMT', undefined, 'Sat, 31 Jan 2026 12:00:05 GMT'];
  let number = 0;
  const client = createClient(
    fakeTransport(() => {
      const date = dates[number++];
      return { body: {}, headers: date === undefined ? {} : { date } };
    }),
  );
  expect(client.lastAnsweredAt()).toBeUndefined();
  const seen = [];
  for (let index = 0; index < 3; index++) {
    await client.read({ path });
    seen.push(client.lastAnsweredAt());
  }
  expect(seen).toEqual([dates[0], dates[0], dates[2]]);
});

it.each([
  [0, 0],
  [1_000, 0],
  [20_000, 20_000],
  [-20_000, -20_000],
])('a clock that is %i ms ahead is told by the date of the answers, to the second', async (by, ahead) => {
  const date = new Date(Date.now() + by).toUTCString();
  const client = createClient(fakeTransport(() => ({ body: {}, headers: { date } })));
  expect(client.clockAhead()).toBe(0);
  await client.read({ path });
  expect(Math.abs(client.clockAhead() - ahead)).toBeLessThan(1_500);
});

it('a client closes what it stands on', async () => {
  const transport = fakeTransport({});
  await createClient(transport).close();
  expect(transport.closed()).toBe(true);
});
