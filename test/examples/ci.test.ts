import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { workspace } from '../cli/keelson.ts';
import { examplesFolder } from './example.ts';

interface Job {
  readonly stage?: string;
  readonly script?: readonly string[];
}

const jobs = parse(readFileSync(join(examplesFolder, 'ci', '.gitlab-ci.yml'), 'utf8')) as {
  readonly [name: string]: Job;
};
const scripts = Object.values(jobs).flatMap(({ script = [] }) => script);

test('the pipeline validates and plans, applies the plan that it saved, and looks for drift', () => {
  const commands = scripts.filter((line) => line.startsWith('keelson'));
  expect(commands).toEqual([
    'keelson validate config',
    'keelson plan config --markdown > plan.md',
    'keelson plan config --out plan.json',
    'keelson apply plan.json --auto-approve',
    'keelson drift config',
  ]);
});

test('every flag in the pipeline is one that the command has', async () => {
  for (const line of scripts.filter((script) => script.startsWith('keelson'))) {
    const [, command = '', ...rest] = line.split(' ');
    const help = await workspace().run(command, '--help');
    for (const flag of rest.filter((word) => word.startsWith('--'))) expect(help.out).toContain(flag);
  }
});

test('the note is found again by the mark that the plan begins with', () => {
  expect(scripts.join('\n')).toContain('startswith("<!-- keelson:plan -->")');
});

test('the job on a real GitLab runs the acceptance suite, with variables that the suite knows', () => {
  const { acceptance } = parse(readFileSync(join(examplesFolder, 'ci', 'acceptance.yml'), 'utf8')) as {
    readonly acceptance: Job & { readonly variables: object };
  };
  const folder = join(examplesFolder, '..');
  const suite = readFileSync(join(folder, 'test', 'acceptance', 'ground', 'set-up.ts'), 'utf8');
  const told = readFileSync(join(folder, 'docs', 'acceptance.md'), 'utf8');
  for (const name of Object.keys(acceptance.variables)) {
    expect(suite).toContain(name);
    expect(told).toContain(name);
  }
  const { scripts: known } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    readonly scripts: { readonly [name: string]: string };
  };
  const run = (acceptance.script ?? []).filter((line) => line.startsWith('npm run ')).map((line) => line.slice(8));
  expect(run).toEqual(['test:acceptance']);
  for (const name of run) expect(known).toHaveProperty([name]);
});
