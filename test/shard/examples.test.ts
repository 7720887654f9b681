import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { workspace } from '../cli/keelson.ts';

const text = (name: string): string => readFileSync(new URL(`../../examples/ci/${name}`, import.meta.url), 'utf8');

test.each(['gitlab-parallel.yml', 'kubernetes-indexed-job.yml'])(
  'every flag in %s is one that its command has',
  async (name) => {
    const lines = text(name).match(/\bkeelson (?:plan|merge|apply) .*/g) ?? [];
    expect(lines).not.toEqual([]);
    for (const line of lines) {
      const [, command = '', ...rest] = line.split(' ');
      const help = await workspace().run(command, '--help');
      for (const flag of rest.filter((word) => word.startsWith('--'))) expect(help.out).toContain(flag);
    }
  },
);

test('the pods of the job are as many as the shards', () => {
  const job = parse(text('kubernetes-indexed-job.yml')) as { readonly spec: { readonly completions: number } };
  expect(text('kubernetes-indexed-job.yml')).toContain(
    `--shard "$((JOB_COMPLETION_INDEX + 1))/${job.spec.completions}"`,
  );
});
