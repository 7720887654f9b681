import { expect, test } from 'vitest';
import { workspace } from '../cli/keelson.ts';
import { sandbox, type SandboxClient } from '../sandbox/client.ts';

/** An instance with many groups in three trees, of which one tree alone is declared. */
async function forest(): Promise<SandboxClient> {
  const gitlab = await sandbox();
  for (const top of ['ash', 'beech', 'oak']) {
    await gitlab.group(top);
    for (let index = 0; index < 150; index++) await gitlab.group(`${top}/g${index}`);
  }
  gitlab.sandbox.log.length = 0;
  return gitlab;
}

function yamlOf(paths: readonly string[]): string {
  return ['groups:', ...paths.map((path) => `  ${path}: { visibility: private }`)].join('\n');
}

const inside = (count: number): string[] => Array.from({ length: count }, (_, index) => `oak/g${index}`);

test.each([
  ['one by one', ['ash/g1', 'beech/g1', 'oak/g1'], 3],
  ['the list of the tree', inside(150), 3],
  ['the whole list', [...inside(150), ...inside(150).map((path) => path.replace('oak', 'ash'))], 5],
])('%s is taken where it costs least', async (_, paths, most) => {
  const gitlab = await forest();
  const env = { KEELSON_URL: gitlab.sandbox.url, KEELSON_TOKEN: gitlab.token };
  const ran = await workspace({ 'keelson.yaml': yamlOf(paths) }, env).run('plan');
  expect(ran).toMatchObject({ status: 0 });
  const asked = gitlab.sandbox.log.filter(({ url }) => url.includes('/groups'));
  expect(asked.length, asked.map(({ url }) => url).join('\n')).toBeLessThanOrEqual(most);
});

test('a plan that would take more requests than are permitted is refused before they are made', async () => {
  const gitlab = await sandbox();
  for (const path of ['ash', 'beech', 'oak']) await gitlab.group(path);
  const yaml = `groups:\n${['ash', 'beech', 'oak'].map((path) => `  ${path}: { members: {} }`).join('\n')}\n`;
  const env = { KEELSON_URL: gitlab.sandbox.url, KEELSON_TOKEN: gitlab.token };
  const keelson = workspace({ 'keelson.yaml': yaml }, env);
  gitlab.sandbox.log.length = 0;
  const refused = await keelson.run('plan', '--max-requests', '7');
  expect(refused).toMatchObject({ status: 3, out: '' });
  expect(refused.err).toContain('Looking at the instance takes about 8 requests, and --max-requests permits 7');
  expect(gitlab.sandbox.log.map(({ url }) => url)).toEqual(['/api/v4/metadata', '/api/v4/user']);
  expect(await keelson.run('plan', '--max-requests', '8')).toMatchObject({ status: 0 });
});

test('what was not forecast counts as well: no more reads than are permitted are sent', async () => {
  const gitlab = await sandbox();
  await gitlab.group('ash');
  const users = Array.from({ length: 12 }, (_, index) => `user${index}`);
  for (const name of users) await gitlab.user(name);
  const yaml = `groups:\n  ash:\n    members:\n${users.map((name) => `      ${name}: guest\n`).join('')}`;
  const env = { KEELSON_URL: gitlab.sandbox.url, KEELSON_TOKEN: gitlab.token };
  const keelson = workspace({ 'keelson.yaml': yaml }, env);
  for (const command of [['plan'], ['drift'], ['apply', '--auto-approve']]) {
    gitlab.sandbox.log.length = 0;
    const refused = await keelson.run(...command, '--max-requests', '4');
    expect(refused, command[0]).toMatchObject({ status: 3, out: '' });
    expect(refused.err).toContain('Looking at the instance takes more than the 4 requests that --max-requests permits');
    expect(gitlab.sandbox.log.length).toBeLessThanOrEqual(4);
    expect(gitlab.sandbox.log.every(({ method }) => method === 'GET')).toBe(true);
  }
  // The version, who it is, the group, its members, all twelve users in one, and who has given up which name.
  expect(await keelson.run('apply', '--auto-approve', '--max-requests', '6')).toMatchObject({ status: 0 });
});
