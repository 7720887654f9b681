import { describe, expect, it, vi } from 'vitest';
import { failuresOf, inShort, keelson } from '../support/keelson.ts';
import { sandbox, type SandboxClient } from '../sandbox/client.ts';

type Groups = { readonly [path: string]: object };

/** A platform with these groups, each with a hook of its own; a path may be given a display name. */
async function stage(...paths: readonly (string | readonly [path: string, name: string])[]) {
  const platform = await sandbox();
  const ids = new Map<string, number>();
  for (const one of paths) {
    const [path, name] = typeof one === 'string' ? [one] : one;
    const id = await platform.group(path, name === undefined ? {} : { name });
    await platform.post(`/groups/${id}/hooks`, { url: `https://hooks.example.com/${id}` });
    ids.set(path, id);
  }
  const program = keelson(platform.sandbox.url, platform.token);
  return { platform, program, id: (path: string): number => ids.get(path) ?? 0 };
}

/** Every group that is live: its path and its id. */
async function live(platform: SandboxClient): Promise<{ readonly [path: string]: number }> {
  const { list } = await platform.get('/groups?all_available=true&per_page=100');
  return Object.fromEntries(
    list.flatMap(({ full_path: path, id }) => (typeof path === 'string' ? [[path, Number(id)]] : [])),
  );
}

/** The hooks of a group, by what their URLs end in. */
async function hooksOf(platform: SandboxClient, id: number): Promise<string[]> {
  const { list } = await platform.get(`/groups/${id}/hooks`);
  return list.map(({ url }) => (typeof url === 'string' ? url.slice(url.lastIndexOf('/') + 1) : ''));
}

interface Case {
  readonly name: string;
  readonly before: readonly (string | readonly [string, string])[];
  readonly groups: Groups;
  /** What stands where in the end: the path that it had before, or `new`. */
  readonly after: { readonly [path: string]: string };
}

