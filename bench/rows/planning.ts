import { kindsByName } from '../../src/engine/kinds.ts';
import { observe } from '../../src/engine/observe/observe.ts';
import { plan } from '../../src/engine/plan/plan.ts';
import { kinds } from '../../src/kinds/index.ts';
import { configuration, type Size } from '../estate.ts';
import { ofRuns, timed, type Row } from '../figure.ts';
import { loaded } from '../load.ts';
import { clientInMemory, instance, membersText } from '../wire.ts';

/** What is live, in memory, to a plan, against parsing the JSON of the same. */
export const planning: Row = {
  name: 'planning alone',
  async measure(extent) {
    const groups = extent === 'whole' ? 10_000 : 500;
    const size: Size = { groups, members: 100, extras: 'members alone', changed: 1 };
    const byName = kindsByName(kinds);
    const desired = loaded(configuration(size, 200));
    const { world } = await observe(desired, byName, clientInMemory(size), instance);
    const parsed = await parsing(size);
    const ratios: number[] = [];
    const times: number[] = [];
    for (let run = 0; run < 3; run++) {
      globalThis.gc?.();
      const [made, time] = await timed(() => plan(desired, world, byName));
      if (made.changes.length === 0) throw new Error('nothing is planned');
      ratios.push(time / parsed);
      times.push(time);
    }
    const detail = `${(size.groups * size.members).toLocaleString('en')} memberships: ${Math.min(...times).toFixed(0)} ms, JSON.parse ${parsed.toFixed(0)} ms`;
    return [ofRuns({ what: 'against JSON.parse', bar: 1.5, detail }, ratios)];
  },
};

/** How long it takes to parse all answers, in milliseconds; what is made up and what is parsed is let go at once. */
async function parsing(size: Size): Promise<number> {
  let sum = 0;
  for (let group = 0; group < size.groups; group++) {
    const text = membersText(size, group);
    const [, time] = await timed(() => void JSON.parse(text));
    sum += time;
  }
  return sum;
}
