import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Figure } from './figure.ts';
import { profileOf, type Profile } from './profile.ts';
import { rows } from './rows/index.ts';
import { lines, profileTable, tableOf, type MeasuredRow } from './table.ts';

const { values, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: {
    short: { type: 'boolean' },
    profile: { type: 'boolean' },
    json: { type: 'string' },
    row: { type: 'string' },
  },
});
const extent = values.short === true ? 'short' : 'whole';
const alone = rows.find(({ name }) => name === values.row);

/** Each row has a process of its own, so that none has the memory, or the warmth, of another. */
function inItsOwnProcess(name: string): readonly Figure[] | undefined {
  const args = [
    ...process.execArgv,
    process.argv[1] ?? '',
    `--row=${name}`,
    ...(extent === 'short' ? ['--short'] : []),
  ];
  const { stdout, status } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return status === 0 ? (JSON.parse(stdout) as readonly Figure[]) : undefined;
}

/** Where the time of a row goes, for those that can tell. */
async function profiled(names: readonly string[]): Promise<void> {
  for (const { name, works: worksOf } of rows) {
    if (worksOf === undefined || (names.length > 0 && !names.includes(name))) continue;
    const { unit, works, end } = await worksOf(extent);
    const profiles: Profile[] = [];
    for (const work of works) profiles.push(await profileOf(work));
    end();
    process.stdout.write(`${name}\n\n${profileTable(unit, profiles)}\n`);
  }
}

const unknown = wanted.filter((word) => !rows.some(({ name }) => name === word));
if (unknown.length > 0) {
  const names = rows.map(({ name }) => `'${name}'`).join(', ');
  process.stderr.write(`There is no row ${unknown.map((word) => `'${word}'`).join(', ')}; there are ${names}\n`);
  process.exitCode = 1;
} else if (values.profile === true) {
  await profiled(wanted);
} else if (alone !== undefined) {
  process.stdout.write(JSON.stringify(await alone.measure(extent)));
} else {
  const measured: MeasuredRow[] = [];
  for (const { name } of rows) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const began = performance.now();
    const figures = inItsOwnProcess(name);
    measured.push({ name, figures, seconds: (performance.now() - began) / 1000 });
    process.stderr.write(`${lines(measured.slice(-1)).join('\n')}\n`);
  }
  process.stdout.write(tableOf(measured));
  if (values.json !== undefined) writeFileSync(values.json, JSON.stringify(measured, undefined, 2));
  const missed = measured.some(
    ({ figures }) =>
      figures === undefined || figures.some(({ type, value, bar }) => type === 'counted' && !(value <= bar)),
  );
  process.exitCode = missed ? 1 : 0;
}
