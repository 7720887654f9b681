import { createPace } from '../../src/api/limits/read-pace.ts';

/** A platform in simulated time, in milliseconds: what the n-th read of it takes, and how many it works on together. */
export interface SimulatedPlatform {
  readonly workers: (now: number) => number;
  readonly work: (nth: number) => number;
  /** The way there and back. */
  readonly way: (nth: number) => number;
  /** By how much our own event loop is late, which every answer waits for. */
  readonly late?: number;
}

/** What became of some reads. */
export interface Paced {
  /** How long all of them took. */
  readonly time: number;
  /** The limit after each answer. */
  readonly limits: readonly number[];
}

/** Makes so many reads, as many at once as the pace says, or as `always` says. */
export function pacedReads(platform: SimulatedPlatform, reads: number, ceiling: number, always?: number): Paced {
  const { workers, work, way, late = 0 } = platform;
  const pace = createPace(ceiling, () => late);
  const events: { readonly at: number; readonly happen: () => void }[] = [];
  const line: (() => void)[] = [];
  const limits: number[] = [];
  let [now, sent, underway, busy] = [0, 0, 0, 0];

  const after = (milliseconds: number, happen: () => void): void => {
    const at = now + milliseconds;
    events.splice(events.findLastIndex((event) => event.at <= at) + 1, 0, { at, happen });
  };
  const goOn = (): void => {
    for (let next = line[0]; next !== undefined && busy < workers(now); next = line[0]) {
      line.shift();
      busy++;
      next();
    }
  };
  const send = (): void => {
    while (sent < reads && underway < (always ?? pace.limit())) {
      const nth = sent++;
      const read = { sentAt: now, underway: ++underway, worked: work(nth) };
      after(way(nth) / 2, () => {
        line.push(() => {
          after(read.worked, () => {
            busy--;
            goOn();
            after(way(nth) / 2 + late, () => {
              underway--;
              pace.answered({ ...read, now });
              limits.push(pace.limit());
              send();
            });
          });
        });
        goOn();
      });
    }
  };

  send();
  for (let event = events.shift(); event !== undefined; event = events.shift()) {
    now = event.at;
    event.happen();
  }
  return { time: now, limits };
}

/** A number from 0 to 1 that looks like chance, and is the same each time. */
export function chance(nth: number): number {
  let mixed = Math.imul(nth + 1, 0x9e3779b1);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
}
