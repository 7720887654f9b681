import { expect, it } from 'vitest';
import { ApiError } from '../../src/api/api-error.ts';
import { createTransport } from '../../src/api/transport.ts';
import { serverOf } from '../apply/server.ts';

it.each(['GET', 'PUT', 'POST'] as const)(
  'an answer to a %s that drips without an end is given up, and not asked for again',
  async (method) => {
    let asked = 0;
    const server = await serverOf((response) => {
      asked++;
      response.writeHead(200, { 'content-type': 'application/json' });
      const drip = setInterval(() => response.write(' '), 20);
      response.on('close', () => {
        clearInterval(drip);
      });
    });
    const transport = createTransport({
      url: server.url,
      token: 'glpat-of-a-test-0001',
      concurrency: 1,
      userAgent: 'keelson/test',
      witness: () => undefined,
      stall: 100,
    });
    const failure: unknown = await transport.send({ method, path: '/api/v4/x' }).catch((error: unknown) => error);
    await transport.close();
    expect(failure).toBeInstanceOf(ApiError);
    expect(failure).toMatchObject({ code: 'unreachable', outcomeUnknown: true });
    expect(String(failure)).toContain('its answer goes on for more than 1 s, ten times KEELSON_TIMEOUT');
    expect(asked).toBe(1);
  },
);
