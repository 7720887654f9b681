import { describe, expect, it } from 'vitest';
import { ApiError } from '../../src/api/api-error.ts';
import { stallFrom } from '../../src/api/timeout.ts';
import { answer, clientTo, freePort, serverOf, transportTo, type Behaviour, type Server } from './server.ts';

const REPEATABLE = ['GET', 'PUT', 'DELETE'] as const;
const TEMPORARY = [408, 500, 502, 503, 504];
const path = '/api/v4/groups/1';

/** Something goes wrong the first time, and nothing the second. */
function once(trouble: Behaviour): Behaviour {
  return (response, number, request) => {
    if (number === 0) trouble(response, number, request);
    else answer(response, 200, { id: 1 });
  };
}

const refusing = (status: number, headers: object = { 'retry-after': '0' }): Behaviour =>
  once((response) => {
    answer(response, status, { message: 'not now' }, headers);
  });

const resetting = once((_response, _number, request) => request.socket.resetAndDestroy());

const stalling = once(() => undefined);

const cutting = once((response, _number, { socket }) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
  response.write('{"id":', () => socket.destroy());
});

describe.each(REPEATABLE)('%s', (method) => {
  it.each([...TEMPORARY, 429])('is sent again after a %i', async (status) => {
    const server = await serverOf(refusing(status));
    expect(await transportTo(server.url).send({ method, path })).toMatchObject({ status: 200, body: { id: 1 } });
    expect(server.asked).toHaveLength(2);
  });

  it.each([400, 401, 403, 404, 409, 412, 422, 501])('is not sent again after a %i', async (status) => {
    const server = await serverOf(refusing(status));
    expect((await transportTo(server.url).send({ method, path })).status).toBe(status);
    expect(server.asked).toHaveLength(1);
  });

  it.each([
    ['a reset', resetting],
    ['an answer that is cut short', cutting],
    ['an answer that never comes', stalling],
  ])('is sent again after %s', async (_what, behaviour) => {
    const server = await serverOf(behaviour);
    expect((await transportTo(server.url, 200).send({ method, path })).status).toBe(200);
    expect(server.asked).toHaveLength(2);
  });
});

describe.each(['POST', 'PATCH'] as const)('%s', (method) => {
  const send = (url: string) => clientTo(url, 200).send({ method, path: '/groups', body: { name: 'a' } });

  it.each(TEMPORARY)('is not sent again after a %i, whose outcome nobody knows', async (status) => {
    const server = await serverOf(refusing(status));
    await expect(send(server.url)).rejects.toMatchObject({ status, outcomeUnknown: true });
    expect(server.asked).toHaveLength(1);
  });

  it('is sent again after a limiter refused it, which is before anything is executed', async () => {
    const plain: Behaviour = once((response) => {
      response.writeHead(429, { 'retry-after': '0', 'content-type': 'text/plain' }).end('Retry later\n');
    });
    for (const behaviour of [refusing(429), plain]) {
      const server = await serverOf(behaviour);
      expect(await send(server.url)).toEqual({ id: 1 });
      expect(server.asked).toHaveLength(2);
    }
  });

  it.each([
    ['a reset', resetting],
    ['an answer that is cut short', cutting],
    ['an answer that never comes', stalling],
  ])('is not sent again after %s', async (_what, behaviour) => {
    const server = await serverOf(behaviour);
    await expect(send(server.url)).rejects.toMatchObject({ code: 'unreachable', outcomeUnknown: true });
    expect(server.asked).toHaveLength(1);
  });

  it('is sent once a server is there that refused the connection before', async () => {
    const free = await freePort();
    const sent = send(`http://127.0.0.1:${free}`);
    const server = await new Promise<Server>((resolve, reject) => {
      setTimeout(() => {
        serverOf((response) => {
          answer(response, 201, { id: 1 });
        }, free).then(resolve, reject);
      }, 100);
    });
    expect(await sent).toEqual({ id: 1 });
    expect(server.asked).toHaveLength(1);
  });
});

