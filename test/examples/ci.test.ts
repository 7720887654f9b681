import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { lintConfig } from '../../src/sandbox/ci/config.ts';
import { fitsKeywords } from './ci-keywords.ts';
import { configuration, estate } from './estate.ts';
import { examplesFolder } from './example.ts';
import { runner, type Ended } from './runner.ts';

interface Job {
  readonly script?: readonly string[];
}

const textOf = (name: string): string => readFileSync(join(examplesFolder, 'ci', name), 'utf8');
const files = { 'config/keelson.yaml': configuration };
const invalid = { 'config/keelson.yaml': 'groups: { platform: { colour: red } }' };

/** Where the tokens of the runners go, whatever folder their files are in. */
const runnersStored = ['build', 'people/payroll-ci', 'platform-5mssjs.secret'].map(
  (name) => `/v1/secret/data/runners/${name}`,
);

/** How jobs ended: of those that failed with which status, and what of their text is asked for. */
const endOf = ({ jobs }: { readonly jobs: readonly Ended[] }, asked?: RegExp): readonly unknown[] =>
  jobs.map(({ job, status, text }) => (status === 0 ? job : [job, status, asked?.exec(text)?.[0] ?? text]));

/** The lines of an example that call Keelson, and that no job has run. */
function untried(text: string, calls: readonly string[]): readonly string[] {
  return Object.entries(parse(text, { merge: true }) as { readonly [name: string]: Job }).flatMap(
    ([name, { script = [] }]) =>
      script
        .filter((line) => line.startsWith('keelson '))
        .filter((line) => {
          const [, begins = ''] = /^keelson (.*?)(?: > | \|\| | "?\$|\*|$)/.exec(line) ?? [];
          return !calls.some((call) => call.startsWith(name) && call.includes(`: ${begins}`));
        }),
  );
}

test.each(['gitlab.yml', 'gitlab-apart.yml', 'gitlab-parallel.yml', 'acceptance.yml'])(
  '%s has keywords of GitLab alone',
  (name) => {
    const text = textOf(name);
    fitsKeywords(parse(text, { merge: true }));
    expect(fitsKeywords.errors ?? []).toEqual([]);
    expect(lintConfig(text, undefined).errors).toEqual([]);
  },
);

test('gitlab.yml: a note for the reviewer, the plan that was saved, and an alarm at night, with one memory', async () => {
  const { gitlab, project, stored, notes, reports, requests } = await estate();
  const { run, caches, calls } = runner(textOf('gitlab.yml'), project);
  const kept = (): readonly string[] => readdirSync(join(caches.get('keelson-protected') ?? '', '.keelson'));

  // A merge request has neither the secrets nor the key: the plan is made without, and there is one note of it.
  expect(endOf(await run('merge_request_event', files))).toEqual(['validate', 'note']);
  const plan = expect.stringMatching(/### Keelson plan of <code>config<\/code>\n[^]*hook\[ci\]/) as string;
  expect(await notes()).toEqual([plan]);
  const broken = await run('merge_request_event', invalid);
  expect(endOf(broken, /colour/)).toEqual([
    ['validate', 1, 'colour'],
    ['note', 1, 'colour'],
  ]);
  expect(await notes()).toEqual([
    expect.stringMatching(/### No Keelson plan [^]*1a2b3c4d[^]*gitlab.example.com\/-\/jobs\/1\)[^]*colour/) as string,
  ]);
  await run('merge_request_event', files);
  expect(await notes()).toEqual([plan]);

  // Merged: planned, and applied by hand. The token of the new runner is in the store, and nowhere else.
  const merged = await run('push', files);
  expect(endOf(merged)).toEqual(['plan']);
  expect((await gitlab.get('/groups/platform')).status).toBe(404);
  expect(endOf({ jobs: [await merged.play('apply')] })).toEqual(['apply']);
  const token = expect.stringMatching(/^glrt-\S{20,}$/) as string;
  expect([...stored].sort()).toEqual(runnersStored.map((at) => [at, { data: { token } }]));
  expect(kept()).toEqual(['ledger.json']);
  expect(endOf(await run('schedule', files))).toEqual(['drift']);

  // The ledger is there in the next pipeline: a changed secret is planned, the others are not sent again.
  const rotated = { CI_HOOK_TOKEN: 'the-second-token-of-the-hook' };
  const second = await run('push', files, rotated);
  expect(second.jobs[0]?.text).toContain('token changed since last sent');
  // What fails leaves its journal to the next pipeline.
  gitlab.sandbox.fail('reset-after@PUT /groups/*/hooks/*');
  expect(await second.play('apply', rotated)).toMatchObject({ status: 1 });
  gitlab.sandbox.fail('');
  expect(kept()).toEqual(['journal.jsonl', 'ledger.json']);
  const third = await run('push', files, rotated);
  expect(third.jobs[0]?.text).toContain('hook[ci]');
  expect(await third.play('apply', rotated)).toMatchObject({ status: 0 });
  expect(kept()).toEqual(['ledger.json']);
  expect(endOf(await run('schedule', files, rotated))).toEqual(['drift']);

  // Without the cache every secret is unknown: the alarm says so, and an apply sends them once more.
  caches.clear();
  expect(endOf(await run('schedule', files, rotated), /would be sent/)).toEqual([['drift', 2, 'would be sent']]);
  expect(await (await run('push', files, rotated)).play('apply', rotated)).toMatchObject({ status: 0 });
  const audited = { ...rotated, KEELSON_AUDIT_TOKEN: gitlab.sandbox.token };
  const night = await run('schedule', files, audited);
  expect(endOf(night)).toEqual(['drift']);
  expect(night.artifact('drift.html')).toContain('<html');
  // Whoever audits it starts the review.
  expect(endOf({ jobs: [await night.play('review', audited)] })).toEqual(['review']);
  expect(night.artifact('access.csv')).toMatch(/^[^\n]*ann[^\n]*platform/m);
  expect(night.artifact('access.html')).toContain('<html');

  // Changed by hand.
  await gitlab.put('/groups/data', { name: 'By hand' });
  const adopting = { ...rotated, KEELSON_ADOPT_TOKEN: gitlab.as('adopter').token };
  const alarm = ['drift', 2, 'group[data] has'];
  expect(endOf(await run('schedule', files, rotated), /group\[data\] has/)).toEqual([alarm]);
  expect(endOf(await run('schedule', files, adopting), /group\[data\] has/)).toEqual([alarm, 'adopt']);
  expect(await reports()).toEqual([expect.stringMatching(/# Drift of <code>config<[^]*group\[data\] has/) as string]);
  expect(await requests()).toEqual([expect.stringContaining('group[data].name: Data → By hand') as string]);

  // A guard refuses until it is permitted for one run.
  const fewer = { 'config/keelson.yaml': configuration.replace(', ann: developer, ben: developer', '') };
  const refused = await run('push', fewer, rotated);
  expect(refused.jobs).toMatchObject([{ job: 'plan', status: 0 }]);
  expect(await refused.play('apply', rotated)).toMatchObject({ status: 3 });
  expect(await refused.play('apply', { ...rotated, KEELSON_ALLOW: '--allow-mass-removal' })).toMatchObject({
    status: 0,
  });

  expect(untried(textOf('gitlab.yml'), calls)).toEqual([]);
}, 120_000);

test('gitlab-parallel.yml: parts are planned, merged, shown and applied, or not at all', async () => {
  const { gitlab, project, stored, notes } = await estate();
  const { run, caches, calls } = runner(textOf('gitlab-parallel.yml'), project);
  const parts = [1, 2, 3, 4, 5].map((index) => `plan ${index}/5`);

  expect(endOf(await run('merge_request_event', files))).toEqual([...parts, 'note']);
  expect(await notes()).toEqual([expect.stringMatching(/### Keelson plan\n[^]*\| 3 \|/) as string]);
  await run('merge_request_event', invalid);
  expect(await notes()).toEqual([expect.stringContaining('### No Keelson plan') as string]);

  const merged = await run('push', files);
  expect(endOf(merged)).toEqual([...parts, 'merge']);
  expect(endOf({ jobs: [await merged.play('apply')] })).toEqual(['apply']);
  expect([...stored.keys()].sort()).toEqual(runnersStored);
  expect(existsSync(join(caches.get('keelson-protected') ?? '', '.keelson', 'ledger.json'))).toBe(true);
  const again = await run('push', files);
  expect(again.jobs.at(-1)?.text).toContain('Nothing to do');
  expect(gitlab.sandbox.log.some(({ method }) => method === 'DELETE')).toBe(false);

  expect(untried(textOf('gitlab-parallel.yml'), calls)).toEqual([]);
}, 120_000);

test('the job on a real GitLab runs the acceptance suite, with variables that the suite knows', () => {
  const { acceptance } = parse(textOf('acceptance.yml')) as {
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
