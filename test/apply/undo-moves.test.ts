import { expect, test } from 'vitest';
import { idOf } from '../sandbox/client.ts';
import { stage } from './stage.ts';

const APPLY = ['apply', '--auto-approve', '--allow-mass-removal', '--allow-own-access', '--allow-scope-deletion'];

/** An instance in which `before` was applied with its undo, and projects and groups stand as they are named. */
async function moved(yaml: string) {
  const set = await stage({ 'keelson.yaml': yaml }, {}, { V: 'another-secret' });
  const { gitlab, keelson } = set;
  const [aa, bb] = [await gitlab.group('aa'), await gitlab.group('bb'), await gitlab.group('cc')];
  const project = idOf(await gitlab.post('/projects', { path: 'xx', namespace_id: aa }));
  const { status, out, err } = await keelson.run(...APPLY, '--undo', 'undo.json');
  expect(status, out + err).toBe(0);
  return { ...set, bb, project };
}

test.each(['--on-stale=skip', '--on-stale=stop'])(
  'a project or group that has taken over a path since is not moved back, whatever it looks like (%s)',
  async (stale) => {
    const { gitlab, keelson, bb, project } = await moved(
      'groups: { aa: {}, bb: {}, dd: { previously: cc, description: mine } }\nprojects: { bb/x2: { previously: aa/xx, description: mine } }\n',
    );
    await gitlab.put(`/projects/${project}`, { path: 'x3', name: 'x3' });
    const theirs = idOf(await gitlab.post('/projects', { path: 'x2', namespace_id: bb }));
    await gitlab.put('/groups/dd', { path: 'ee' });
    const group = await gitlab.group('dd');
    const { status, err } = await keelson.run(...APPLY, stale, 'undo.json');
    expect(status).toBe(3);
    for (const id of [theirs, group]) expect(err).toContain(`is another one now (id ${id})`);
    expect((await gitlab.get(`/projects/${theirs}`)).object).toMatchObject({ path_with_namespace: 'bb/x2' });
    expect((await gitlab.get(`/groups/${group}`)).object).toMatchObject({ full_path: 'dd' });
  },
);

test('a group that the apply has made stays with what was moved into it, where that is left as it is', async () => {
  const { gitlab, keelson, project } = await moved(
    'groups: { aa: {}, nn: {} }\nprojects: { nn/xx: { previously: aa/xx } }\n',
  );
  await gitlab.put(`/projects/${project}`, { path: 'hand', name: 'hand' });
  const { status, err } = await keelson.run(...APPLY, '--on-stale', 'skip', 'undo.json');
  expect([status, err]).toEqual([
    3,
    expect.stringContaining('group[nn] stays: nn/hand, which is left as it is, was moved into it; it is left out'),
  ]);
  expect((await gitlab.get(`/projects/${project}`)).object).toMatchObject({ path_with_namespace: 'nn/hand' });
  expect((await gitlab.get('/groups/nn')).object).not.toHaveProperty('marked_for_deletion_on', expect.any(String));
});

test('a group that the apply has made stays with what somebody has moved on into it, and is told where that is', async () => {
  const { gitlab, keelson, bb } = await moved('groups: { aa: {}, dd: { previously: cc }, nn: {} }\n');
  const [nn, dd] = [idOf(await gitlab.get('/groups/nn')), idOf(await gitlab.get('/groups/dd'))];
  await gitlab.post('/projects', { path: 'old', namespace_id: dd });
  expect((await gitlab.post(`/groups/${dd}/transfer`, { group_id: nn })).status).toBe(201);
  const { status, err } = await keelson.run(...APPLY, '--on-stale', 'skip', 'undo.json');
  expect(status).toBe(3);
  expect(err).toContain(`group[cc] is not there any more; what stood there is group[nn/dd] by now (id ${dd})`);
  expect(err).toContain('group[nn] stays: nn/dd, which is left as it is, was moved into it');
  expect((await gitlab.get('/groups/nn')).object['marked_for_deletion_on'] ?? null).toBe(null);
  expect((await gitlab.get(`/groups/${bb}`)).status).toBe(200);
});

test.each([true, false])(
  'what a move into a private group lowers is raised again, and what it lowers in a group is told (new: %s)',
  async (isNew) => {
    const { gitlab, keelson } = await stage({
      'keelson.yaml': 'groups: { pp: {}, pp/dd: { previously: ii } }\nprojects: { pp/xx: { previously: aa/xx } }\n',
    });
    const from = await gitlab.group('aa', { visibility: 'internal' });
    if (!isNew) await gitlab.group('pp');
    const group = await gitlab.group('ii', { visibility: 'internal' });
    const project = idOf(await gitlab.post('/projects', { path: 'xx', namespace_id: from, visibility: 'internal' }));
    const seen = async () => [
      (await gitlab.get(`/groups/${group}`)).object['visibility'],
      (await gitlab.get(`/projects/${project}`)).object['visibility'],
    ];
    const { status, out, err } = await keelson.run(...APPLY, '--undo', 'undo.json');
    expect(status, out + err).toBe(0);
    expect(err).toContain('group[pp/dd]: in group[pp] it and all that is below it get visibility private');
    expect(await seen()).toEqual(['private', 'private']);
    const undone = await keelson.run(...APPLY, 'undo.json');
    expect(undone.status, undone.out + undone.err).toBe(0);
    expect(await seen()).toEqual(['internal', 'internal']);
    expect((await keelson.run(...APPLY, 'undo.json')).out).toContain('Nothing to do');
  },
);