const cases: readonly Case[] = [
  {
    name: 'push-down: a group goes below a new one that takes its path',
    before: ['labs', 'labs/kid'],
    groups: { labs: {}, 'labs/core': { previously: 'labs' } },
    after: { labs: 'new', 'labs/core': 'labs', 'labs/core/kid': 'labs/kid' },
  },
  {
    name: 'push-down to a path that what stands in it has by chance (trees, seed 9003)',
    before: ['cc', 'cc/cc'],
    groups: { cc: {}, 'cc/cc': { previously: 'cc' } },
    after: { cc: 'new', 'cc/cc': 'cc', 'cc/cc/cc': 'cc/cc' },
  },
  {
    name: 'pull-up: a group takes the path of the one that it stood in, which goes elsewhere',
    before: ['labs', 'labs/core'],
    groups: { labs: { previously: 'labs/core' }, attic: { previously: 'labs' } },
    after: { labs: 'labs/core', attic: 'labs' },
  },
  {
    name: 'to the path that it has, in the group that takes the place of the one that it stands in (trees, seed 20262714)',
    before: ['dd', 'dd/cc', 'dd/dd', 'aa'],
    groups: {
      aa: {},
      'aa/dd': { previously: 'dd' },
      dd: { previously: 'aa/dd/dd' },
      'dd/cc': { previously: 'aa/dd/cc' },
    },
    after: { aa: 'aa', 'aa/dd': 'dd', dd: 'dd/dd', 'dd/cc': 'dd/cc' },
  },
  {
    name: 'pull-up of a group that has one of its own name in it (trees, seed 20261902)',
    before: ['bb', 'bb/bb', 'bb/bb/bb'],
    groups: { cc: { previously: 'bb' }, bb: { previously: 'bb/bb' } },
    after: { cc: 'bb', bb: 'bb/bb', 'bb/bb': 'bb/bb/bb' },
  },
  {
    name: 'pull-up to the top',
    before: ['labs', 'labs/core'],
    groups: { labs: {}, core: { previously: 'labs/core' } },
    after: { labs: 'labs', core: 'labs/core' },
  },
  {
    name: 'a chain',
    before: ['aa', 'bb'],
    groups: { bb: { previously: 'aa' }, cc: { previously: 'bb' } },
    after: { bb: 'aa', cc: 'bb' },
  },
  {
    name: 'a chain below a parent, where names have to be free',
    before: ['top', 'top/aa', 'top/bb'],
    groups: { top: {}, 'top/bb': { previously: 'top/aa' }, 'top/cc': { previously: 'top/bb' } },
    after: { top: 'top', 'top/bb': 'top/aa', 'top/cc': 'top/bb' },
  },
  {
    name: 'a push-down to a path that a child has, which goes along, while another group takes the place (trees, seed 113)',
    before: ['aa', 'dd', 'dd/cc', 'aa/aa'],
    groups: { aa: { previously: 'dd/cc' }, dd: {}, 'aa/aa': { previously: 'aa' } },
    after: { aa: 'dd/cc', dd: 'dd', 'aa/aa': 'aa', 'aa/aa/aa': 'aa/aa' },
  },
  {
    name: 'a swap',
    before: ['aa', 'bb', 'aa/one', 'bb/two'],
    groups: { aa: { previously: 'bb' }, bb: { previously: 'aa' } },
    after: { aa: 'bb', bb: 'aa', 'bb/one': 'aa/one', 'aa/two': 'bb/two' },
  },
  {
    name: 'a swap of names as well as of paths, across parents',
    before: ['pp', 'qq', ['pp/xx', 'Same'], ['qq/xx', 'Same']],
    groups: { pp: {}, qq: {}, 'pp/xx': { previously: 'qq/xx' }, 'qq/xx': { previously: 'pp/xx' } },
    after: { pp: 'pp', qq: 'qq', 'pp/xx': 'qq/xx', 'qq/xx': 'pp/xx' },
  },
  {
    name: 'three in a circle',
    before: ['aa', 'bb', 'cc'],
    groups: { aa: { previously: 'cc' }, bb: { previously: 'aa' }, cc: { previously: 'bb' } },
    after: { aa: 'cc', bb: 'aa', cc: 'bb' },
  },
  {
    name: 'a parent and its child change places',
    before: ['aa', 'aa/bb'],
    groups: { bb: { previously: 'aa/bb' }, 'bb/aa': { previously: 'aa' } },
    after: { bb: 'aa/bb', 'bb/aa': 'aa' },
  },
  {
    name: 'a tree moves while a child of it moves elsewhere',
    before: ['old', 'old/kid', 'old/stay'],
    groups: { fresh: { previously: 'old' }, 'fresh/stay': {}, moved: { previously: 'old/kid' } },
    after: { fresh: 'old', 'fresh/stay': 'old/stay', moved: 'old/kid' },
  },
  {
    name: 'a tree moves while a child of it moves elsewhere, and a new one takes its place',
    before: ['old', 'old/kid'],
    groups: { fresh: { previously: 'old' }, 'fresh/kid': {}, moved: { previously: 'old/kid' } },
    after: { fresh: 'old', 'fresh/kid': 'new', moved: 'old/kid' },
  },
  {
    name: 'a rename with a transfer while its new name is taken where it stood, and its old one where it goes',
    before: ['aa', 'bb', 'aa/xx', 'aa/yy', 'bb/xx'],
    groups: { aa: {}, bb: {}, 'bb/yy': { previously: 'aa/xx', name: 'Why' } },
    after: { aa: 'aa', bb: 'bb', 'aa/yy': 'aa/yy', 'bb/xx': 'bb/xx', 'bb/yy': 'aa/xx' },
  },
  {
    name: 'a display name that is taken at the destination changes on the way',
    before: ['aa', 'bb', ['aa/xx', 'Same'], ['bb/yy', 'Same']],
    groups: { aa: {}, bb: {}, 'bb/xx': { previously: 'aa/xx', name: 'Other' } },
    after: { aa: 'aa', bb: 'bb', 'bb/yy': 'bb/yy', 'bb/xx': 'aa/xx' },
  },
  {
    name: 'two names change places, and the paths stay',
    before: ['pp', ['pp/aa', 'One'], ['pp/bb', 'Two'], 'pp/bb/kid'],
    groups: { pp: {}, 'pp/aa': { name: 'Two' }, 'pp/bb': { name: 'One', description: 'as well' } },
    after: { pp: 'pp', 'pp/aa': 'pp/aa', 'pp/bb': 'pp/bb', 'pp/bb/kid': 'pp/bb/kid' },
  },
  {
    name: 'three names in a circle, while one of them comes from elsewhere',
    before: ['pp', ['pp/aa', 'One'], ['pp/bb', 'Two'], 'qq', ['qq/cc', 'Three']],
    groups: {
      pp: {},
      qq: {},
      'pp/aa': { name: 'Two' },
      'pp/bb': { name: 'Three' },
      'pp/cc': { previously: 'qq/cc', name: 'One' },
    },
    after: { pp: 'pp', qq: 'qq', 'pp/aa': 'pp/aa', 'pp/bb': 'pp/bb', 'pp/cc': 'qq/cc' },
  },
  {
    name: 'three names in a circle',
    before: ['pp', ['pp/aa', 'One'], ['pp/bb', 'Two'], ['pp/cc', 'Three']],
    groups: { pp: {}, 'pp/aa': { name: 'Two' }, 'pp/bb': { name: 'Three' }, 'pp/cc': { name: 'One' } },
    after: { pp: 'pp', 'pp/aa': 'pp/aa', 'pp/bb': 'pp/bb', 'pp/cc': 'pp/cc' },
  },
  {
    name: 'a display name that its holder gives up in the same run',
    before: ['aa', 'bb', ['aa/xx', 'Same'], ['bb/yy', 'Same']],
    groups: { aa: {}, bb: {}, 'bb/xx': { previously: 'aa/xx' }, 'bb/yy': { name: 'Other' } },
    after: { aa: 'aa', bb: 'bb', 'bb/yy': 'bb/yy', 'bb/xx': 'aa/xx' },
  },
  {
    name: 'a display name that one is given while another comes by with it, and gives it up (trees, seed 20261159)',
    before: ['aa', 'bb', ['aa/xx', 'One'], ['bb/yy', 'Same']],
    groups: { aa: {}, bb: {}, 'aa/xx': { name: 'Same' }, 'aa/yy': { previously: 'bb/yy', name: 'Other' } },
    after: { aa: 'aa', bb: 'bb', 'aa/xx': 'aa/xx', 'aa/yy': 'bb/yy' },
  },
  {
    name: 'a display name with which two come, who both give it up',
    before: ['aa', 'bb', 'cc', ['bb/xx', 'Same'], ['cc/yy', 'Same']],
    groups: {
      ...{ aa: {}, bb: {}, cc: {} },
      'aa/xx': { previously: 'bb/xx', name: 'One' },
      'aa/yy': { previously: 'cc/yy', name: 'Two' },
    },
    after: { aa: 'aa', bb: 'bb', cc: 'cc', 'aa/xx': 'bb/xx', 'aa/yy': 'cc/yy' },
  },
  {
    name: 'a former path is written as it is once what is above has moved',
    before: ['old', 'old/kid'],
    groups: { fresh: { previously: 'old' }, moved: { previously: 'fresh/kid' } },
    after: { fresh: 'old', moved: 'old/kid' },
  },
];

