import { expect, test } from 'vitest';
import { anonymous, told } from './cast.ts';
import { twoStages, workshop } from './ci.ts';
import { idOf } from './client.ts';

const none = 'jobs config should contain at least one visible job';

// spec/requests/api/lint_spec.rb
test('GET …/ci/lint tells what the repository holds; 404 while it is empty, 403 to those who do not read it', async () => {
  const shop = await workshop();
  const path = `${shop.at}/ci/lint`;
  const missing = (await shop.developer.get(path)).object;
  expect(missing).toMatchObject({
    valid: false,
    errors: ['Please provide content of .gitlab-ci.yml'],
    merged_yaml: null,
  });
  const first = await shop.write('.gitlab-ci.yml', twoStages);
  await shop.write('.gitlab-ci.yml', 'image: alpine\n');
  expect((await shop.developer.get(path)).object).toMatchObject({ valid: false, errors: [none], includes: [] });
  const old = (await shop.developer.get(`${path}?content_ref=${first}&include_jobs=true`)).object;
  expect(old).toMatchObject({ valid: true, errors: [], warnings: [] });
  expect(old['merged_yaml']).toContain('compile:');
  expect(old['jobs']).toMatchObject([
    {
      name: 'compile',
      stage: 'build',
      script: ['make'],
      tag_list: ['linux', 'amd64'],
      when: 'on_success',
      allow_failure: false,
    },
    { name: 'unit', stage: 'test' },
    { name: 'deploy', when: 'manual', allow_failure: true },
  ]);
  expect(old['jobs']).toMatchObject([{ only: { refs: ['branches', 'tags'] }, except: null, needs: null }, {}, {}]);
  expect(told(await shop.developer.get(`${path}?content_ref=nothing`))).toEqual([
    404,
    { message: '404 Commit Not Found' },
  ]);
  expect((await shop.developer.get(`${path}?sha=a&content_ref=b`)).status).toBe(400);
  expect((await shop.gl.get(path, anonymous)).status).toBe(404);
  expect((await shop.stranger.get(path)).status).toBe(404);
  const empty = idOf(await shop.gl.post('/projects', { name: 'empty' }));
  expect(told(await shop.gl.get(`/projects/${empty}/ci/lint`))).toEqual([404, { message: '404 Repository Not Found' }]);
});

test('POST …/ci/lint looks at what is sent, for those who start pipelines; a dry run asks the rules', async () => {
  const shop = await workshop();
  const path = `${shop.at}/ci/lint`;
  const ask = async (content: string, more = {}) => (await shop.developer.post(path, { content, ...more })).object;
  expect((await shop.developer.post(path)).status).toBe(400);
  expect((await shop.stranger.post(path, { content: twoStages })).status).toBe(404);
  expect(await ask('a: { script: x, stage: nowhere }')).toMatchObject({
    valid: false,
    merged_yaml: '---\na:\n  script: x\n  stage: nowhere\n',
  });
  const ruled = 'a: { script: x }\nb: { script: y, rules: [{ if: "$CI_COMMIT_BRANCH == \'other\'" }] }\n';
  const names = (jobs: unknown) => (Array.isArray(jobs) ? jobs.map((job: { name: string }) => job.name) : jobs);
  expect(names((await ask(ruled, { include_jobs: true }))['jobs'])).toEqual(['a', 'b']);
  const dry = await ask(ruled, { include_jobs: true, dry_run: true });
  expect([dry['valid'], names(dry['jobs'])]).toEqual([true, ['a']]);
  expect('jobs' in (await ask(ruled))).toBe(false);
  expect(await ask(ruled, { dry_run: true, ref: 'missing' })).toMatchObject({
    valid: false,
    errors: ['Reference not found'],
  });
});
