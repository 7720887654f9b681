import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Duplex } from 'node:stream';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createTransport, type Transport } from '../../src/api/transport.ts';
import { type Witness } from '../../src/api/exchange.ts';
import type { Delay } from '../../src/base/delay.ts';
import { waitingText } from '../../src/report/waiting-text.ts';
import { answer, freePort, serverOf, transportTo, type Behaviour } from '../apply/server.ts';

// A transport waits by this alone, so that no test has to.
vi.mock('node:timers/promises', () => ({ setTimeout: vi.fn(() => Promise.resolve()) }));

const waits = () => vi.mocked(sleep).mock.calls.map(([milliseconds]) => milliseconds ?? 0);

beforeEach(() => {
  vi.mocked(sleep).mockClear();
  vi.unstubAllEnvs();
});

const path = '/api/v4/groups/1';

/** Something goes wrong `times` times, and then nothing. */
function first(times: number, trouble: Behaviour): Behaviour {
  return (response, number, request) => {
    if (number < times) trouble(response, number, request);
    else answer(response, 200, { id: 1 });
  };
}

const status = (code: number, headers: object = {}): Behaviour => {
  return (response) => {
    answer(response, code, { message: 'not now' }, headers);
  };
};

const reset: Behaviour = (_response, _number, request) => request.socket.resetAndDestroy();

describe('an answer', () => {
  it('is its status, its headers by name, and its body as JSON, as text or as nothing', async () => {
    const server = await serverOf((response, number) => {
      const headers = { 'set-cookie': ['a=1', 'b=2'], 'x-total': '7' };
      response.writeHead(number === 2 ? 204 : 200, headers).end(['{"id":1}', 'plain {', ''][number]);
    });
    const transport = transportTo(server.url);
    const json = await transport.send({ method: 'GET', path });
    expect(json).toMatchObject({ status: 200, body: { id: 1 }, isJson: true });
    expect(['x-total', 'set-cookie', 'x-none'].map(json.header)).toEqual(['7', 'a=1', undefined]);
    expect(await transport.send({ method: 'GET', path })).toMatchObject({ body: 'plain {', isJson: false });
    const nothing = await transport.send({ method: 'DELETE', path });
    expect([nothing.status, nothing.body, nothing.isJson]).toEqual([204, undefined, false]);
  });
});

it('what is not answered for seconds is told to be tried again, and not once for each of many requests', async () => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  onTestFinished(() => {
    vi.restoreAllMocks();
  });
  const told: Delay[] = [];
  const server = await serverOf((response, number, request) => {
    // The first try fails at once, the others by the clock of the test after four seconds each.
    if (number > 0) now += 4000;
    first(4, reset)(response, number, request);
  });
  const transport = transportTo(server.url, undefined, (delay) => told.push(delay));
  expect((await transport.send({ method: 'GET', path })).status).toBe(200);
  expect(told.map((delay) => (delay.type === 'no-answer' ? `${delay.attempt} of ${delay.of}` : delay.type))).toEqual([
    '4 of 6',
  ]);
  expect(waitingText(told[0] ?? { type: 'kept-back', milliseconds: 0 })).toMatch(
    /^http:.* does not answer \(.*\): trying again \(4 of 6\)\.$/,
  );
});

it('an answer that holds the token is the one that the server gave: what is told of it is without that', async () => {
  const server = await serverOf((response, _number, { headers }) => {
    answer(response, 200, { said: [`${String(headers['private-token'])}!`] });
  });
  const { body } = await transportTo(server.url).send({ method: 'GET', path });
  expect(body).toEqual({ said: ['glpat-of-the-test!'] });
});