describe.each(['apply', 'applySaved'] as const)('one %s', (way) => {
  it.each(cases)('$name', async ({ before, groups, after }) => {
    const { platform, program, id } = await stage(...before);
    const isSwap = (await program.plan({ groups })).changes.some(({ address }) => address.includes('makes way'));
    expect(failuresOf(await program[way]({ groups }))).toEqual([]);
    const found = await live(platform);
    expect(Object.keys(found).sort()).toEqual(Object.keys(after).sort());
    for (const [path, was] of Object.entries(after)) {
      if (was === 'new') continue;
      expect([path, found[path]]).toEqual([path, id(was)]);
      expect(await hooksOf(platform, id(was))).toEqual([String(id(was))]);
    }
    const again = inShort(await program.plan({ groups }));
    if (!isSwap || again.length === 0) expect(again).toEqual([]);
    await program.close();
  });
});

it('a group that moves along the way of an interrupted run is found by where either call has left it', async () => {
  const { platform, program, id } = await stage('aa', 'bb', 'aa/xx');
  const groups = { aa: {}, bb: {}, 'bb/yy': { previously: 'aa/xx' } };
  const [change] = (await program.plan({ groups })).changes;
  expect(change?.calls.map(({ method }) => method)).toEqual(['PUT', 'POST', 'PUT']);
  for (const { path, method, body } of change?.calls.slice(0, 2) ?? []) {
    const sent = Object.fromEntries(
      Object.entries(body ?? {}).map(([name, value]) => [name, value as string | number]),
    );
    await (method === 'PUT' ? platform.put(path, sent) : platform.post(path, sent));
    expect(inShort(await program.plan({ groups }))).toEqual(['update group[bb/yy] (full_path)']);
  }
  expect(failuresOf(await program.apply({ groups }))).toEqual([]);
  expect(await live(platform)).toMatchObject({ 'bb/yy': id('aa/xx') });
  expect((await platform.get(`/groups/${id('aa/xx')}`)).object).toMatchObject({ name: 'xx' });
  await program.close();
});