it('a DELETE whose answer was lost is done where nothing is left to delete', async () => {
  const gone: Behaviour = (response) => {
    answer(response, 404, { message: '404 Group Not Found' });
  };
  const troubles: Behaviour[] = [
    (_response, _number, request) => request.socket.resetAndDestroy(),
    (response) => {
      answer(response, 502, { message: 'GitLab is not responding' }, { 'retry-after': '0' });
    },
  ];
  for (const trouble of troubles) {
    const server = await serverOf((response, number, request) => {
      (number === 0 ? trouble : gone)(response, number, request);
    });
    expect(await clientTo(server.url).send({ method: 'DELETE', path: '/groups/1' })).toBeUndefined();
    expect(server.asked).toHaveLength(2);
  }
  const never = await serverOf(gone);
  await expect(clientTo(never.url).send({ method: 'DELETE', path: '/groups/1' })).rejects.toMatchObject({
    status: 404,
  });
});

it('is given up after six attempts, and nothing is said to be done', async () => {
  const server = await serverOf((response) => {
    answer(response, 503, { message: 'not now' }, { 'retry-after': '0' });
  });
  const sent = clientTo(server.url).send({ method: 'PUT', path: '/groups/1', body: {} });
  await expect(sent).rejects.toMatchObject({ code: 'server-error', status: 503 });
  await expect(sent).rejects.toBeInstanceOf(ApiError);
  expect(server.asked).toHaveLength(6);
});

it.each([
  ['seconds', () => ({ 'retry-after': '1' })],
  ['a date', () => ({ 'retry-after': new Date(Date.now() + 2000).toUTCString() })],
  [
    'the reset of the limit',
    () => ({ 'ratelimit-remaining': '0', 'ratelimit-reset': String(Math.ceil(Date.now() / 1000) + 1) }),
  ],
])('waits as long as it is asked to, in %s', async (_shape, headers) => {
  const server = await serverOf(refusing(429, headers()));
  const began = Date.now();
  await transportTo(server.url).send({ method: 'GET', path });
  expect(Date.now() - began).toBeGreaterThan(900);
  expect(Date.now() - began).toBeLessThan(4000);
});

it('an answer without an end is cut off at 64 MiB, and not asked for again', async () => {
  const megabyte = Buffer.alloc(1024 * 1024, ' ');
  let sent = 0;
  const server = await serverOf((response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const more = (): void => {
      while (!response.destroyed && sent++ < 500) {
        if (response.write(megabyte)) continue;
        response.once('drain', more);
        return;
      }
    };
    more();
  });
  await expect(clientTo(server.url).read({ path: '/groups' })).rejects.toMatchObject({
    code: 'not-gitlab',
    message: 'the answer to GET /api/v4/groups is larger than 64 MiB',
  });
  expect(server.asked).toHaveLength(1);
  expect(sent).toBeLessThan(100);
});

it.each(['GET', 'PUT', 'POST'] as const)(
  'an answer to a %s that is nested without an end is not asked for again',
  async (method) => {
    const server = await serverOf((response) => {
      response.end('{"id":1,"a":' + '['.repeat(200_000) + ']'.repeat(200_000) + '}');
    });
    await expect(transportTo(server.url).send({ method, path: '/api/v4/groups/a' })).rejects.toMatchObject({
      code: 'not-gitlab',
      message: `the answer to ${method} /api/v4/groups/a is nested more than 500 deep`,
      outcomeUnknown: method !== 'GET',
    });
    expect(server.asked).toHaveLength(1);
  },
);

it('the time that an answer may take is said in seconds', () => {
  expect([stallFrom(undefined), stallFrom(''), stallFrom('5'), stallFrom('0.25')]).toEqual([60_000, 60_000, 5000, 250]);
  expect(['0', '-1', 'soon', '1e9', 'NaN'].map(stallFrom)).toEqual(Array.from({ length: 5 }, () => 'wrong'));
});
