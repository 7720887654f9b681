import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { sandbox } from '../sandbox/client.ts';
import { fitsKubernetes } from './ci-keywords.ts';
import { examplesFolder } from './example.ts';
import { programs, put, scratch, shell, type Ended } from './runner.ts';

interface Job {
  readonly spec: {
    readonly completions: number;
    readonly backoffLimitPerIndex: number;
    readonly template: {
      readonly spec: {
        readonly containers: readonly [
          {
            readonly args: readonly [string];
            readonly workingDir: string;
            readonly env: readonly { readonly name: string; readonly value?: string }[];
            readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[];
          },
        ];
      };
    };
  };
}

const text = readFileSync(join(examplesFolder, 'ci', 'kubernetes-indexed-job.yml'), 'utf8');
const { spec } = parse(text) as Job;
const [container] = spec.template.spec.containers;
const trees = ['ash', 'beech', 'cedar', 'elm', 'fir', 'oak'];
const configuration = `
ledger: { file: .keelson/ledger.json }
instance:
  member_roles: { auditor: { base: guest, permissions: [read_vulnerability] } }
groups:
${trees.map((tree) => `  ${tree}: { members: { root: owner, ann: { role: auditor } }, hooks: { ci: { url: 'https://ci.example.com', token: { env: CI_HOOK_TOKEN } } } }`).join('\n')}
  pine: { runners: { build: { token_to: { file: tokens/build } } } }
`;

test('the job has the words of Kubernetes alone, and as many pods as shards', () => {
  fitsKubernetes(parse(text));
  expect(fitsKubernetes.errors ?? []).toEqual([]);
  expect(container.args[0]).toContain(`--shard "$((POD_NUMBER + 1))/${spec.completions}"`);
});

test('the pods make all of it, in any order, and each finds its records again', async () => {
  const gitlab = await sandbox();
  await gitlab.user('ann');
  const [config, state, path] = [scratch(), scratch(), programs()];
  put(join(config, 'keelson.yaml'), configuration);
  const settings = container.env.map(({ name, value = '' }) => [name, value] as const);
  const pod = async (index: number, changes: { readonly [name: string]: string } = {}): Promise<Omit<Ended, 'job'>> => {
    // Only the folder of its number is there, at the path where it is mounted.
    const folder = join(state, String(index));
    mkdirSync(folder, { recursive: true });
    const mounted = container.args[0].replaceAll('/config', config);
    return shell(mounted, folder, {
      ...Object.fromEntries(settings),
      PATH: path,
      CALLS: join(scratch(), 'calls'),
      POD_NUMBER: String(index),
      KEELSON_URL: gitlab.sandbox.url,
      KEELSON_TOKEN: gitlab.token,
      KEELSON_LEDGER_KEY: 'the key of the ledger of these pods',
      CI_HOOK_TOKEN: 'the-first-token-of-the-hook',
      ...changes,
    });
  };
  const job = async (changes?: { readonly [name: string]: string }): Promise<string> => {
    let said = '';
    // The pod of the instance comes last, so that some are refused and run again.
    let left = Array.from({ length: spec.completions }, (_, index) => spec.completions - 1 - index);
    for (let round = 0; round <= spec.backoffLimitPerIndex && left.length > 0; round += 1) {
      const failed: number[] = [];
      for (const index of left) {
        const ended = await pod(index, changes);
        said += ended.text;
        if (ended.status !== 0) failed.push(index);
      }
      left = failed;
    }
    expect({ left, said: left.length === 0 ? '' : said }).toEqual({ left: [], said: '' });
    return said;
  };

  expect(await job()).toContain('another shard makes and has not made yet');
  const holds = (file: string): number =>
    Array.from({ length: spec.completions }, (_, index) => join(state, String(index), file)).filter(existsSync).length;
  expect(holds('tokens/build')).toBe(1);
  expect(holds('.keelson/ledger.json')).toBeGreaterThan(1);
  expect(holds('.keelson/journal.jsonl')).toBe(0);

  const before = gitlab.sandbox.log.length;
  await job();
  const writes = gitlab.sandbox.log.slice(before).filter(({ method, url }) => method !== 'GET' && !/graphql/.test(url));
  expect(writes).toEqual([]);
  expect(await job({ CI_HOOK_TOKEN: 'the-second-token' })).toContain('token changed since last sent');
}, 120_000);