const renamedAndMoved = { groups: { 'zz/nn': { name: 'nn', previously: 'aa/bb' } } };

it('what another run has brought there since the plan gets its name', async () => {
  const { platform, program, id } = await stage('aa', 'aa/bb', 'zz');
  const made = await program.plan(renamedAndMoved);
  await platform.post(`/groups/${id('aa/bb')}/transfer`, { group_id: id('zz') });
  expect(await program.carryOut(made)).toMatchObject([{ status: 'done' }]);
  expect(await live(platform)).toMatchObject({ 'zz/nn': id('aa/bb') });
  expect((await platform.get('/groups/zz%2Fnn')).object['name']).toBe('nn');
  await program.close();
});

it('what was at a path that never was is not guessed from its neighbours', async () => {
  const { platform, program, id } = await stage('legacy', 'legacy/api', 'platform');
  const groups = {
    legacy: {},
    platform: {},
    'legacy/api': { protect: true },
    'platform/api': { previously: 'legacy/backend' },
  };
  expect(inShort(await program.plan({ groups }))).toEqual(['create group[platform/api]']);
  await program.apply({ groups });
  expect(await live(platform)).toMatchObject({ 'legacy/api': id('legacy/api') });
  await program.close();
});

it('a child that has moved along with an earlier, interrupted run is found through the new name of its parent', async () => {
  const { platform, program, id } = await stage('old', 'old/kid');
  await platform.put(`/groups/${id('old')}`, { path: 'fresh' });
  const groups = { fresh: { previously: 'old' }, moved: { previously: 'old/kid' } };
  expect(failuresOf(await program.apply({ groups }))).toEqual([]);
  expect(await live(platform)).toEqual({ fresh: id('old'), moved: id('old/kid') });
  await program.close();
});

