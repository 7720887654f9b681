import { expect, test } from 'vitest';
import { stage } from './stage.ts';

const APPLY = ['apply', '--auto-approve', '--allow-mass-removal', '--allow-own-access', '--allow-scope-deletion'];

/** `before` is applied, and then `after` with an undo, in a run that is killed while a request that fits `at` is on its way. */
async function cut(before: string, after: string, at: string) {
  const { gitlab, keelson } = await stage({ 'keelson.yaml': before });
  const first = await keelson.run(...APPLY);
  expect(first.status, first.err).toBe(0);
  keelson.write('keelson.yaml', after);
  gitlab.sandbox.fail(`delay=20000:1x@${at}`);
  const { child, ran } = keelson.start(...APPLY, '--undo', 'undo.json', '--concurrency', '1');
  const [begin = ''] = at.split('*');
  let ended = '';
  void ran.then(({ out, err }) => (ended = out + err));
  while (ended === '' && ![...gitlab.sandbox.underway].some((one) => one.startsWith(begin)))
    await new Promise((resolve) => setTimeout(resolve, 2));
  expect(ended).toBe('');
  child.kill('SIGKILL');
  await ran;
  gitlab.sandbox.fail('');
  return { gitlab, keelson, undo: (file = 'undo.json') => keelson.run(...APPLY, file) };
}

test('a token that the run has made and handed on goes again, and another one is handed on in its place', async () => {
  const yaml = (scope: string) =>
    `groups: { eng: { access_tokens: { bot: { scopes: [${scope}], access_level: reporter, expires_at: 2027-07-01, token_to: { variable: { group: eng, key: BOT } } } } } }\n`;
  const { gitlab, undo } = await cut(yaml('read_api'), yaml('api'), 'DELETE /groups/*/access_tokens/*');
  const tokens = async () =>
    (await gitlab.get('/groups/eng/access_tokens')).list.filter(({ active }) => active === true);
  const left = await tokens();
  expect(left.map(({ scopes }) => scopes)).toEqual([['read_api'], ['api']]);
  const { status, err } = await undo();
  expect(status, err).toBe(0);
  const [only, ...more] = await tokens();
  expect([only?.['scopes'], more]).toEqual([['read_api'], []]);
  expect(left.map(({ id }) => id)).not.toContain(only?.['id']);
});

const GROUP = [
  'groups: { one: {}, two: {}, one/old: {} }',
  'groups: { one: {}, two: {}, two/then: { previously: one/old } }',
];
const PROJECT = [
  'groups: { one: {}, two: {} }\nprojects: { one/old: { create: {} } }',
  'groups: { one: {}, two: {} }\nprojects: { two/then: { previously: one/old } }',
];

test.each([
  ['group', GROUP, 'POST /groups/*/transfer', '/groups/3', 'full_path'],
  ['project', PROJECT, 'PUT /projects/*/transfer', '/projects/1', 'path_with_namespace'],
])('a %s that was left on its way comes back from there', async (_, [before = '', after = ''], at, path, field) => {
  const { gitlab, undo } = await cut(before, after, at);
  expect((await gitlab.get(path)).object[field]).toContain('moving');
  const { status, err } = await undo();
  expect(status, err).toBe(0);
  expect((await gitlab.get(path)).object[field]).toBe('one/old');
});

test('what another run has finished is undone by the undo of the one that was cut, and by no other one', async () => {
  const [before = '', after = ''] = GROUP;
  const { gitlab, keelson, undo } = await cut(before, `${after}\n`, 'POST /groups/*/transfer');
  const finished = await keelson.run(...APPLY, '--undo', 'last.json');
  expect([finished.status, finished.out + finished.err]).toEqual([
    0,
    expect.stringMatching(/group\[one\/then-moving-.*is known to the undo of that run alone/),
  ]);
  const where = async () => (await gitlab.get('/groups/3')).object['full_path'];
  await undo('last.json');
  expect(await where()).toBe('two/then');
  const { status, err } = await undo();
  expect([status, err, await where()]).toEqual([0, expect.anything(), 'one/old']);
});

test('who may merge is not given that again by an undo, and it is told', async () => {
  const { gitlab, keelson } = await stage({
    'keelson.yaml': 'groups: { eng: {} }\nprojects: { eng/app: { create: {} } }',
  });
  await keelson.run(...APPLY);
  const id = Number((await gitlab.get('/users?username=alice')).list[0]?.['id']);
  await gitlab.post('/projects/1/members', { user_id: id, access_level: 30 });
  await gitlab.post('/projects/1/protected_branches', { name: 'main', allowed_to_merge: [{ user_id: id }] });
  keelson.write('keelson.yaml', 'projects: { eng/app: { members: { alice: { state: absent } } } }');
  const { status, out, err } = await keelson.run(...APPLY, '--undo', 'undo.json');
  expect([status, (out + err).replace(/\s+/g, ' ')]).toEqual([
    0,
    expect.stringContaining(
      'it is not put there again: project[eng/app]/member[alice]: with it GitLab takes what names it out of merge_access_level',
    ),
  ]);
});

test('the undo of the run that finished what an earlier one had begun says that it cannot judge it, and whose undo can', async () => {
  const yaml = (scope: string) =>
    `groups: { eng: { access_tokens: { bot: { scopes: [${scope}], access_level: reporter, expires_at: 2027-07-01, token_to: { variable: { group: eng, key: BOT } } } } } }\n`;
  const { gitlab, keelson, undo } = await cut(yaml('read_api'), yaml('api'), 'PUT /groups/*/variables/*');
  const finished = await keelson.run(...APPLY, '--undo', 'second.json');
  expect(finished.status, finished.err).toBe(0);
  const tokens = async () =>
    (await gitlab.get('/groups/eng/access_tokens?state=active')).list.map(({ scopes }) => scopes);
  const stopped = await undo('second.json');
  expect([stopped.status, stopped.err.replace(/\s+/g, ' ')]).toEqual([
    3,
    expect.stringMatching(
      /error\[undo-stale\]: group\[eng\]\/access_token\[bot\] is not brought back, and may be as the run has left it: what was live of it is not known = help: Apply undo\.json first, the undo of an earlier run/,
    ),
  ]);
  const skipped = await keelson.run(...APPLY, 'second.json', '--on-stale', 'skip');
  expect([skipped.status, skipped.out]).toEqual([
    3,
    expect.stringContaining('Nothing to do: nothing is left of this undo'),
  ]);
  expect(await tokens()).toEqual([['api']]);
  const first = await undo();
  expect(first.status, first.err).toBe(0);
  expect(await tokens()).toEqual([['read_api']]);
});

test('a role goes with the group that the run has made for whoever has it, whose number the journal tells', async () => {
  const role = 'instance: { member_roles: { reviewer: { base: guest, permissions: [read_code] } } }\n';
  const hooks = "hooks: { ci: { url: 'https://ci.example.com/' } }";
  const { gitlab, undo } = await cut(
    'groups: { one: {} }',
    `${role}groups: { one: { ${hooks} }, two: { members: { alice: { role: reviewer } } } }\n`,
    'POST /groups/*/hooks',
  );
  const { status, err } = await undo('undo.json');
  expect(status, err).toBe(0);
  expect((await gitlab.get('/member_roles')).list).toEqual([]);
});
