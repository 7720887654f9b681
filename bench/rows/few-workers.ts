import { createTransport } from '../../src/api/transport.ts';
import { timed, type Extent, type Figure, type Row } from '../figure.ts';
import { startServer } from '../server/start.ts';

const AT_A_TIME = 32;
/** What a worker takes for an answer, in milliseconds. */
const WORK = 50;

/** Reads of a server that works on few of them together: how long they take at the least, and how many are there once that has shown. */
export const fewWorkers: Row = {
  name: 'few workers',
  async measure(extent) {
    const figures: Figure[] = [];
    for (const workers of [1, 4, 32]) figures.push(...(await measured(workers, extent)));
    return figures;
  },
};

async function measured(workers: number, extent: Extent): Promise<Figure[]> {
  const reads = (extent === 'whole' ? 400 : 300) * Math.min(4, workers);
  const server = await startServer({ type: 'few-workers', workers, work: WORK });
  const transport = createTransport({
    url: server.url,
    token: 'glpat-bench',
    concurrency: AT_A_TIME,
    userAgent: 'keelson/bench',
    witness: () => undefined,
  });
  const read = (_: unknown, nth: number) => transport.send({ method: 'GET', path: `/api/v4/groups/${nth}` });
  const [, time] = await timed(() => Promise.all(Array.from({ length: reads }, read)));
  const { together } = await server.seen();
  await transport.close();
  server.close();
  const least = (reads * WORK) / workers;
  const detail = `${reads} reads of ${WORK} ms: ${time.toFixed(0)} ms, at least ${least.toFixed(0)} ms`;
  const what = workers === 1 ? '1 worker' : `${workers} workers`;
  return [
    { what: `wall time, ${what}`, value: time / least, bar: 1.15, type: 'timed', detail },
    {
      what: `there together, ${what}`,
      value: together,
      bar: barOf(workers),
      type: 'timed',
      detail: 'the middle of the last hundred',
    },
  ];
}

/** As many as are in work, a quarter more and two to spare; a third more is left alone, and half as many again are tried now and then. */
function barOf(workers: number): number {
  return Math.min(AT_A_TIME, Math.ceil(((1.25 * workers + 2) / 0.75) * 1.5));
}
