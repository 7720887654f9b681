import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { idOf, sandbox } from '../sandbox/client.ts';
import { workspace } from '../cli/keelson.ts';
import { planProject } from '../support/plan-job.ts';
import { examplesFolder } from './example.ts';
import { runner } from './runner.ts';

const text = readFileSync(join(examplesFolder, 'ci', 'gitlab-apart.yml'), 'utf8');

const configuration = 'groups: { platform: { name: Platform, ignore: { members: [root] } } }\n';

test('gitlab-apart.yml: the token is where the configuration is not, and does what was read there or nothing', async () => {
  const gitlab = await sandbox();
  const { at, push, kept } = await planProject(gitlab);
  const sha = await push('config/keelson.yaml', configuration);
  await gitlab.post(`${at}/members`, { user_id: await gitlab.user('reader'), access_level: 20 });
  const planned = workspace(
    { 'keelson.yaml': configuration },
    { KEELSON_URL: gitlab.sandbox.url, KEELSON_TOKEN: gitlab.token },
  );
  expect(await planned.run('plan', '--out', 'plan.json')).toMatchObject({ status: 0 });
  kept(sha, { 'plan.json': readFileSync(join(planned.folder, 'plan.json'), 'utf8') });
  const { run } = runner(text, {
    variables: {
      CI_SERVER_URL: gitlab.sandbox.url,
      CI_PROJECT_ID: '4711',
      CI_COMMIT_SHA: 'f'.repeat(40),
      CONFIGURATION: 'root/configuration',
    },
    protectedVariables: {
      KEELSON_TOKEN: gitlab.token,
      KEELSON_NOTE_TOKEN: gitlab.as('reader', ['read_api']).token,
    },
    mergeRequest: {},
  });
  const applied = await (await run('push', {})).play('apply');
  expect([applied.status, applied.text]).toEqual([0, expect.stringContaining('Applied: 1 created')]);
  const platform = idOf(await gitlab.get('/groups/platform'));
  expect((await run('schedule', {})).jobs).toMatchObject([{ job: 'drift', status: 0 }]);

  // By hand, and with a commit that nobody has looked at the plan of.
  await gitlab.put(`/groups/${platform}`, { name: 'By hand' });
  expect((await run('schedule', {})).jobs).toMatchObject([
    {
      job: 'drift',
      status: 2,
      text: expect.stringContaining('root/configuration@main:config/keelson.yaml:1:') as string,
    },
  ]);
  await push('config/more.yaml', 'groups: {}\n');
  const stale = await (await run('push', {})).play('apply');
  expect([stale.status, stale.text]).toEqual([1, expect.stringContaining('has not succeeded: it is pending')]);
});
