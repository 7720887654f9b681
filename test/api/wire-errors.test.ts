import { Agent } from 'undici';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { explainError } from '../../src/commands/terminal/explain-error.ts';
import { transportTo } from '../apply/server.ts';

// What goes wrong on a wire is hard to come by, and told by the codes of its errors alone.
vi.mock('node:timers/promises', () => ({ setTimeout: vi.fn() }));
const send = vi.spyOn(Agent.prototype, 'request');
afterAll(() => {
  send.mockRestore();
});

const url = 'https://gitlab.example.com';
const path = '/api/v4/groups';

function failing(error: unknown): void {
  send.mockReset().mockRejectedValue(error);
}

function coded(code: string): Error {
  return Object.assign(new Error('in other words'), { code });
}

beforeEach(() => {
  send.mockReset();
});

describe('a POST', () => {
  it.each(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'])(
    'has not been executed where the connection itself failed with %s, and is sent again',
    async (code) => {
      failing(coded(code));
      await expect(transportTo(url).send({ method: 'POST', path })).rejects.toMatchObject({
        code: 'unreachable',
        message: `${url} does not answer (${code})`,
        outcomeUnknown: false,
      });
      expect(send).toHaveBeenCalledTimes(6);
    },
  );

  it.each([
    [coded('ECONNRESET'), 'ECONNRESET'],
    [coded('EPIPE'), 'EPIPE'],
    [new Error('without a code'), 'without a code'],
    ['no error at all', 'no error at all'],
  ])('may have been executed where it failed with %s, and is not', async (error, said) => {
    failing(error);
    await expect(transportTo(url).send({ method: 'POST', path })).rejects.toMatchObject({
      message: `${url} does not answer (${said})`,
      outcomeUnknown: true,
    });
    expect(send).toHaveBeenCalledTimes(1);
  });
});

it.each([
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'is not trusted', 'NODE_EXTRA_CA_CERTS'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'is not trusted', 'NODE_EXTRA_CA_CERTS'],
  ['CERT_HAS_EXPIRED', 'is not valid now', 'renewed'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'is for another name', 'use a name that it is for'],
])('a certificate that fails with %s %s, at once: nothing was sent', async (code, said, remedy) => {
  for (const method of ['GET', 'POST'] as const) {
    failing(coded(code));
    const error: unknown = await transportTo(url)
      .send({ method, path })
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ outcomeUnknown: false, message: `the certificate of ${url} ${said} (${code})` });
    expect(explainError(error)).toMatchObject({
      code: 'unreachable',
      remedy: expect.stringContaining(remedy) as unknown,
    });
    expect(send).toHaveBeenCalledTimes(1);
  }
});

it.each(['GET', 'POST', 'PUT', 'DELETE'] as const)(
  'an answer to a %s that is too large is not asked for again',
  async (method) => {
    failing(coded('UND_ERR_RES_EXCEEDED_MAX_SIZE'));
    await expect(transportTo(url).send({ method, path })).rejects.toMatchObject({
      code: 'not-gitlab',
      message: `the answer to ${method} /api/v4/groups is larger than 64 MiB`,
      outcomeUnknown: method !== 'GET',
      method,
      path,
    });
    expect(send).toHaveBeenCalledTimes(1);
  },
);
