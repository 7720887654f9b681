import { setTimeout as sleep } from 'node:timers/promises';

/** Lets requests pass, as many at a time as the platform bears: more by one each round trip, half as many after a refusal. */
export interface Gate {
  run<Result>(work: () => Promise<Result>): Promise<Result>;
  /** The platform has refused for now: nobody passes for `milliseconds`, and then fewer at a time. */
  refused(milliseconds: number): void;
}

/** A gate through which never more than `ceiling` requests pass at a time. */
export function createGate(ceiling: number): Gate {
  let window = Math.min(ceiling, 16);
  let passing = 0;
  let closedUntil = 0;
  let refusedAt = 0;
  const waiting: (() => void)[] = [];

  const admit = (): void => {
    while (waiting.length > 0 && passing < Math.max(1, Math.floor(window))) {
      passing++;
      waiting.shift()?.();
    }
  };
  const enter = (): Promise<void> =>
    new Promise((resolve) => {
      waiting.push(resolve);
      admit();
    });
  const leave = (): void => {
    passing--;
    window = Math.min(ceiling, window + 1 / window);
    admit();
  };

  return {
    async run(work) {
      await enter();
      try {
        for (let wait = closedUntil - Date.now(); wait > 0; wait = closedUntil - Date.now()) await sleep(wait);
        return await work();
      } finally {
        leave();
      }
    },
    refused(milliseconds) {
      const now = Date.now();
      closedUntil = Math.max(closedUntil, now + milliseconds);
      // Requests that were under way together are refused together; that is one sign, not many.
      if (now - refusedAt > 500) window = Math.max(1, window / 2);
      refusedAt = now;
    },
  };
}
