import { createTransport } from '../../src/api/transport.ts';
import type { Extent, Figure, Row } from '../figure.ts';
import type { Limits } from '../server/limited.ts';
import { startServer } from '../server/start.ts';

const WHOLE = [
  { perSecond: 200, seconds: 15 },
  { perSecond: 60, seconds: 15 },
  { perSecond: 160, seconds: 15 },
];
const SHORT = WHOLE.map(({ perSecond }) => ({ perSecond, seconds: 2 }));

/** A limit that nobody was told of and that changes twice, told by the throttle of all requests and by that of an endpoint. */
export const rateLimits: Row = {
  name: 'rate limits',
  async measure(extent: Extent) {
    const rates = extent === 'whole' ? WHOLE : SHORT;
    const figures: Figure[] = [];
    for (const shape of ['text', 'json'] as const) figures.push(...(await measureShape(rates, shape)));
    return figures;
  },
};

async function measureShape(rates: Limits['rates'], shape: Limits['shape']): Promise<Figure[]> {
  const server = await startServer({ type: 'limited', rates, shape, latency: 20 });
  const permitted = rates.reduce((sum, { perSecond, seconds }) => sum + perSecond * seconds, 0);
  const ideal = rates.reduce((sum, { seconds }) => sum + seconds, 0);
  const transport = createTransport({
    url: server.url,
    token: 'glpat-bench',
    concurrency: 32,
    userAgent: 'keelson/bench',
    witness: () => undefined,
  });
  const began = performance.now();
  const answers = await Promise.all(
    Array.from({ length: permitted }, (_, index) => transport.send({ method: 'GET', path: `/api/v4/groups/${index}` })),
  );
  const wall = (performance.now() - began) / 1000;
  const seen = await server.seen();
  await transport.close();
  server.close();
  const given = answers.filter(({ status }) => status !== 200).length;
  const how = `${shape} refusals, ${permitted} requests at ${rates.map(({ perSecond }) => perSecond).join(', ')}/s`;
  return [
    {
      what: `wall time, ${shape}`,
      value: wall / ideal,
      bar: 1.15,
      type: 'timed',
      detail: `${how}: ${wall.toFixed(1)} s`,
    },
    {
      what: `refused, ${shape}`,
      value: seen.refused / seen.requests,
      bar: 0.03,
      type: 'timed',
      detail: `${seen.refused} of ${seen.requests}`,
    },
    { what: `given up, ${shape}`, value: given, bar: 0, type: 'counted', detail: `${given} of ${permitted}` },
  ];
}
