import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { configuration, estate } from './estate.ts';
import { examplesFolder } from './example.ts';
import { expandedPipeline } from './expanded.ts';
import { runner, type Ended } from './runner.ts';

const component = readFileSync(join(examplesFolder, '..', 'templates', 'keelson.yml'), 'utf8');
const example = readFileSync(join(examplesFolder, 'ci', 'component.yml'), 'utf8');
const pipeline = (text: string, included = component) =>
  expandedPipeline({ '.gitlab-ci.yml': text, '.gitlab/keelson.yml': included });

interface Jobs {
  readonly [name: string]: { readonly script: readonly string[] };
}

const endOf = ({ jobs }: { readonly jobs: readonly Ended[] }): readonly unknown[] =>
  jobs.map(({ job, status, text }) => (status === 0 ? job : [job, status, text]));

test('the component fits the schema of GitLab, with and without its inputs, and what does not fit is seen', () => {
  for (const text of [example, 'include: [{ local: /.gitlab/keelson.yml }]\n']) {
    const { status, said } = pipeline(text);
    expect({ status, said }).toEqual({ status: 0, said: expect.stringContaining('json schema validated') as string });
  }
  for (const name of ['gitlab.yml', 'gitlab-parallel.yml', 'acceptance.yml', 'image.yml']) {
    const text = readFileSync(join(examplesFolder, 'ci', name), 'utf8');
    expect(expandedPipeline({ '.gitlab-ci.yml': text }), name).toMatchObject({ status: 0 });
  }
  const wrong = pipeline(example, component.replace('    access: developer\n', '    access: everybody\n'));
  expect(wrong.status).not.toBe(0);
});

test('every input of the component is described, and used by a job', () => {
  const [head, jobs = ''] = component.split(/^---$/m);
  expect(parseAllDocuments(component)).toHaveLength(2);
  const { spec } = parse(head ?? '') as { readonly spec: { readonly inputs: { readonly [name: string]: object } } };
  for (const [name, input] of Object.entries(spec.inputs)) {
    expect(jobs).toContain(`$[[ inputs.${name} ]]`);
    expect(input).toHaveProperty('description');
    expect(input).toHaveProperty('default');
  }
  // What the example gives is known: GitLab refuses other inputs.
  const { include } = parse(example) as { readonly include: readonly [{ readonly inputs: object }] };
  expect(Object.keys(spec.inputs)).toEqual(expect.arrayContaining(Object.keys(include[0].inputs)));
});

test('the component: a note for the reviewer, the plan that was saved, and an alarm at night, with one memory', async () => {
  const { gitlab, project, stored, notes, reports } = await estate();
  const { text } = pipeline(example);
  const { run, caches, calls } = runner(text, project);
  const files = { 'config/keelson.yaml': configuration };
  const kept = (): readonly string[] => readdirSync(join(caches.get('keelson-protected') ?? '', '.keelson'));

  // One note, which says where there is no plan.
  expect(endOf(await run('merge_request_event', files))).toEqual(['keelson-validate', 'keelson-note']);
  const plan = expect.stringMatching(/### Keelson plan of <code>config<\/code>\n[^]*hook\[ci\]/) as string;
  expect(await notes()).toEqual([plan]);
  const broken = await run('merge_request_event', { 'config/keelson.yaml': 'groups: { platform: { colour: red } }' });
  expect(broken.jobs.map(({ status }) => status)).toEqual([1, 1]);
  expect(await notes()).toEqual([expect.stringContaining('### No Keelson plan') as string]);
  // Without a token for it, the log has the plan.
  const quiet = await run('merge_request_event', files, { KEELSON_NOTE_TOKEN: '' });
  expect(quiet.jobs[1]).toMatchObject({ status: 0, text: expect.stringContaining('hook[ci]') as string });
  expect(await notes()).toEqual([expect.stringContaining('### No Keelson plan') as string]);

  // Merged: planned, and applied by hand. The tokens of the new runners are in the store.
  const merged = await run('push', files);
  expect(endOf(merged)).toEqual(['keelson-plan']);
  expect((await gitlab.get('/groups/platform')).status).toBe(404);
  expect(endOf({ jobs: [await merged.play('keelson-apply')] })).toEqual(['keelson-apply']);
  const token = expect.stringMatching(/^glrt-\S{20,}$/) as string;
  expect([...stored].sort()).toEqual(
    ['build', 'payroll-ci', 'platform-5mssjs.secret'].map((name) => [
      `/v1/secret/data/runners/${name}`,
      { data: { token } },
    ]),
  );
  expect(kept()).toEqual(['ledger.json']);
  expect(endOf(await run('schedule', files))).toEqual(['keelson-drift']);

  // What fails leaves its journal to the next pipeline, and the ledger knows what was sent.
  const rotated = { CI_HOOK_TOKEN: 'the-second-token-of-the-hook' };
  const second = await run('push', files, rotated);
  expect(second.jobs[0]?.text).toContain('token changed since last sent');
  gitlab.sandbox.fail('reset-after@PUT /groups/*/hooks/*');
  expect(await second.play('keelson-apply', rotated)).toMatchObject({ status: 1 });
  gitlab.sandbox.fail('');
  expect(kept()).toEqual(['journal.jsonl', 'ledger.json']);
  const third = await run('push', files, rotated);
  expect(await third.play('keelson-apply', rotated)).toMatchObject({ status: 0 });
  expect(kept()).toEqual(['ledger.json']);

  // Changed by hand; and a guard, which is permitted for one run.
  await gitlab.put('/groups/data', { name: 'By hand' });
  expect((await run('schedule', files, rotated)).jobs).toMatchObject([{ job: 'keelson-drift', status: 2 }]);
  expect(await reports()).toEqual([expect.stringMatching(/# Drift of <code>config<[^]*By hand/) as string]);
  await run('schedule', files, { ...rotated, KEELSON_NOTE_TOKEN: '' });
  expect(await reports()).toHaveLength(1);
  const fewer = { 'config/keelson.yaml': configuration.replace(', ann: developer, ben: developer', '') };
  const refused = await run('push', fewer, rotated);
  expect(await refused.play('keelson-apply', rotated)).toMatchObject({ status: 3 });
  const permitted = { ...rotated, KEELSON_ALLOW: '--allow-mass-removal' };
  expect(await refused.play('keelson-apply', permitted)).toMatchObject({ status: 0 });

  // Every call of Keelson was made.
  const jobs = parse(text) as Jobs;
  const untried = Object.entries(jobs).flatMap(([name, { script = [] }]) =>
    script
      .flatMap((line) => /^keelson (.*?)(?: > | \|\| | \$|$)/.exec(line)?.[1] ?? [])
      .filter((call) => !calls.some((one) => one.startsWith(`${name}: ${call}`))),
  );
  expect(untried).toEqual([]);
}, 240_000);

test('without a store for their tokens no runner is made', async () => {
  const { gitlab, project } = await estate();
  const { text } = pipeline('include: [{ local: /.gitlab/keelson.yml }]\n');
  const merged = await runner(text, project).run('push', { 'config/keelson.yaml': configuration });
  const ended = await merged.play('keelson-apply');
  expect(ended).toMatchObject({ status: 1, text: expect.stringContaining('set the input store-token') as string });
  expect((await gitlab.get('/groups/platform')).status).toBe(404);
}, 120_000);
