import { setTimeout as sleep } from 'node:timers/promises';
import { createWorkers } from '../../src/sandbox/http/workers.ts';
import { median } from '../figure.ts';
import { listen } from './listen.ts';
import type { Seen } from './process.ts';

/** How many workers a server has, and for how many milliseconds each of them works on a request. */
export interface FewWorkers {
  readonly workers: number;
  readonly work: number;
}

/** A server that answers every request alike, so many together, and says how long it worked on each. */
export async function fewWorkersServer({ workers, work }: FewWorkers): Promise<{ seen(): Seen; forget(): void }> {
  const inLine = createWorkers(workers);
  let there = 0;
  const together: number[] = [];
  const url = await listen((request, response) => {
    request.resume();
    together.push(++there);
    void inLine(async () => {
      const began = performance.now();
      await sleep(work);
      there--;
      const runtime = ((performance.now() - began) / 1000).toFixed(6);
      response.writeHead(200, { 'content-type': 'application/json', 'x-runtime': runtime }).end('{"id":1}');
    });
  });
  const seen = (): Seen => ({
    ...{ url, requests: together.length, refused: 0, writes: 0, first: 0, last: 0 },
    together: together.length === 0 ? 0 : median(together.slice(-100)),
  });
  return { seen, forget: () => void together.splice(0) };
}