it('what asks for each other is found where an interrupted run has left it (trees, seed 219)', async () => {
  const { platform, program, id } = await stage('cc', 'cc/aa', 'cc/aa/kid');
  await platform.post(`/groups/${id('cc/aa')}/transfer`);
  const groups = {
    aa: { previously: 'cc/aa' },
    'aa/bb': { previously: 'cc/aa/kid' },
    'aa/bb/bb': { previously: 'cc' },
  };
  expect(failuresOf(await program.apply({ groups }))).toEqual([]);
  expect(await live(platform)).toEqual({ aa: id('cc/aa'), 'aa/bb': id('cc/aa/kid'), 'aa/bb/bb': id('cc') });
  await program.close();
});

it('what a group took in while it had stepped aside for its name does not keep it from being found (trees, seed 20261368)', async () => {
  const { platform, program, id } = await stage('top', 'aa', ['top/one', 'One'], ['top/two', 'Two']);
  const swapped = { top: {}, 'top/one': { name: 'Two' }, 'top/two': { name: 'One' } };
  const step = (await program.plan({ groups: swapped })).changes.find(({ address }) => address.includes('makes way'));
  const aside = step?.seen.id ?? 0;
  for (const { path, body } of step?.calls ?? []) await platform.put(path, body as Parameters<typeof platform.put>[1]);
  await platform.post(`/groups/${id('aa')}/transfer`, { group_id: aside });
  await platform.put(`/groups/${id('aa')}`, { path: 'in' });
  const into = `${aside === id('top/one') ? 'top/one' : 'top/two'}/in`;
  expect(failuresOf(await program.apply({ groups: { ...swapped, [into]: { previously: 'aa' } } }))).toEqual([]);
  const ids = { top: id('top'), 'top/one': id('top/one'), 'top/two': id('top/two') };
  expect(await live(platform)).toEqual({ ...ids, [into]: id('aa') });
  await program.close();
});

it('what is new in a group that steps aside for its name alone is made once that is back (trees, seed 88004)', async () => {
  const { platform, program, id } = await stage('top', ['top/one', 'One'], ['top/two', 'Two']);
  const hooks = { made: { url: 'https://hooks.example.com/made' } };
  const groups = {
    ...{ top: {}, 'top/one': { name: 'Two', hooks }, 'top/two': { name: 'One', hooks } },
    ...{ 'top/one/kid': { hooks }, 'top/two/kid': { hooks } },
  };
  expect(failuresOf(await program.apply({ groups }))).toEqual([]);
  for (const [path, number] of Object.entries(await live(platform)))
    if (path !== 'top')
      expect([path, await hooksOf(platform, number)]).toEqual([path, expect.arrayContaining(['made'])]);
  expect(await live(platform)).toMatchObject({ 'top/one': id('top/one'), 'top/two': id('top/two') });
  await program.close();
});

it('a group that takes another along to a path goes after what is to leave that: a part of it leaves no riddle (trees, seed 88008)', async () => {
  const { platform, program, id } = await stage('cc', 'cc/aa', 'cc/aa/aa');
  const groups = { cc: {}, 'cc/aa': { previously: 'cc' }, 'cc/aa/aa': {}, bb: { previously: 'cc/aa/aa' } };
  const { changes } = await program.plan({ groups });
  expect(changes.find(({ address }) => address === 'group[cc/aa]')?.needs).toContain('group[bb]');
  expect(failuresOf(await program.apply({ groups }))).toEqual([]);
  expect(await live(platform)).toMatchObject({ 'cc/aa': id('cc'), 'cc/aa/aa': id('cc/aa'), bb: id('cc/aa/aa') });
  await program.close();
});

it('a path that is written in another case is the same one, whatever else of it differs (worlds, seed 20261216)', async () => {
  const { platform, program } = await stage('shop', 'shop/web');
  const groups = { Shop: { description: 'of all' }, 'Shop/web': { description: 'of us' } };
  expect(inShort(await program.plan({ groups }))).toEqual([
    'update group[Shop] (description)',
    'update group[Shop/web] (description)',
  ]);
  expect(failuresOf(await program.apply({ groups }))).toEqual([]);
  expect(Object.keys(await live(platform)).sort()).toEqual(['shop', 'shop/web']);
  await program.close();
});