describe('a proxy', () => {
  async function proxyThat(
    answers: (socket: Duplex) => void,
    scheme = 'http',
  ): Promise<{ readonly asked: () => number }> {
    let asked = 0;
    const proxy = createServer().on('connect', (_request, socket) => {
      asked++;
      answers(socket);
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      proxy.closeAllConnections();
      proxy.close();
    });
    // A server on a port has an address of this type.
    const { port } = proxy.address() as AddressInfo;
    vi.stubEnv(`${scheme}_proxy`, `http://user:word@127.0.0.1:${port}`);
    return { asked: () => asked };
  }

  it.each([
    ['http', 'ends each connection without an answer', 6, (socket: Duplex) => socket.end()],
    ['https', 'ends each connection without an answer', 6, (socket: Duplex) => socket.end()],
    ['https', 'ends each connection without an answer', 6, (socket: Duplex) => socket.destroy()],
    ['https', 'does not answer (', 6, (socket: Duplex) => socket.end('SSH-2.0-OpenSSH_9.6\r\n')],
    ['https', 'does not let the connection through (502)', 6, (socket: Duplex) => socket.end('HTTP/1.1 502 X\r\n\r\n')],
    ['https', 'does not let the connection through (403)', 1, (socket: Duplex) => socket.end('HTTP/1.1 403 X\r\n\r\n')],
    ['https', 'wants credentials (407)', 1, (socket: Duplex) => socket.end('HTTP/1.1 407 X\r\n\r\n')],
  ])('to %s that %s is asked %i times, and a POST has not been executed', async (scheme, said, times, answers) => {
    const { asked } = await proxyThat(answers, scheme);
    const error = await transportTo(`${scheme}://gitlab.invalid`)
      .send({ method: 'POST', path })
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'unreachable', outcomeUnknown: false });
    expect(String(error)).toMatch(/^ApiError: the proxy http:\/\/127\.0\.0\.1:\d+ /);
    expect(String(error)).toContain(said);
    expect(asked()).toBe(times);
  });
});

it('what is under way when the transport is closed is not asked again', async () => {
  const server = await serverOf(() => undefined);
  const transport = transportTo(server.url);
  const asked = transport.send({ method: 'GET', path });
  const given = expect(asked).rejects.toMatchObject({ code: 'unreachable' });
  await vi.waitFor(() => {
    expect(server.asked).toHaveLength(1);
  });
  await transport.close();
  await given;
  expect([server.asked.length, waits()]).toEqual([1, []]);
});

describe('a request', () => {
  it('goes to the path below that of the instance, with the token and who is asking', async () => {
    const seen: IncomingMessage[] = [];
    const server = await serverOf((response, _number, request) => {
      seen.push(request);
      answer(response, 200, {});
    });
    for (const below of ['', '/', '/gitlab', '/gitlab//', '/a/b/']) {
      await transportTo(`${server.url}${below}`).send({ method: 'GET', path });
    }
    expect(seen.map(({ url }) => url)).toEqual([path, path, `/gitlab${path}`, `/gitlab${path}`, `/a/b${path}`]);
    const [{ headers } = { headers: {} }] = seen;
    expect(headers).toMatchObject({
      'private-token': 'glpat-of-the-test',
      'user-agent': 'keelson/test',
      accept: 'application/json',
    });
    expect(headers).not.toHaveProperty('content-type');
  });

  it.each(['http_proxy', 'https_proxy', 'HTTP_PROXY', 'HTTPS_PROXY'])(
    'goes by way of the proxy that %s names',
    async (name) => {
      const asked: string[] = [];
      const proxy = createServer((request, response) => {
        asked.push(request.url ?? '');
        answer(response, 200, {});
      }).on('connect', ({ url }, socket) => {
        asked.push(url ?? '');
        socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
      });
      await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
      // A server on a port has an address of this type.
      const { port } = proxy.address() as AddressInfo;
      vi.stubEnv(name, `http://127.0.0.1:${port}`);
      const scheme = name.toLowerCase().replace('_proxy', '');
      await transportTo(`${scheme}://gitlab.invalid`)
        .send({ method: 'POST', path })
        .catch(() => undefined);
      expect(asked[0]).toContain('gitlab.invalid');
      proxy.close();
    },
  );

  it('with a body is JSON, and has the headers of its own', async () => {
    const bodies: string[] = [];
    const server = await serverOf((response, _number, request) => {
      request.setEncoding('utf8').on('data', (text: string) => bodies.push(text));
      request.on('end', () => {
        bodies.push(String(request.headers['content-type']), String(request.headers['x-own']));
        answer(response, 201, {});
      });
    });
    const own = { 'x-own': 'yes' };
    await transportTo(server.url).send({ method: 'POST', path, body: { name: 'a' }, headers: own });
    expect(bodies).toEqual(['{"name":"a"}', 'application/json', 'yes']);
  });

  it('is told to the witness each time that it is answered', async () => {
    const server = await serverOf(first(1, status(503)));
    const seen: Parameters<Witness>[] = [];
    const transport = createTransport({
      url: server.url,
      token: 't',
      concurrency: 1,
      userAgent: 'u',
      witness: (...told) => seen.push(told),
    });
    const began = Date.now();
    await transport.send({ method: 'GET', path });
    await transport.close();
    expect(seen.map(([request, { status }]) => [request.path, status])).toEqual([
      [path, 503],
      [path, 200],
    ]);
    for (const [, , started, milliseconds] of seen) {
      expect(started.getTime()).toBeGreaterThanOrEqual(began);
      expect(milliseconds).toBeGreaterThanOrEqual(0);
      expect(milliseconds).toBeLessThan(5000);
    }
    await expect(transport.send({ method: 'POST', path })).rejects.toThrow('does not answer');
  });
});

