import { kindsByName } from '../../src/engine/kinds.ts';
import { observe } from '../../src/engine/observe/observe.ts';
import { plan } from '../../src/engine/plan/plan.ts';
import { kinds } from '../../src/kinds/index.ts';
import { configuration, type Size } from '../estate.ts';
import { median, timed, type Figure, type Row, type Work } from '../figure.ts';
import { loaded } from '../load.ts';
import { clientInMemory, instance } from '../wire.ts';

/** How long an entry takes in estates from a thousand memberships to a million. */
export interface Growth {
  readonly memberships: number;
  /** Microseconds for each membership. */
  readonly reading: number;
  readonly planning: number;
}

export const growth: Row = {
  name: 'growth',
  async measure(extent) {
    const grown = await grow(extent === 'whole' ? [10, 100, 1000, 10_000] : [10, 100, 500]);
    const figure = (what: string, of: (one: Growth) => number): Figure => {
      const points = grown.map((one) => [one.memberships, of(one)] as const);
      const each = grown.map(of);
      const detail = grown.map((one) => `${one.memberships.toLocaleString('en')}: ${of(one).toFixed(2)} µs`).join(', ');
      // What is warm is quicker: growth is what the largest takes longer than the quickest.
      return { what, value: (each.at(-1) ?? NaN) / Math.min(...each), bar: 1.3, type: 'timed', detail, points };
    };
    return [
      figure('reading, for each', ({ reading }) => reading),
      figure('planning, for each', ({ planning }) => planning),
    ];
  },
  works(extent) {
    const sizes = extent === 'whole' ? [1000, 10_000] : [100, 500];
    return Promise.resolve({ unit: 'membership', works: sizes.map(reading), end: () => undefined });
  },
};

/** Reading alone, a million memberships of it. */
function reading(groups: number): Work {
  const size = sizeOf(groups);
  const desired = loaded(configuration(size, 200));
  const units = groups * size.members;
  return {
    name: `reading ${units.toLocaleString('en')}`,
    times: Math.ceil(1_000_000 / units),
    units,
    run: () => observe(desired, kindsByName(kinds), clientInMemory(size), instance),
  };
}

function sizeOf(groups: number): Size {
  return { groups, members: 100, extras: 'members alone', changed: 1 };
}

/** Reads and plans estates of so many groups of a hundred members, small ones several times. */
export async function grow(sizes: readonly number[]): Promise<readonly Growth[]> {
  await once(200);
  const grown: Growth[] = [];
  for (const groups of sizes) {
    const runs: Growth[] = [];
    for (let done = 0; done < Math.max(groups, 400); done += groups) runs.push(await once(groups));
    const { memberships = 0 } = runs[0] ?? {};
    grown.push({
      memberships,
      reading: median(runs.map(({ reading }) => reading)),
      planning: median(runs.map(({ planning }) => planning)),
    });
  }
  return grown;
}

async function once(groups: number): Promise<Growth> {
  const size = sizeOf(groups);
  const byName = kindsByName(kinds);
  const desired = loaded(configuration(size, 200));
  const client = clientInMemory(size);
  globalThis.gc?.();
  const [{ world }, reading] = await timed(() => observe(desired, byName, client, instance));
  const [, planning] = await timed(() => plan(desired, world, byName));
  const memberships = groups * size.members;
  const each = (time: number): number => (time * 1000) / memberships;
  return { memberships, reading: each(reading - client.spent()), planning: each(planning) };
}
