import { describe, expect, it } from 'vitest';
import { workspace } from '../cli/keelson.ts';
import { idOf } from '../sandbox/client.ts';
import { stage, writes } from './stage.ts';

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

const ONE = `projects: { plat/app: { deploy_keys: { y: { key: '${OTHER}' } } } }\n`;

it('a key that came between the plan and its apply is left as it is, and the change says so', async () => {
  const { keelson, add, shown } = await withKeys(ONE, {});
  expect((await keelson.run('plan', '--out', 'plan.json')).out).toMatch(/can_push\s+false/);
  await add('foreign', OTHER);
  const { status, out } = await keelson.run('apply', 'plan.json', '--auto-approve');
  expect([status, out.replace(/\s+/g, ' ')]).toEqual([
    1,
    expect.stringContaining('GitLab has the same thing by now, `foreign` (id 1), which the plan knew nothing of'),
  ]);
  expect(await shown()).toEqual([['foreign', true]]);
});

describe('a key of another project that nobody looks at', () => {
  /** The project `app`, in which the key is declared, and `web`, which has it already under another title. */
  async function twoProjects(yaml: string, ends?: string) {
    const { gitlab, keelson } = await stage({ 'keelson.yaml': yaml });
    const plat = await gitlab.group('plat');
    const project = async (path: string) =>
      `/projects/${idOf(await gitlab.post('/projects', { name: path, path, namespace_id: plat }))}/deploy_keys`;
    const [app, web] = [await project('app'), await project('web')];
    const elsewhere = () =>
      gitlab.post(web, { title: 'foreign', key: OTHER, can_push: true, ...(ends && { expires_at: ends }) });
    const titles = async (at: string) => (await gitlab.get(at)).list.map(({ title, can_push: push }) => [title, push]);
    return { gitlab, keelson, elsewhere, inApp: () => titles(app), inWeb: () => titles(web) };
  }

  it('that came between the plan and its apply keeps its title', async () => {
    const { gitlab, keelson, elsewhere, inApp, inWeb } = await twoProjects(ONE);
    expect((await keelson.run('plan', '--out', 'plan.json')).out).not.toContain('warning');
    await elsewhere();
    gitlab.sandbox.log.length = 0;
    const { status, out } = await keelson.run('apply', 'plan.json', '--auto-approve');
    expect([status, out.replace(/\s+/g, ' ')]).toEqual([1, expect.stringContaining('nothing was sent')]);
    expect([await inApp(), await inWeb(), writes(gitlab)]).toEqual([[], [['foreign', true]], []]);
  });

  it('is told before it gets another title, and then may get it', async () => {
    const { keelson, elsewhere, inApp, inWeb } = await twoProjects(ONE);
    await elsewhere();
    const { status, err, out } = await keelson.run('apply', '--auto-approve');
    expect([status, `${err}${out}`.replace(/\s+/g, ' ')]).toEqual([
      0,
      expect.stringContaining(
        '[takes-over]: project[plat/app]/deploy_key[y] is the same thing as what project[plat/web], not looked at here, has: its title is foreign, and becomes y there as well',
      ),
    ]);
    expect([await inApp(), await inWeb()]).toEqual([[['y', false]], [['y', true]]]);
  });

  it('keeps its last day, which is an error with the steps to another one', async () => {
    const yaml = ONE.replace("' }", "', expires_at: 2099-12-31 }");
    const { keelson, elsewhere } = await twoProjects(yaml, '2099-01-31');
    await elsewhere();
    const { status, err } = await keelson.run('plan');
    expect([status, err.replace(/\s+/g, ' ')]).toEqual([
      1,
      expect.stringMatching(
        /\[kept-elsewhere\]: project\[plat\/app\]\/deploy_key\[y\] cannot get expires_at 2099-12-31: project\[plat\/web\] is the same thing/,
      ),
    ]);
  });

  it('is known to a maintainer of both, though not where it is', async () => {
    const { gitlab, keelson, elsewhere, inWeb } = await twoProjects(ONE);
    await elsewhere();
    const id = (await gitlab.get('/users?username=alice')).list[0]?.['id'] ?? 0;
    await gitlab.post('/groups/plat/members', { user_id: id, access_level: 40 });
    const env = { KEELSON_URL: gitlab.sandbox.url, KEELSON_TOKEN: gitlab.as('alice', ['api', 'read_user']).token };
    const asAlice = workspace({ 'keelson.yaml': ONE }, env);
    const told = async () => (await asAlice.run('plan')).out.replace(/\s+/g, ' ');
    expect(await told()).toContain(
      'is the same thing as what a project, not looked at here, has: its title is foreign',
    );
    expect((await keelson.run('apply', '--auto-approve')).status).toBe(0);
    expect(await inWeb()).toEqual([['y', true]]);
    asAlice.write('keelson.yaml', ONE.replace('y:', 'z:'));
    expect(await told()).toContain(
      '[perhaps-shared]: project[plat/app]/deploy_key[z]: GitLab does not tell this token',
    );
  });
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
  expect(err.replace(/\s+/g, ' ')).toContain(
    'First write expires_at 2099-01-31 here, take it out of all other places (`state: absent` in project[plat/app]/deploy_key[x]), and apply; then write',
  );
  const gone = '{ deploy_keys: { x: { state: absent } } }';
  keelson.write('keelson.yaml', `projects: { plat/app: ${gone}, plat/web: ${keys('2099-01-31')} }\n`);
  expect((await keelson.run('apply', '--auto-approve')).status).toBe(0);
  keelson.write('keelson.yaml', yaml('2099-12-31'));
  expect((await keelson.run('apply', '--auto-approve')).status).toBe(0);
  expect((await keelson.run('plan')).out).toContain('Nothing to do');
});