describe('what is temporary', () => {
  it.each([408, 500, 502, 503, 504])('%i is asked again, and a POST is not', async (code) => {
    const server = await serverOf(first(1, status(code)));
    expect((await transportTo(server.url).send({ method: 'PUT', path })).status).toBe(200);
    const other = await serverOf(first(1, status(code)));
    expect((await transportTo(other.url).send({ method: 'POST', path })).status).toBe(code);
    expect(other.asked).toHaveLength(1);
  });

  it.each([400, 404, 409, 501])('%i is not', async (code) => {
    const server = await serverOf(first(1, status(code)));
    expect((await transportTo(server.url).send({ method: 'GET', path })).status).toBe(code);
    expect(waits()).toEqual([]);
  });

  it('is asked six times in all, after longer and longer waits', async () => {
    const server = await serverOf(status(503));
    expect((await transportTo(server.url).send({ method: 'GET', path })).status).toBe(503);
    expect(server.asked).toHaveLength(6);
    const bounds = [125, 250, 500, 1000, 2000];
    expect(waits()).toHaveLength(5);
    for (const [index, wait] of waits().entries()) {
      expect(wait).toBeGreaterThanOrEqual(bounds[index] ?? Infinity);
      expect(wait).toBeLessThan(2 * (bounds[index] ?? 0));
    }
  });

  it('waits as long as it asks to', async () => {
    const server = await serverOf(first(1, status(503, { 'retry-after': '40' })));
    await transportTo(server.url).send({ method: 'GET', path });
    expect(waits()).toEqual([40_000]);
  });

  it('that is a refusal by a limiter is waited for by the gate, and a POST is sent again', async () => {
    const server = await serverOf(first(1, status(429, { 'retry-after': '0' })));
    expect((await transportTo(server.url).send({ method: 'POST', path })).status).toBe(200);
    expect(server.asked).toHaveLength(2);
    expect(waits()).toEqual([]);
  });
});

