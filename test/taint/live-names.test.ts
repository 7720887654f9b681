import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { stage } from '../apply/stage.ts';
import { idOf } from '../sandbox/client.ts';

const SECRET = 'gX7cA718yeBNmdxNkDPqAYm';

/** A group with a hook and a variable of nobody here, in whose names a secret of this run stands, and a protected branch of a project. */
async function named() {
  const yaml = `groups:
  shop:
    prune: [hooks, variables]
    hooks: { ours: { url: https://ci.example.com, token: { env: CI_TOKEN } } }
    variables: {}
projects:
  shop/app: { prune: [protected_branches], protected_branches: {} }
`;
  const { gitlab, keelson } = await stage({ 'keelson.yaml': yaml }, {}, { CI_TOKEN: SECRET });
  const group = await gitlab.group('shop');
  const app = idOf(await gitlab.post('/projects', { name: 'app', path: 'app', namespace_id: group }));
  await gitlab.post(`/groups/${group}/hooks`, { name: `h${SECRET}`, url: 'https://a.example.com' });
  await gitlab.post(`/groups/${group}/variables`, { key: 'V', value: 'x', environment_scope: `${SECRET}/*` });
  await gitlab.post(`/projects/${app}/protected_branches`, { name: `b${SECRET.toLowerCase()}` });
  return { gitlab, keelson };
}

const waived = ['--allow-mass-removal', '--allow-plan-removals'];

it('what is live and called as a secret is called by no name in a plan, and its calls are seen all the same', async () => {
  const { keelson } = await named();
  const { out, err } = await keelson.run('plan', '--verbose', '--har', 'p.har');
  const said = `${out}${err}${readFileSync(join(keelson.folder, 'p.har'), 'utf8')}`.toLowerCase();
  expect(said).not.toContain(SECRET.toLowerCase());
  expect(out).toContain('DELETE /groups/1/variables/V?filter%5Benvironment_scope%5D=(secret)');
  expect(out).toMatch(/DELETE \/projects\/\d+\/protected_branches\/b?\(secret\)/);
});

it('no plan file holds it, so that none is written', async () => {
  const { keelson } = await named();
  const { status, err } = await keelson.run('plan', '--out', 'plan.json');
  expect([status, err]).toEqual([1, expect.stringContaining('has a secret in its name, which no plan file may hold')]);
  expect(existsSync(join(keelson.folder, 'plan.json'))).toBe(false);
});

it('the journal of a run that failed at it holds no secret', async () => {
  const { gitlab, keelson } = await named();
  gitlab.sandbox.fail('500@DELETE *');
  expect((await keelson.run('apply', '--auto-approve', ...waived)).status).toBe(1);
  const journal = readFileSync(join(keelson.folder, '.keelson', 'journal.jsonl'), 'utf8');
  expect(journal).toContain('group[shop]/hook[');
  expect(journal.toLowerCase()).not.toContain(SECRET.toLowerCase());
  gitlab.sandbox.fail('');
  expect((await keelson.run('apply', '--auto-approve', ...waived)).status).toBe(0);
  expect((await keelson.run('plan')).out).toContain('Nothing to do');
});
