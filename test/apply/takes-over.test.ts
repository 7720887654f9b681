import { expect, it } from 'vitest';
import { idOf } from '../sandbox/client.ts';
import { stage } from './stage.ts';

const FIRST = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIKeTe2S4yqWPA3IbtrrPXHjLI1/r4OcLG4TNmVQUYaCO';
const OTHER = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIBY2eqy2ekoBfI2oq5VoLMs5CGN4D3EU3aCg4MVWRMfE';

/** A project with these keys; those with a `!` may push. */
async function withKeys(yaml: string, keys: { readonly [title: string]: string }) {
  const { gitlab, keelson } = await stage({ 'keelson.yaml': yaml });
  const plat = await gitlab.group('plat');
  const at = `/projects/${idOf(await gitlab.post('/projects', { name: 'app', path: 'app', namespace_id: plat }))}/deploy_keys`;
  const add = (title: string, key: string, push = true) => gitlab.post(at, { title, key, can_push: push });
  for (const [title, key] of Object.entries(keys)) await add(title, key, title !== 'x');
  const shown = async () => (await gitlab.get(at)).list.map(({ title, can_push: push }) => [title, push]);
  return { keelson, add, shown };
}

it('a declared key that gets what an undeclared one has is told, and may push only where that is said', async () => {
  const yaml = `projects: { plat/app: { deploy_keys: { x: { key: '${OTHER}' } } } }\n`;
  const { keelson, shown } = await withKeys(yaml, { x: FIRST, y: OTHER });
  const { status, out } = await keelson.run('apply', '--auto-approve');
  expect([status, out.replace(/\s+/g, ' ')]).toEqual([
    0,
    expect.stringContaining(
      '[takes-over]: project[plat/app]/deploy_key[x] is the same thing as project[plat/app]/deploy_key[y]',
    ),
  ]);
  expect(await shown()).toEqual([['x', false]]);
});

it('a key that came between the plan and its apply may push only where that is said', async () => {
  const yaml = `projects: { plat/app: { deploy_keys: { y: { key: '${OTHER}' } } } }\n`;
  const { keelson, add, shown } = await withKeys(yaml, {});
  expect((await keelson.run('plan', '--out', 'plan.json')).out).toMatch(/can_push\s+false/);
  await add('foreign', OTHER);
  await keelson.run('apply', 'plan.json', '--auto-approve');
  expect((await shown()).filter(([title]) => title === 'y')).not.toContainEqual(['y', true]);
});

it('another last day of a key that another project has is refused with the way to it, and is not planned at each run', async () => {
  const keys = (ends: string): string => `{ deploy_keys: { x: { key: '${FIRST}', expires_at: ${ends} } } }`;
  const yaml = (ends: string): string => `projects: { plat/app: ${keys(ends)}, plat/web: ${keys(ends)} }\n`;
  const { gitlab, keelson } = await stage({ 'keelson.yaml': yaml('2099-01-31') });
  const plat = await gitlab.group('plat');
  for (const path of ['app', 'web']) await gitlab.post('/projects', { name: path, path, namespace_id: plat });
  expect((await keelson.run('apply', '--auto-approve')).status).toBe(0);
  keelson.write('keelson.yaml', yaml('2099-12-31'));
  const { status, err } = await keelson.run('apply', '--auto-approve');
  expect([status, err]).toEqual([1, expect.stringContaining('[kept-elsewhere]: project[plat/app]/deploy_key[x]')]);
  // The way that it names.
  const gone = '{ deploy_keys: { x: { state: absent } } }';
  keelson.write('keelson.yaml', `projects: { plat/app: ${gone}, plat/web: ${gone} }\n`);
  expect((await keelson.run('apply', '--auto-approve')).status).toBe(0);
  keelson.write('keelson.yaml', yaml('2099-12-31'));
  expect((await keelson.run('apply', '--auto-approve')).status).toBe(0);
  expect((await keelson.run('plan')).out).toContain('Nothing to do');
});