it('`absent` below a moved parent takes one apply', async () => {
  const { platform, program, id } = await stage('old', 'old/kid', 'old/stay');
  const groups = { fresh: { previously: 'old' }, 'fresh/kid': { state: 'absent' } };
  expect(failuresOf(await program.apply({ groups }))).toEqual([]);
  expect(await live(platform)).toMatchObject({ fresh: id('old'), 'fresh/stay': id('old/stay') });
  expect((await platform.get(`/groups/${id('old/kid')}`)).object['marked_for_deletion_on']).not.toBeNull();
  expect(inShort(await program.plan({ groups }))).toEqual([]);
  await program.close();
});

it('what is restored brings its subgroups back: they are not planned as new', async () => {
  const { platform, program, id } = await stage('top', 'top/kid');
  await platform.delete(`/groups/${id('top')}`);
  const groups = { top: { restore: true }, 'top/kid': { hooks: {} } };
  expect(inShort(await program.plan({ groups })).filter((line) => line.startsWith('create'))).toEqual([]);
  expect(failuresOf(await program.apply({ groups }))).toEqual([]);
  expect(await live(platform)).toEqual({ top: id('top'), 'top/kid': id('top/kid') });
  expect(inShort(await program.plan({ groups }))).toEqual([]);
  await program.close();
});

it('a new group is simply made where another one waits for its deletion', async () => {
  const { platform, program, id } = await stage('top');
  await platform.delete(`/groups/${id('top')}`);
  expect(failuresOf(await program.apply({ groups: { top: {} } }))).toEqual([]);
  expect((await live(platform))['top']).not.toBe(id('top'));
  await program.close();
});

it('both ends of a move that are there are an error that says what stands where', async () => {
  const { program } = await stage('old', 'fresh');
  await expect(program.plan({ groups: { fresh: { previously: 'old' } } })).rejects.toThrow(
    /both-there.*id 2.*old \(id 1\)/,
  );
  await program.close();
});

it('a push-down that was carried out is planned to nothing, though both of its ends are there', async () => {
  const { platform, program, id } = await stage('old');
  const groups = { old: {}, 'old/fresh': { previously: 'old' } };
  expect(failuresOf(await program.apply({ groups }))).toEqual([]);
  expect(await live(platform)).toMatchObject({ 'old/fresh': id('old') });
  expect(inShort(await program.plan({ groups }))).toEqual([]);
  await program.close();
});

it.each<[string, Groups, string, string]>([
  ['a new group', { top: {}, 'top/fresh': { name: 'Taken' } }, 'top/fresh', 'Taken'],
  ['a new group whose name is that of its path', { 'top/taken': {} }, 'top/taken', 'taken'],
  ['a group that gets another name', { 'top/kid': { name: 'TAKEN' } }, 'top/kid', 'TAKEN'],
])(
  'the name of %s, which a live one has that nobody declares, is an error of the plan',
  async (...[, groups, path, name]) => {
    const { program } = await stage('top', 'top/kid', ['top/other', 'Taken']);
    await expect(program.plan({ groups })).rejects.toThrow(
      `group[${path}] cannot have the name ${name}: top/other (id 3)`,
    );
    await program.close();
  },
);

