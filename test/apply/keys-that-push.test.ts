import { expect, test } from 'vitest';
import { idOf } from '../sandbox/client.ts';
import type { SandboxOptions } from '../../src/sandbox/options.ts';
import { stage, writes } from './stage.ts';

const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIKeTe2S4yqWPA3IbtrrPXHjLI1/r4OcLG4TNmVQUYaCO';
const OTHER = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIBY2eqy2ekoBfI2oq5VoLMs5CGN4D3EU3aCg4MVWRMfE';

/** A project with a key that may push and a branch that nobody may push to; the document lets the key. */
async function closedBranch(options: SandboxOptions) {
  const { gitlab, keelson } = await stage({}, options);
  const team = await gitlab.group('team');
  const app = `/projects/${idOf(await gitlab.post('/projects', { name: 'app', namespace_id: team }))}`;
  const key = idOf(await gitlab.post(`${app}/deploy_keys`, { title: 'Deployer', key: KEY, can_push: true }));
  await gitlab.post(`${app}/protected_branches`, { name: 'main', push_access_level: 0 });
  const pushers = `{ push_access_level: [no_access, { deploy_key: ${key} }] }`;
  keelson.write('keelson.yaml', `projects:\n  team/app: { protected_branches: { main: ${pushers} } }\n`);
  const who = async () => (await gitlab.get(`${app}/protected_branches/main`)).object['push_access_levels'];
  return { gitlab, keelson, app, key, who };
}

test('a deploy key is let push to a branch that nobody may push to, and the next plan is empty', async () => {
  const { keelson, key, who } = await closedBranch({});
  expect((await keelson.run('apply', '--auto-approve')).status).toBe(0);
  expect(await who()).toMatchObject([
    { access_level: 0, deploy_key_id: null },
    { access_level: null, access_level_description: 'Deployer', deploy_key_id: key },
  ]);
  expect((await keelson.run('plan', '--detailed-exitcode')).status).toBe(0);
});

test.each<[string, SandboxOptions, string]>([
  [
    'a version',
    { version: '17.4.0' },
    '[unsupported-version]: project[team/app]/protected_branch[main]: a deploy_key in',
  ],
  [
    'a licence',
    { tier: 'free', version: '18.9.0' },
    '[lacks-tier]: project[team/app]/protected_branch[main]: a deploy_key in',
  ],
])(
  '%s that would drop the key, and let Maintainers push, is told before anything is sent',
  async (_, options, told) => {
    const { gitlab, keelson, who } = await closedBranch(options);
    const before = writes(gitlab).length;
    const { status, err } = await keelson.run('apply', '--auto-approve');
    expect(status).toBe(1);
    expect(err).toContain(told);
    expect(writes(gitlab).slice(before)).toEqual([]);
    expect(await who()).toMatchObject([{ access_level: 0 }]);
  },
);

test('since 18.10 it needs no licence', async () => {
  const { keelson, key, who } = await closedBranch({ tier: 'free', version: '18.10.0' });
  expect((await keelson.run('apply', '--auto-approve')).status).toBe(0);
  expect(await who()).toMatchObject([{ access_level: 0 }, { deploy_key_id: key }]);
});

test('GitLab before 17.5 drops the key alone, and lets Maintainers push', async () => {
  const { gitlab, app, key, who } = await closedBranch({ version: '17.4.0' });
  await gitlab.patch(`${app}/protected_branches/main`, { allowed_to_push: [{ deploy_key_id: key }] });
  expect(await who()).toMatchObject([{ access_level: 0 }, { access_level: 40, deploy_key_id: null }]);
});

test('a key that the project has not enabled, or does not let push, is refused', async () => {
  const { gitlab, app } = await closedBranch({});
  const reader = idOf(await gitlab.post(`${app}/deploy_keys`, { title: 'Reader', key: OTHER }));
  const letPush = (id: number) =>
    gitlab.patch(`${app}/protected_branches/main`, { allowed_to_push: [{ deploy_key_id: id }] });
  expect((await letPush(reader)).status).toBe(422);
  expect((await letPush(4711)).status).toBe(422);
});
