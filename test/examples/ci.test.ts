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
