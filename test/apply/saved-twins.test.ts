import { expect, it } from 'vitest';
import { stage } from './stage.ts';

const ENDS = new Date(Date.now() + 100 * 86_400_000).toISOString().slice(0, 10);

it('two of one name are removed by a saved plan, each by its number', async () => {
  const yaml =
    'groups: { plat: { prune: [hooks, access_tokens, deploy_tokens], hooks: {}, access_tokens: {}, deploy_tokens: {} } }\n';
  const { gitlab, keelson } = await stage({ 'keelson.yaml': yaml });
  const at = `/groups/${await gitlab.group('plat')}`;
  for (const url of ['https://one.example.com', 'https://two.example.com'])
    await gitlab.post(`${at}/hooks`, { name: 'ci', url });
  for (const scope of ['api', 'read_api'])
    await gitlab.post(`${at}/access_tokens`, { name: 'bot', scopes: [scope], expires_at: ENDS });
  for (const scope of ['read_repository', 'read_registry'])
    await gitlab.post(`${at}/deploy_tokens`, { name: 'pulls', scopes: [scope] });
  const planned = await keelson.run('plan', '--out', 'plan.json', '--allow-mass-removal');
  expect(planned.out).toContain('6 to delete');
  const { status, out } = await keelson.run('apply', 'plan.json', '--auto-approve');
  expect([status, out]).toEqual([0, expect.any(String)]);
  for (const list of ['hooks', 'access_tokens?state=active', 'deploy_tokens'])
    expect((await gitlab.get(`${at}/${list}`)).list).toEqual([]);
  expect((await keelson.run('plan')).out).toContain('Nothing to do');
});

it('what a replacement that was cut has left beside the new one goes by a saved plan', async () => {
  const yaml = (scope: string, file: string): string =>
    `groups: { plat: { access_tokens: { bot: { scopes: [${scope}], expires_at: ${ENDS}, token_to: { file: ${file} } } } } }\n`;
  const { gitlab, keelson } = await stage({ 'keelson.yaml': yaml('api', 'first.token') });
  const at = `/groups/${await gitlab.group('plat')}/access_tokens`;
  expect((await keelson.run('apply', '--auto-approve')).status).toBe(0);
  keelson.write('keelson.yaml', yaml('read_api', 'second.token'));
  gitlab.sandbox.fail(`500@DELETE ${at}/*`);
  expect((await keelson.run('apply', '--auto-approve')).status).not.toBe(0);
  gitlab.sandbox.fail('');
  expect((await gitlab.get(`${at}?state=active`)).list).toHaveLength(2);
  expect((await keelson.run('plan', '--out', 'plan.json')).out).toContain('1 to delete');
  const { status, out } = await keelson.run('apply', 'plan.json', '--auto-approve');
  expect([status, out]).toEqual([0, expect.any(String)]);
  expect((await gitlab.get(`${at}?state=active`)).list).toMatchObject([{ scopes: ['read_api'] }]);
});
