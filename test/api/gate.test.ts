import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createGate, type Gate, type Pass } from '../../src/api/gate.ts';

const start = Date.parse('2026-01-01T00:00:00Z');

beforeEach(() => {
  vi.useFakeTimers({ now: start });
});

afterEach(() => {
  vi.useRealTimers();
});

/** Requests through a gate: when each was let in, and a way to answer them. */
function road(gate: Gate) {
  const inside: { readonly pass: Pass; readonly answer: () => void }[] = [];
  const at: number[] = [];
  const enter = (endpoint: string | undefined): void => {
    void gate.run(
      (pass) =>
        new Promise<void>((resolve) => {
          at.push(Date.now() - start);
          inside.push({ pass, answer: resolve });
        }),
      endpoint,
    );
  };
  const send = async (count: number, endpoint?: string): Promise<void> => {
    for (let index = 0; index < count; index++) enter(endpoint);
    await vi.advanceTimersByTimeAsync(0);
  };
  /** Answers the n-th request that was let in, after `milliseconds`, with what it says of limits. */
  const answer = async (number: number, milliseconds = 0, say?: (pass: Pass) => void): Promise<void> => {
    await vi.advanceTimersByTimeAsync(milliseconds);
    const request = inside[number];
    if (request === undefined) throw new Error(`request ${number} has not been let in`);
    say?.(request.pass);
    request.answer();
    await vi.advanceTimersByTimeAsync(0);
  };
  return { at, inside, send, answer };
}

describe('the gate', () => {
  it('lets as many in at once as its window is wide, and the next as soon as one is answered', async () => {
    const { send, answer, inside } = road(createGate(2));
    await send(5);
    expect(inside).toHaveLength(2);
    await answer(0);
    expect(inside).toHaveLength(3);
    await answer(1);
    await answer(2);
    expect(inside).toHaveLength(5);
  });

  it('gives what its work gives, and throws what that throws', async () => {
    const gate = createGate(1);
    expect(await gate.run(() => Promise.resolve('given'))).toBe('given');
    await expect(gate.run(() => Promise.reject(new Error('inside')))).rejects.toThrow('inside');
    expect(await gate.run(() => Promise.resolve('next'))).toBe('next');
  });

  it('keeps all back where everything is refused, for as long as that takes', async () => {
    const { send, answer, inside, at } = road(createGate(8));
    await send(1, 'GET /groups');
    await answer(0, 10, (pass) => {
      pass.refused(3000, 'everything');
    });
    await send(1, 'GET /groups');
    await send(1, 'GET /users');
    expect(inside).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(2999);
    expect(inside).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(at).toEqual([0, 3010, 3010]);
  });

  it('keeps one endpoint back where that alone is refused', async () => {
    const { send, answer, at } = road(createGate(8));
    await send(1, 'GET /groups');
    await answer(0, 10, (pass) => {
      pass.refused(3000, 'this endpoint');
    });
    await send(1, 'GET /groups');
    await send(1, 'GET /users');
    await send(1);
    expect(at).toEqual([0, 10, 10]);
    await vi.advanceTimersByTimeAsync(3000);
    expect(at).toEqual([0, 10, 10, 3010]);
  });

  it('halves its window with a refusal, of whatever kind', async () => {
    for (const concerns of ['everything', 'this endpoint'] as const) {
      const { send, answer, inside } = road(createGate(8));
      await send(1);
      await answer(0, 10, (pass) => {
        pass.refused(0, concerns);
      });
      await send(8);
      expect(inside).toHaveLength(5);
    }
    const told = createGate(8);
    told.refused(0);
    const { send, inside } = road(told);
    await send(8);
    expect(inside).toHaveLength(4);
  });

  it('that is told of a refusal from outside lets nobody in until it is over', async () => {
    const gate = createGate(8);
    gate.refused(500);
    const { send, inside } = road(gate);
    await send(2);
    await vi.advanceTimersByTimeAsync(499);
    expect(inside).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(inside).toHaveLength(2);
  });

  it('keeps back what the platform says it would refuse, besides what is under way', async () => {
    const { send, answer, inside, at } = road(createGate(8));
    await send(3);
    await answer(0, 10, (pass) => {
      pass.told({ remaining: 4, resetAt: start + 5000 });
    });
    await send(5);
    // Two were under way that the answer may not have counted.
    expect(inside).toHaveLength(5);
    await vi.advanceTimersByTimeAsync(5000);
    expect(at.slice(5)).toEqual([5000, 5000, 5000]);
  });

  it('wakes up every minute at least, in case that its clock was set', async () => {
    const { send, answer, inside } = road(createGate(8));
    await send(1);
    await answer(0, 0, (pass) => {
      pass.told({ remaining: 0, resetAt: start + 3_600_000 });
    });
    await send(1);
    vi.setSystemTime(start + 3_600_000);
    await vi.advanceTimersByTimeAsync(59_999);
    expect(inside).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(inside).toHaveLength(2);
  });

  it('lets an endpoint that is not kept back pass by one that is', async () => {
    const { send, answer, at, inside } = road(createGate(2));
    await send(1, 'slow');
    await answer(0, 0, (pass) => {
      pass.refused(1000, 'this endpoint');
    });
    await send(3, 'slow');
    await send(3, 'quick');
    expect(at).toEqual([0, 0]);
    await answer(1);
    await answer(2);
    expect(inside).toHaveLength(4);
  });
});

describe('a quota that has been learned', () => {
  /** Sends one by one until a refusal teaches how many pass in a second. */
  async function taught(latency: number) {
    const gate = createGate(32);
    const way = road(gate);
    for (let index = 0; index < 20; index++) {
      await way.send(1, 'GET /groups/:');
      await way.answer(index, latency);
    }
    await way.send(1, 'GET /groups/:');
    await way.answer(20, latency, (pass) => {
      pass.refused(1000, 'this endpoint');
    });
    await vi.advanceTimersByTimeAsync(1000);
    return { ...way, gate };
  }

  it('lets fewer be under way together where they are answered soon', async () => {
    const quick = await taught(2);
    await quick.send(10, 'GET /groups/:');
    expect(quick.inside.length - 21).toBe(2);
    const slow = await taught(400);
    await slow.send(10, 'GET /groups/:');
    expect(slow.inside.length - 21).toBeGreaterThan(2);
  });

  it('says nothing about another endpoint', async () => {
    const { send, inside } = await taught(2);
    await send(10, 'GET /users/:');
    expect(inside.length - 21).toBe(10);
  });
});
