import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ofRuns, timed, type Extent, type Figure, type Row } from '../figure.ts';
import { node, plainly, processorTime } from '../program.ts';
import { startServer } from '../server/start.ts';

const MINIMAL = 'groups:\n  team:\n    members: { alice: owner }\n';

const ONE_SETTING = 'instance:\n  settings: { signup_enabled: false }\n';

const detail = 'against node -e 0';

/** How long the program takes to begin, and how much of the processor for the smallest plan, against a Node.js that does nothing. */
export const start: Row = {
  name: 'start',
  async measure(extent) {
    return [...(await beginnings(extent)), await smallestPlan(extent)];
  },
};

async function beginnings(extent: Extent): Promise<readonly Figure[]> {
  const file = written(MINIMAL);
  const runs = { version: [] as number[], validate: [] as number[] };
  for (let run = 0; run < (extent === 'whole' ? 15 : 5); run++) {
    const [, nothing] = await timed(() => node(['-e', '0']));
    const [version, versionTime] = await timed(() => node(plainly('--version')));
    const [validate, validateTime] = await timed(() => node(plainly('validate', file)));
    if (version.status !== 0 || validate.status !== 0) throw new Error(version.err + validate.err);
    runs.version.push(versionTime / nothing);
    runs.validate.push(validateTime / nothing);
  }
  return [
    ofRuns({ what: 'keelson --version', bar: 1.5, detail }, runs.version),
    ofRuns({ what: 'keelson validate', bar: 4, detail }, runs.validate),
  ];
}

async function smallestPlan(extent: Extent): Promise<Figure> {
  const size = { groups: 1, members: 0, extras: 'members alone', changed: 0 } as const;
  const server = await startServer({ type: 'replay', size, latency: 0 });
  const file = written(ONE_SETTING);
  const nothing: number[] = [];
  const plan: number[] = [];
  for (let run = 0; run < (extent === 'whole' ? 10 : 3); run++) {
    nothing.push(await processorTime(['-e', '0']));
    plan.push(await processorTime(plainly('plan', file), server.url));
  }
  server.close();
  const least = Math.round(Math.min(...nothing));
  // Whatever else the machine does makes it more, and nothing makes it less.
  return {
    ...ofRuns({ what: 'plan of one setting, in ms of processor', bar: 200, detail: `node -e 0: ${least} ms` }, plan),
    value: Math.round(Math.min(...plan)),
  };
}

function written(text: string): string {
  const file = join(mkdtempSync(join(tmpdir(), 'keelson-bench-')), 'keelson.yaml');
  writeFileSync(file, text);
  return file;
}
