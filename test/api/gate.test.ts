import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createGate, type Gate, type Pass } from '../../src/api/limits/gate.ts';

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

  it('tells of a wait that takes long, once, while nothing passes', async () => {
    const told: number[] = [];
    const { send, answer, inside } = road(createGate(8, (milliseconds) => told.push(milliseconds)));
    await send(2, 'GET /groups');
    await answer(0, 10, (pass) => {
      pass.refused(3_600_000, 'everything');
    });
    await send(2, 'GET /users');
    expect(told).toEqual([]);
    await answer(1);
    expect(told).toEqual([3_600_000]);
    await vi.advanceTimersByTimeAsync(3_500_000);
    expect(told).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(100_000);
    expect(inside).toHaveLength(4);
    await answer(2, 0, (pass) => {
      pass.refused(9_000, 'everything');
    });
    await answer(3);
    await send(1, 'GET /users');
    expect(told).toHaveLength(1);
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

  it('halves it once for refusals that come together, and lets one in at least', async () => {
    for (const [ceiling, left] of [
      [8, 4],
      [1, 1],
    ] as const) {
      const gate = createGate(ceiling);
      for (let count = 0; count < 10; count++) gate.refused(0);
      const { send, inside } = road(gate);
      await send(8);
      expect(inside).toHaveLength(left);
    }
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

describe('a window', () => {
  it('opens with each answer', async () => {
    const { send, answer, inside } = road(createGate(64));
    await send(100);
    expect(inside).toHaveLength(32);
    await answer(0);
    expect(inside).toHaveLength(34);
    await answer(1);
    expect(inside).toHaveLength(36);
  });

  it('shrinks where answers take much longer than they can', async () => {
    const { send, answer, inside } = road(createGate(64));
    for (let index = 0; index < 120; index++) {
      await send(1);
      await answer(index, index < 10 ? 20 : 900);
    }
    await send(100);
    expect(inside.length - 120).toBeLessThan(64);
  });

  it('says nothing of an answer that was a refusal', async () => {
    for (const concerns of ['everything', 'this endpoint'] as const) {
      const { send, answer, inside } = road(createGate(64));
      for (let index = 0; index < 20; index++) {
        await send(1);
        await answer(index, 0, (pass) => {
          pass.refused(0, concerns);
        });
      }
      await vi.advanceTimersByTimeAsync(5000);
      await send(100, 'another');
      // Halved once, since they were refused together.
      expect(inside.length - 20).toBe(16);
    }
  });
});

it('nothing is waited for where nobody waits', async () => {
  const { send, answer } = road(createGate(2));
  await send(3);
  await answer(0);
  await answer(1);
  await answer(2);
  expect(vi.getTimerCount()).toBe(0);
});

describe('the pace', () => {
  /** What is under way after many requests to one worker, each of which takes it five milliseconds: too little for the window to be slow. */
  async function oneWorker(endpoint: string, say: (pass: Pass) => void, late = 0) {
    const way = road(createGate(32, undefined, () => late));
    await way.send(500, endpoint);
    for (let number = 0; number < 100; number++) await way.answer(number, 5, say);
    return { ...way, underway: way.inside.length - 100 };
  }
  const worked = (pass: Pass): void => {
    pass.worked(5);
  };

  it('lets fewer reads in where one worker does them all, and writes beside them as before', async () => {
    const { underway, send, inside } = await oneWorker('GET /groups', worked);
    expect(underway).toBeLessThanOrEqual(16);
    const before = inside.length;
    await send(100, 'POST /groups');
    expect(underway + inside.length - before).toBe(32);
  });

  it('alone judges the answers to reads that tell of the work; those to writes the window calls slow as before', async () => {
    for (const [endpoint, isWide] of [
      ['GET /groups', true],
      ['POST /groups', false],
    ] as const) {
      const { send, answer, inside } = road(createGate(32, undefined, () => 0));
      for (let number = 0; number < 100; number++) {
        await send(1, endpoint);
        const milliseconds = number === 0 ? 10 : 900;
        await answer(number, milliseconds, (pass) => {
          pass.worked(milliseconds);
        });
      }
      await send(100, endpoint);
      expect(inside.length - 100 === 32).toBe(isWide);
    }
  });

  it('follows no writes, no answers that say nothing of the work, and none while our own event loop is late', async () => {
    const writes = await oneWorker('POST /groups', worked);
    expect(writes.underway).toBe(32);
    for (let number = 100; number < 500; number++) await writes.answer(number, 5, worked);
    await writes.send(100, 'GET /groups');
    expect(writes.inside.length - 500).toBe(32);
    expect((await oneWorker('GET /groups', () => undefined)).underway).toBe(32);
    expect((await oneWorker('GET /groups', worked, 1000)).underway).toBe(32);
  });

  it('counts how many reads were under way when each was sent: one after the other they tell of no line', async () => {
    const { send, answer, inside } = road(createGate(32, undefined, () => 0));
    for (let number = 0; number < 100; number++) {
      await send(1, 'GET /groups');
      await answer(number, number === 0 ? 10 : 100, worked);
    }
    await send(100, 'GET /groups');
    expect(inside.length - 100).toBe(32);
  });
});

describe('a quota that has been learned', () => {
  /** Sends one by one until a refusal teaches how many pass in a second; before that, some are refused for another reason. */
  async function taught(
    latency: number,
    concerns: 'this endpoint' | 'everything',
    before: readonly ('this endpoint' | 'everything')[] = [],
  ) {
    const way = road(createGate(32));
    const { send, answer, inside } = way;
    for (const other of before) {
      await send(1, 'GET /groups/:');
      await answer(inside.length - 1, latency, (pass) => {
        pass.refused(0, other);
      });
    }
    for (let index = 0; index < 20; index++) {
      await send(1, 'GET /groups/:');
      await answer(inside.length - 1, latency);
    }
    await send(1, 'GET /groups/:');
    await answer(inside.length - 1, latency, (pass) => {
      pass.refused(1000, concerns);
    });
    await vi.advanceTimersByTimeAsync(1000);
    /** How many pass one by one until one has to wait. */
    const passes = async (endpoint: string): Promise<number> => {
      for (let count = 0; count < 100; count++) {
        const entered = inside.length;
        await send(1, endpoint);
        if (inside.length === entered) return count;
        await answer(entered, latency);
      }
      return Infinity;
    };
    return { ...way, passes, known: inside.length };
  }

  it('lets fewer be under way together where they are answered soon', async () => {
    const quick = await taught(2, 'this endpoint');
    await quick.send(10, 'GET /groups/:');
    expect(quick.inside.length - quick.known).toBe(2);
    const slow = await taught(400, 'this endpoint');
    await slow.send(10, 'GET /groups/:');
    expect(slow.inside.length - slow.known).toBeGreaterThan(2);
  });

  it('of everything lets as few be under way together, whatever they ask', async () => {
    const { send, inside, known } = await taught(2, 'everything');
    for (const endpoint of ['a', 'b', 'c', 'd', 'e', 'f']) await send(1, endpoint);
    expect(inside.length - known).toBe(2);
  });

  it('lets as many pass in a second as have passed', async () => {
    expect(await (await taught(2, 'this endpoint')).passes('GET /groups/:')).toBe(20);
    expect(await (await taught(2, 'everything')).passes('GET /groups/:')).toBe(20);
    expect(await (await taught(2, 'everything')).passes('GET /users/:')).toBe(20);
  });

  it('counts as passed what another limit has refused, and not what it has refused itself', async () => {
    const others = Array.from({ length: 10 }, () => 'this endpoint' as const);
    expect(await (await taught(2, 'everything', others)).passes('GET /users/:')).toBe(30);
  });

  it('says nothing about another endpoint', async () => {
    const { send, inside, known } = await taught(2, 'this endpoint');
    await send(10, 'GET /users/:');
    expect(inside.length - known).toBe(10);
  });
});