it('a group that may not be moved gets its own name back, which is told; the next run moves it', async () => {
  const { platform, program, id } = await stage('aa', 'bb', 'aa/xx');
  const alice = await platform.user('alice');
  for (const [path, level] of Object.entries({ aa: 50, bb: 30 }))
    await platform.post(`/groups/${id(path)}/members`, { user_id: alice, access_level: level });
  const owner = keelson(platform.sandbox.url, platform.as('alice').token);
  const groups = { 'bb/yy': { previously: 'aa/xx' } };
  const [outcome] = await owner.apply({ groups });
  // She may rename what she owns, and bring nothing into a group where she is a developer.
  expect(outcome).toMatchObject({
    status: 'failed',
    failure: { call: { path: `/groups/${id('aa/xx')}/transfer` } },
  });
  expect(outcome).not.toHaveProperty('sent');
  expect(failuresOf([outcome].flatMap((one) => one ?? []))).toEqual([
    expect.stringMatching(/transfer: GitLab refuses it; that it was renamed is taken back .*permissions/),
  ]);
  expect(await platform.get(`/groups/${id('aa/xx')}`)).toMatchObject({ body: { path: 'xx', name: 'xx' } });
  expect(inShort(await program.plan({ groups }))).toEqual(['update group[bb/yy] (full_path)']);
  expect(failuresOf(await program.apply({ groups }))).toEqual([]);
  expect(await live(platform)).toMatchObject({ 'bb/yy': id('aa/xx') });
  await owner.close();
  await program.close();
});

it('a group that may not be moved, and whose name cannot be given back, is told to be under that of its way; the next run goes on from there', async () => {
  const { platform, program, id } = await stage('aa', 'bb', 'aa/xx');
  const alice = await platform.user('alice');
  for (const [path, level] of Object.entries({ aa: 50, bb: 30 }))
    await platform.post(`/groups/${id(path)}/members`, { user_id: alice, access_level: level });
  const owner = keelson(platform.sandbox.url, platform.as('alice').token);
  const groups = { 'bb/yy': { previously: 'aa/xx' } };
  platform.sandbox.fail('delay=1500@POST /groups/*/transfer');
  const applied = owner.apply({ groups });
  await vi.waitUntil(async () => !('aa/xx' in (await live(platform))), { timeout: 20_000, interval: 10 });
  await platform.group('aa/xx');
  const [outcome] = await applied;
  expect(outcome).toMatchObject({ status: 'failed', sent: [{ does: 'renamed' }] });
  expect(failuresOf([outcome].flatMap((one) => one ?? []))).toEqual([
    expect.stringMatching(/that it was renamed could not be taken back/),
  ]);
  expect(failuresOf(await program.apply({ groups }))).toEqual([]);
  expect(await live(platform)).toMatchObject({ 'bb/yy': id('aa/xx') });
  await owner.close();
  await program.close();
});

it('a group below an undeclared one that is not there is an error with its place', async () => {
  const { program } = await stage();
  await expect(program.plan({ groups: { fresh: {}, 'fresh/mid/leaf': {} } })).rejects.toThrow(/missing-parent/);
  await program.close();
});

it('what another run has renamed and moved meanwhile is not taken away from there by a run that has just planned it', async () => {
  const { platform, program, id } = await stage('aa', 'bb', 'aa/xx');
  const other = keelson(platform.sandbox.url, platform.token);
  const groups = { 'bb/yy': { previously: 'aa/xx' } };
  const made = await program.plan({ groups });
  expect(failuresOf(await other.apply({ groups }))).toEqual([]);
  program.requests.length = 0;
  expect(await program.carryOut(made)).toMatchObject([{ status: 'done', already: true }]);
  expect(program.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
  expect(await live(platform)).toMatchObject({ 'bb/yy': id('aa/xx') });
  await other.close();
  await program.close();
});

it('what is renamed and moved out of what moves itself is no other one for that, though it is seen elsewhere and less visible', async () => {
  const { platform, program, id } = await stage('aa', 'bb', 'cc', 'aa/xx');
  const groups = {
    'bb/dd': { previously: 'aa', visibility: 'private' },
    'bb/dd/ee': { visibility: 'private' },
    'bb/dd/ee/yy': { previously: 'aa/xx', visibility: 'private' },
  };
  expect(failuresOf(await program.apply({ groups }))).toEqual([]);
  expect(await live(platform)).toMatchObject({ 'bb/dd/ee/yy': id('aa/xx') });
  await program.close();
});