describe('an answer that is lost', () => {
  it('is asked for again, after longer and longer waits', async () => {
    const server = await serverOf(first(2, reset));
    expect((await transportTo(server.url).send({ method: 'PUT', path })).status).toBe(200);
    const [one = 0, two = 0, ...more] = waits();
    expect(more).toEqual([]);
    expect(one).toBeGreaterThanOrEqual(125);
    expect(one).toBeLessThan(250);
    expect(two).toBeGreaterThanOrEqual(250);
  });

  it('six times is none, and its outcome is unknown', async () => {
    const server = await serverOf(reset);
    await expect(transportTo(server.url).send({ method: 'DELETE', path })).rejects.toMatchObject({
      code: 'unreachable',
      message: expect.stringMatching(
        /^http:\/\/127\.0\.0\.1:\d+ does not answer \((ECONNRESET|UND_ERR_SOCKET)\)$/,
      ) as unknown,
      method: 'DELETE',
      path,
      outcomeUnknown: true,
    });
    expect(server.asked).toHaveLength(6);
    expect(waits()).toHaveLength(5);
  });

  it('of a POST is not asked for again', async () => {
    const server = await serverOf(first(1, reset));
    const sent = transportTo(server.url).send({ method: 'POST', path });
    await expect(sent).rejects.toMatchObject({ code: 'unreachable', outcomeUnknown: true });
    expect(server.asked).toHaveLength(1);
  });

  it('that stands still is given up', async () => {
    const none = await serverOf(() => undefined);
    const half = await serverOf((response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{');
    });
    const said = await Promise.all(
      [none, half].map(({ url }) =>
        transportTo(url, 50)
          .send({ method: 'POST', path })
          .catch((error: unknown) => String(error).replace(url, 'it')),
      ),
    );
    expect(said).toEqual([
      'ApiError: it does not answer (UND_ERR_HEADERS_TIMEOUT)',
      'ApiError: it does not answer (UND_ERR_BODY_TIMEOUT)',
    ]);
  });

  it('of a DELETE is success where nothing is left to delete', async () => {
    for (const trouble of [reset, status(502)]) {
      const server = await serverOf((response, number, request) => {
        (number === 0 ? trouble : status(404))(response, number, request);
      });
      const answer = await transportTo(server.url).send({ method: 'DELETE', path });
      expect([answer.status, answer.body, answer.isJson]).toEqual([204, undefined, false]);
    }
  });

  it('of a DELETE that nobody executed leaves a 404 what it is, and of a PUT as well', async () => {
    const limited = await serverOf((response, number, request) => {
      status(number === 0 ? 429 : 404, { 'retry-after': '0' })(response, number, request);
    });
    expect((await transportTo(limited.url).send({ method: 'DELETE', path })).status).toBe(404);
    expect((await transportTo((await serverOf(status(404))).url).send({ method: 'DELETE', path })).status).toBe(404);
    const lost = await serverOf((response, number, request) => {
      (number === 0 ? reset : status(404))(response, number, request);
    });
    expect((await transportTo(lost.url).send({ method: 'PUT', path })).status).toBe(404);
    const other = await serverOf((response, number, request) => {
      (number === 0 ? reset : status(403))(response, number, request);
    });
    expect((await transportTo(other.url).send({ method: 'DELETE', path })).status).toBe(403);
  });
});

it('what came through once may be done, though no other attempt came through', async () => {
  const server = createServer(({ socket }) => {
    server.close();
    socket.resetAndDestroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const sent = transportTo(`http://127.0.0.1:${port}`).send({ method: 'PUT', path });
  await expect(sent).rejects.toMatchObject({ code: 'unreachable', outcomeUnknown: true });
  expect(waits()).toHaveLength(5);
});

it('a connection that is refused has executed nothing: a POST is tried six times, and is known not to be done', async () => {
  const url = `http://127.0.0.1:${await freePort()}`;
  await expect(transportTo(url).send({ method: 'POST', path })).rejects.toMatchObject({
    code: 'unreachable',
    message: `${url} does not answer (ECONNREFUSED)`,
    outcomeUnknown: false,
  });
  expect(waits()).toHaveLength(5);
});

describe('a limit', () => {
  it.each([
    ['everything', 'Retry later', 'waits'],
    ['one endpoint', '{}', 200],
  ])('of %s, told as %j, keeps back what it concerns', async (_what, told, then) => {
    const server = await serverOf((response, number) => {
      if (number > 0) answer(response, 200, {});
      else response.writeHead(429, { 'retry-after': '600' }).end(told);
    });
    const transport = await new Promise<Transport>((resolve) => {
      const made = createTransport({
        url: server.url,
        token: 't',
        concurrency: 4,
        userAgent: 'u',
        witness: () => {
          resolve(made);
        },
      });
      void made.send({ method: 'GET', path: '/api/v4/groups/1' });
    });
    await new Promise((resolve) => setImmediate(resolve));
    const other = transport.send({ method: 'GET', path: '/api/v4/users/1' }).then(({ status }) => status);
    const waits = new Promise((resolve) => setTimeout(resolve, then === 200 ? 5000 : 50, 'waits'));
    expect(await Promise.race([other, waits])).toBe(then);
    await transport.close();
  });

  it('that does not say how long is waited for a little', async () => {
    const server = await serverOf(first(1, status(429)));
    const began = performance.now();
    expect((await transportTo(server.url).send({ method: 'GET', path })).status).toBe(200);
    expect(performance.now() - began).toBeGreaterThan(100);
  });

  it('that an answer tells of is kept', async () => {
    const server = await serverOf((response) => {
      const reset = String(Math.ceil(Date.now() / 1000) + 3600);
      answer(response, 200, {}, { 'ratelimit-remaining': '0', 'ratelimit-reset': reset });
    });
    const transport = transportTo(server.url);
    await transport.send({ method: 'GET', path });
    void transport.send({ method: 'GET', path });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(server.asked).toHaveLength(1);
  });
});