test('what leaves a group that moves itself is not lowered on the way, there nor back', async () => {
  const { gitlab, keelson } = await stage({
    'keelson.yaml':
      'groups: { priv: {}, bb: {}, open: {}, priv/sub: { previously: bb/sub } }\nprojects: { open/web: { previously: bb/sub/web } }\n',
  });
  const open = { visibility: 'public' };
  await gitlab.group('priv');
  const above = await gitlab.group('bb', open);
  await gitlab.group('open', open);
  const sub = await gitlab.group('sub', { ...open, parent_id: above });
  const project = idOf(await gitlab.post('/projects', { path: 'web', namespace_id: sub, ...open }));
  const applied = await keelson.run(...APPLY, '--undo', 'undo.json');
  expect(applied.status, applied.out + applied.err).toBe(0);
  expect((await gitlab.get(`/projects/${project}`)).object).toMatchObject({
    path_with_namespace: 'open/web',
    visibility: 'public',
  });
  const undone = await keelson.run(...APPLY, '--allow-public-visibility', 'undo.json');
  expect(undone.status, undone.out + undone.err).toBe(0);
  expect((await gitlab.get(`/projects/${project}`)).object).toMatchObject({
    path_with_namespace: 'bb/sub/web',
    visibility: 'public',
  });
  expect((await gitlab.get(`/groups/${sub}`)).object).toMatchObject({ full_path: 'bb/sub', visibility: 'public' });
});

test('what guards a secret that stays is not taken from it', async () => {
  const { gitlab, keelson } = await stage(
    {
      'keelson.yaml':
        'groups: { aa: { variables: { V1: { value: { env: V }, masked: true, protected: true, raw: true } } } }\n',
    },
    {},
    { V: 'another-secret' },
  );
  await gitlab.group('aa');
  await gitlab.post('/groups/aa/variables', { key: 'V1', value: 'dummy', masked: false, protected: false });
  const applied = await keelson.run(...APPLY, '--resend', 'group[aa]/variable[V1]', '--undo', 'undo.json');
  expect([applied.status, applied.err]).toEqual([
    0,
    expect.stringContaining('group[aa]/variable[V1].masked: it stays on, since the secret that the apply sets stays'),
  ]);
  expect((await keelson.run(...APPLY, 'undo.json')).status).toBe(0);
  expect((await gitlab.get('/groups/aa/variables')).list).toMatchObject([{ masked: true, protected: true }]);
});

test('a move whose last name somebody else has taken meanwhile is taken back whole, with the access that it gave', async () => {
  const { gitlab, keelson } = await stage({
    'keelson.yaml': 'groups: { aa: {}, bb: {} }\nprojects: { bb/x2: { previously: aa/xx } }\n',
  });
  const [from, to] = [await gitlab.group('aa'), await gitlab.group('bb')];
  const project = idOf(await gitlab.post('/projects', { path: 'xx', namespace_id: from }));
  expect((await keelson.run('plan', '--out', 'plan.json')).status).toBe(0);
  const theirs = idOf(await gitlab.post('/projects', { path: 'x2', namespace_id: to }));
  const { status, out } = await keelson.run(...APPLY, 'plan.json');
  expect([status, out]).toEqual([
    1,
    expect.stringContaining('that it was moved is taken back; that it was renamed is taken back'),
  ]);
  expect((await gitlab.get(`/projects/${project}`)).object).toMatchObject({ path_with_namespace: 'aa/xx', name: 'xx' });
  expect((await gitlab.get(`/projects/${theirs}`)).object).toMatchObject({ path_with_namespace: 'bb/x2' });
});

test('what was to come to a path that another one has by now is told, with its journal', async () => {
  const { gitlab, keelson } = await stage({
    'keelson.yaml': 'groups: { aa: {}, bb: {} }\nprojects: { bb/x2: { previously: aa/xx } }\n',
  });
  const [from, to] = [await gitlab.group('aa'), await gitlab.group('bb')];
  const project = idOf(await gitlab.post('/projects', { path: 'xx', namespace_id: from }));
  gitlab.sandbox.fail('delay=20000:1x@PUT /projects/*/transfer');
  const { child, ran } = keelson.start(...APPLY);
  while (![...gitlab.sandbox.underway].some((one) => one.includes('transfer')))
    await new Promise((resolve) => setTimeout(resolve, 2));
  child.kill('SIGKILL');
  await ran;
  gitlab.sandbox.fail('');
  const theirs = idOf(await gitlab.post('/projects', { path: 'x2', namespace_id: to }));
  keelson.write('keelson.yaml', 'groups: { aa: {}, bb: {} }\nprojects: { bb/x2: { description: mine } }\n');
  const { status, err } = await keelson.run('plan');
  expect([status, err]).toEqual([
    1,
    expect.stringContaining(
      `project[bb/x2] is another one now (id ${theirs}), and the project with the id ${project} was to come there`,
    ),
  ]);
});
