import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../src/api/api-error.ts';
import type { FilledCall } from '../../src/api/client.ts';
import { breakLock, takeLock } from '../../src/engine/lock.ts';
import type { Json } from '../../src/model.ts';
import { fakeClient } from '../api/fake-client.ts';

// A lock waits by this alone, so that no test has to.
vi.mock('node:timers/promises', () => ({ setTimeout: vi.fn() }));

const lock = { project: 'ops/locks', name: 'keelson/a' };
const path = '/projects/ops%2Flocks/terraform/state/keelson%2Fa/lock';

/** A platform that answers each call in turn: with nothing, or with an error of this status and body. */
function platform(...answers: readonly ('ok' | readonly [status: number, body?: (call: FilledCall) => Json])[]) {
  const sent: FilledCall[] = [];
  const client = fakeClient({
    send(call) {
      const answer = answers[sent.push(call) - 1];
      if (answer === undefined) return Promise.reject(new Error('nobody expected a call'));
      if (answer === 'ok') return Promise.resolve(undefined);
      const [status, body] = answer;
      const trouble = status === 404 ? 'not-found' : 'refused';
      return Promise.reject(new ApiError(trouble, `status ${status}`, call, { status, body: body?.(call) }));
    },
  });
  return { client, sent };
}

const somebody = (): Json => ({ ID: 'other', Who: 'rival', Created: '2026-01-01T00:00:00Z' });

beforeEach(() => {
  let time = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => time);
  vi.mocked(sleep)
    .mockReset()
    .mockImplementation((milliseconds = 0) => {
      time += milliseconds;
      return Promise.resolve(undefined);
    });
});

describe('a lock', () => {
  it('is that of a state of Terraform, and is given back by its own number', async () => {
    const { client, sent } = platform('ok', 'ok');
    const held = await takeLock(client, lock, 0);
    if (held.type !== 'held') throw new Error('it is taken');
    const id = sent[0]?.body?.['ID'];
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(sent).toEqual([
      {
        method: 'POST',
        path,
        body: {
          ID: id,
          Operation: 'apply',
          Info: 'keelson apply',
          Version: '1',
          Path: '',
          Created: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as unknown,
          Who: '',
        },
        mayBeAnything: true,
      },
    ]);
    await held.release();
    expect(sent[1]).toEqual({ method: 'DELETE', path, query: { ID: id }, mayBeAnything: true });
  });

  it.each([409, 423])('that somebody else has (%i) is not taken, and it is told who and since when', async (status) => {
    const { client } = platform([status, somebody]);
    expect(await takeLock(client, lock, 0)).toEqual({ type: 'taken', holder: 'rival', since: '2026-01-01T00:00:00Z' });
    expect(sleep).not.toHaveBeenCalled();
  });

  it.each<[string, Json]>([
    ['nothing', null],
    ['text', 'Conflict'],
    ['a list', ['x']],
    ['other fields', { message: 'locked' }],
    ['empty fields', { Who: '', Created: 7 }],
  ])('whose holder is told by %s is somebody’s', async (_what, body) => {
    const { client } = platform([409, () => body]);
    expect(await takeLock(client, lock, 0)).toEqual({ type: 'taken', holder: 'unknown', since: 'unknown' });
  });

  it('that was taken by a request whose answer was lost is held', async () => {
    const { client } = platform([409, ({ body }) => ({ ID: body?.['ID'] ?? null })]);
    expect((await takeLock(client, lock, 0)).type).toBe('held');
  });

  it('is waited for as long as there is patience, every two seconds', async () => {
    const { client, sent } = platform([409, somebody], [409, somebody], 'ok');
    expect((await takeLock(client, lock, 5000)).type).toBe('held');
    expect(sent).toHaveLength(3);
    expect(vi.mocked(sleep).mock.calls.map(([milliseconds]) => milliseconds)).toEqual([2000, 2000]);
    const impatient = platform([409, somebody], [409, somebody], [409, somebody]);
    expect((await takeLock(impatient.client, lock, 4000)).type).toBe('taken');
    expect(impatient.sent).toHaveLength(3);
  });

  it('that is refused for another reason is an error', async () => {
    await expect(takeLock(platform([403]).client, lock, 9000)).rejects.toThrow('status 403');
    await expect(takeLock(platform().client, lock, 9000)).rejects.toThrow('nobody expected');
  });
});

describe('the lock of a run that has died', () => {
  it('is taken away whoever has it', async () => {
    const { client, sent } = platform('ok');
    await breakLock(client, lock);
    expect(sent).toEqual([{ method: 'DELETE', path, mayBeAnything: true }]);
  });

  it('may be gone already, and is an error where it cannot be taken away', async () => {
    await expect(breakLock(platform([404]).client, lock)).resolves.toBeUndefined();
    await expect(breakLock(platform([403]).client, lock)).rejects.toThrow('status 403');
    await expect(breakLock(platform().client, lock)).rejects.toThrow('nobody expected');
  });
});
