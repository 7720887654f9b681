import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import type { Figure } from './figure.ts';
import { rows } from './rows/index.ts';
import { lines, tableOf, type MeasuredRow } from './table.ts';

const words = process.argv.slice(2);
const extent = words.includes('--short') ? 'short' : 'whole';
const wanted = words.filter((word) => !word.startsWith('--'));
const alone = rows.find(({ name }) => words.includes(`--row=${name}`));
const fileWord = words.find((word) => word.startsWith('--json='));

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

if (alone !== undefined) {
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
  if (fileWord !== undefined) writeFileSync(fileWord.slice('--json='.length), JSON.stringify(measured, undefined, 2));
  const missed = measured.some(
    ({ figures }) =>
      figures === undefined || figures.some(({ type, value, bar }) => type === 'counted' && !(value <= bar)),
  );
  process.exitCode = missed ? 1 : 0;
}
