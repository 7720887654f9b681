import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { workspace } from './keelson.ts';
import { team } from './team.ts';

const yaml = `instance:
  settings: { signup_enabled: false }
groups:
  team:
    name: Team
    hooks: { ci: { url: "https://ci.example.com", token: { env: ONE } } }
    integrations: { slack: { webhook: { env: TWO } } }
  team/web: { visibility: private }
  ops: { name: Ops }
`;

test('an export to a folder has a file for each group at the top, and plans to nothing', async () => {
  const { gitlab } = await team();
  const keelson = workspace(
    { 'keelson.yaml': yaml },
    {
      ...{ KEELSON_URL: gitlab.sandbox.url, KEELSON_TOKEN: gitlab.token, ONE: 'a-long-token-of-a-hook' },
      ...{ TWO: 'https://hooks.example.com/a', TEAM_INTEGRATION_SLACK_WEBHOOK: 'https://hooks.example.com/a' },
    },
  );
  expect((await keelson.run('apply', '--auto-approve')).status).toBe(0);
  const { status, out } = await keelson.run('export', '--out', './all/');
  expect({ status, out }).toEqual({ status: 0, out: 'Written to ./all/: 3 files.\n' });
  const at = (...names: readonly string[]): string => join(keelson.folder, 'all', ...names);
  expect(readdirSync(at(), { recursive: true }).sort()).toEqual([
    'groups',
    'groups/ops.yaml',
    'groups/team.yaml',
    'instance.yaml',
  ]);
  expect(statSync(at('instance.yaml')).mode & 0o777).toBe(0o600);
  expect(readFileSync(at('groups/team.yaml'), 'utf8')).toContain(
    'webhook: { env: TEAM_INTEGRATION_SLACK_WEBHOOK } # set this variable: what is a secret, or may be one, is not written here\n',
  );
  const again = await keelson.run('plan', 'all', '--detailed-exitcode');
  expect(again.status, again.out + again.err).toBe(0);
});

test('what stands in a folder is not mixed with an export', async () => {
  const { keelson } = await team();
  keelson.write('mine/groups/team.yaml', 'groups: {}\n');
  const { status, err } = await keelson.run('export', '--out', 'mine');
  expect(status).toBe(1);
  expect(err).toContain('mine cannot take an export: it is not empty');
  expect((await keelson.run('export', '--out', 'keelson.yaml')).err).toContain('it is no folder');
  expect(readFileSync(join(keelson.folder, 'mine/groups/team.yaml'), 'utf8')).toBe('groups: {}\n');
});
