import { describe, expect, it } from 'vitest';
import { failuresOf, inShort, keelson } from '../support/keelson.ts';
import { sandbox, type SandboxClient } from '../sandbox/client.ts';

type Document = { readonly groups?: object; readonly projects: { readonly [path: string]: object } };

/** A platform with these groups and projects (a project ends in `!`), each project with a variable of its own; one may be given a display name. */
async function stage(...paths: readonly (string | readonly [path: string, name: string])[]) {
  const platform = await sandbox();
  const ids = new Map<string, number>();
  for (const one of paths) {
    const [said, name] = typeof one === 'string' ? [one] : one;
    const path = said.replace('!', '');
    if (path === said) ids.set(path, await platform.group(path));
    else {
      const above = path.slice(0, path.lastIndexOf('/'));
      const namespace_id = Number((await platform.get(`/groups/${encodeURIComponent(above)}`)).object['id']);
      const own = path.slice(above.length + 1);
      const made = await platform.post('/projects', { name: name ?? own, path: own, namespace_id });
      const id = Number(made.object['id']);
      await platform.post(`/projects/${id}/variables`, { key: 'MARK', value: `of ${id}` });
      ids.set(said, id);
    }
  }
  const program = keelson(platform.sandbox.url, platform.token);
  return { platform, program, id: (path: string): number => ids.get(path) ?? 0 };
}

/** Every project that is live: its path and its id. */
async function live(platform: SandboxClient): Promise<{ readonly [path: string]: number }> {
  const { list } = await platform.get('/projects?per_page=100');
  return Object.fromEntries(
    list.flatMap(({ path_with_namespace: path, id }) => (typeof path === 'string' ? [[path, Number(id)]] : [])),
  );
}

interface Case {
  readonly name: string;
  readonly before: readonly (string | readonly [string, string])[];
  readonly wanted: Document;
  /** What stands where in the end: the path that it had before, or `new`. */
  readonly after: { readonly [path: string]: string };
}

const cases: readonly Case[] = [
  {
    name: 'a rename in place',
    before: ['aa', 'aa/xx!'],
    wanted: { projects: { 'aa/yy': { previously: 'aa/xx' } } },
    after: { 'aa/yy': 'aa/xx!' },
  },
  {
    name: 'a transfer to a group that nobody declares',
    before: ['aa', 'bb', 'aa/xx!'],
    wanted: { projects: { 'bb/xx': { previously: 'aa/xx', name: 'The Web' } } },
    after: { 'bb/xx': 'aa/xx!' },
  },
  {
    name: 'both, with attributes',
    before: ['aa', 'bb', 'aa/xx!'],
    wanted: { groups: { bb: {} }, projects: { 'bb/yy': { previously: 'aa/xx', merge_method: 'ff', name: 'Why' } } },
    after: { 'bb/yy': 'aa/xx!' },
  },
  {
    name: 'both, while the new name is taken where it stood, and the old one where it goes',
    before: ['aa', 'bb', 'aa/xx!', 'aa/yy!', 'bb/xx!'],
    wanted: { projects: { 'bb/yy': { previously: 'aa/xx', name: 'Why' } } },
    after: { 'aa/yy': 'aa/yy!', 'bb/xx': 'bb/xx!', 'bb/yy': 'aa/xx!' },
  },
  {
    name: 'a display name that is taken at the destination changes on the way',
    before: ['aa', 'bb', ['aa/xx!', 'Same'], ['bb/yy!', 'Same']],
    wanted: { projects: { 'bb/xx': { previously: 'aa/xx', name: 'Other' } } },
    after: { 'bb/yy': 'bb/yy!', 'bb/xx': 'aa/xx!' },
  },
  {
    name: 'into a group that the same plan makes',
    before: ['aa', 'aa/xx!'],
    wanted: { groups: { bb: {}, 'bb/cc': {} }, projects: { 'bb/cc/yy': { previously: 'aa/xx' } } },
    after: { 'bb/cc/yy': 'aa/xx!' },
  },
  {
    name: 'into a group that the same plan renames',
    before: ['aa', 'aa/xx!', 'old'],
    wanted: { groups: { fresh: { previously: 'old' } }, projects: { 'fresh/yy': { previously: 'aa/xx' } } },
    after: { 'fresh/yy': 'aa/xx!' },
  },
  {
    name: 'a rename in a group that is renamed, by its path of before',
    before: ['old', 'old/xx!', 'old/stay!'],
    wanted: {
      groups: { fresh: { previously: 'old' } },
      projects: { 'fresh/yy': { previously: 'old/xx' }, 'fresh/stay': {} },
    },
    after: { 'fresh/yy': 'old/xx!', 'fresh/stay': 'old/stay!' },
  },
  {
    name: 'a rename in a group that is renamed, by its path of afterwards',
    before: ['old', 'old/xx!'],
    wanted: { groups: { fresh: { previously: 'old' } }, projects: { 'fresh/yy': { previously: 'fresh/xx' } } },
    after: { 'fresh/yy': 'old/xx!' },
  },
  {
    name: 'out of a group that the same plan deletes',
    before: ['aa', 'aa/xx!', 'bb'],
    wanted: { groups: { aa: { state: 'absent' } }, projects: { 'bb/xx': { previously: 'aa/xx' } } },
    after: { 'bb/xx': 'aa/xx!' },
  },
  {
    name: 'out of a group that moves into the one where it goes',
    before: ['aa', 'aa/xx!', 'bb'],
    wanted: { groups: { bb: {}, 'bb/aa': { previously: 'aa' } }, projects: { 'bb/xx': { previously: 'aa/xx' } } },
    after: { 'bb/xx': 'aa/xx!' },
  },
  {
    name: 'a chain',
    before: ['aa', 'aa/xx!', 'aa/yy!'],
    wanted: { projects: { 'aa/yy': { previously: 'aa/xx' }, 'aa/zz': { previously: 'aa/yy' } } },
    after: { 'aa/yy': 'aa/xx!', 'aa/zz': 'aa/yy!' },
  },
  {
    name: 'a chain through groups',
    before: ['aa', 'bb', 'cc', 'aa/xx!', 'bb/xx!'],
    wanted: { projects: { 'bb/xx': { previously: 'aa/xx' }, 'cc/xx': { previously: 'bb/xx' } } },
    after: { 'bb/xx': 'aa/xx!', 'cc/xx': 'bb/xx!' },
  },
  {
    name: 'a swap',
    before: ['aa', 'aa/xx!', 'aa/yy!'],
    wanted: { projects: { 'aa/yy': { previously: 'aa/xx' }, 'aa/xx': { previously: 'aa/yy' } } },
    after: { 'aa/yy': 'aa/xx!', 'aa/xx': 'aa/yy!' },
  },
  {
    name: 'a swap across groups',
    before: ['aa', 'bb', 'aa/xx!', 'bb/yy!'],
    wanted: { projects: { 'bb/yy': { previously: 'aa/xx' }, 'aa/xx': { previously: 'bb/yy' } } },
    after: { 'bb/yy': 'aa/xx!', 'aa/xx': 'bb/yy!' },
  },
  {
    name: 'to the path that a group leaves',
    before: ['aa', 'aa/kk', 'bb', 'aa/xx!'],
    wanted: { groups: { bb: {}, 'bb/kk': { previously: 'aa/kk' } }, projects: { 'aa/kk': { previously: 'aa/xx' } } },
    after: { 'aa/kk': 'aa/xx!' },
  },
  {
    name: 'a group comes to the path that a project leaves',
    before: ['aa', 'bb', 'aa/xx!'],
    wanted: { groups: { aa: {}, 'aa/xx': {} }, projects: { 'bb/xx': { previously: 'aa/xx' } } },
    after: { 'bb/xx': 'aa/xx!' },
  },
  {
    name: 'a group and a project change places',
    before: ['aa', 'aa/kk', 'aa/kk/in!', 'aa/xx!'],
    wanted: {
      groups: { aa: {}, 'aa/xx': { previously: 'aa/kk' } },
      projects: { 'aa/kk': { previously: 'aa/xx' } },
    },
    after: { 'aa/kk': 'aa/xx!', 'aa/xx/in': 'aa/kk/in!' },
  },
  {
    name: 'to the path that it has, in the group that takes the place of the one that it stands in',
    before: ['dd', 'dd/pp!', 'dd/dd', 'aa'],
    wanted: {
      groups: { aa: {}, 'aa/dd': { previously: 'dd' }, dd: { previously: 'aa/dd/dd' } },
      projects: { 'dd/pp': { previously: 'aa/dd/pp' } },
    },
    after: { 'dd/pp': 'dd/pp!' },
  },
  {
    name: 'out of a group that was taken out before of one that is yet to be renamed (trees, seed 20261331)',
    before: ['bb', 'cc', 'cc/qq!', 'cc/aa!'],
    wanted: {
      groups: { aa: { previously: 'bb' }, cc: { previously: 'aa/cc' } },
      projects: { 'cc/aa': { previously: 'bb/cc/qq' }, 'aa/aa': { previously: 'bb/cc/aa' } },
    },
    after: { 'cc/aa': 'cc/qq!', 'aa/aa': 'cc/aa!' },
  },
  {
    name: 'two names change places, and the paths stay',
    before: ['aa', ['aa/xx!', 'One'], ['aa/yy!', 'Two']],
    wanted: { projects: { 'aa/xx': { name: 'Two' }, 'aa/yy': { name: 'One' } } },
    after: { 'aa/xx': 'aa/xx!', 'aa/yy': 'aa/yy!' },
  },
  {
    name: 'one that waits for its deletion comes back under its new path',
    before: ['aa', 'bb', 'aa/xx!'],
    wanted: { projects: { 'bb/yy': { previously: 'aa/xx' } } },
    after: { 'bb/yy': 'aa/xx!' },
  },
];

describe.each(['apply', 'applySaved'] as const)('one %s', (way) => {
  it.each(cases)('$name', async ({ name, before, wanted, after }) => {
    const { platform, program, id } = await stage(...before);
    if (name.includes('deletion comes')) await platform.delete(`/projects/${id('aa/xx!')}`);
    const isSwap = (await program.plan(wanted)).changes.some(({ address }) => address.includes('makes way'));
    expect(failuresOf(await program[way](wanted))).toEqual([]);
    const found = await live(platform);
    expect(Object.keys(found).sort()).toEqual(Object.keys(after).sort());
    for (const [path, was] of Object.entries(after)) {
      expect([path, found[path]]).toEqual([path, id(was)]);
      const { object } = await platform.get(`/projects/${id(was)}/variables/MARK`);
      expect(object['value']).toBe(`of ${id(was)}`);
      expect((await platform.get(`/projects/${id(was)}`)).object['name']).not.toMatch(/moving/);
    }
    const again = inShort(await program.plan(wanted));
    if (!isSwap || again.length === 0) expect(again).toEqual([]);
    await program.close();
  });
});

it('what an interrupted run has left on its way is found by where each call has left it', async () => {
  const { platform, program, id } = await stage('aa', 'bb', ['aa/xx!', 'The Web']);
  const wanted = { groups: { bb: {} }, projects: { 'bb/yy': { previously: 'aa/xx' } } };
  const [change] = (await program.plan(wanted)).changes;
  expect(change?.calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
    `PUT /projects/${id('aa/xx!')}`,
    `PUT /projects/${id('aa/xx!')}/transfer`,
    `PUT /projects/${id('aa/xx!')}`,
  ]);
  for (const { path, body } of change?.calls.slice(0, 2) ?? []) {
    await platform.put(path, body as Parameters<typeof platform.put>[1]);
    expect(inShort(await program.plan(wanted))).toEqual(['update project[bb/yy] (full_path)']);
  }
  expect(failuresOf(await program.apply(wanted))).toEqual([]);
  expect(await live(platform)).toEqual({ 'bb/yy': id('aa/xx!') });
  expect((await platform.get(`/projects/${id('aa/xx!')}`)).object).toMatchObject({ name: 'The Web' });
  await program.close();
});

it('what has stepped aside for its name alone is found beside its place, though nothing says that it comes from elsewhere', async () => {
  const { platform, program, id } = await stage('aa', ['aa/xx!', 'One'], ['aa/yy!', 'Two']);
  const wanted = { projects: { 'aa/xx': { name: 'Two' }, 'aa/yy': { name: 'One' } } };
  const step = (await program.plan(wanted)).changes.find(({ address }) => address.includes('makes way'));
  for (const { path, body } of step?.calls ?? []) await platform.put(path, body as Parameters<typeof platform.put>[1]);
  expect(failuresOf(await program.apply(wanted))).toEqual([]);
  expect(await live(platform)).toEqual({ 'aa/xx': id('aa/xx!'), 'aa/yy': id('aa/yy!') });
  expect(inShort(await program.plan(wanted))).toEqual([]);
  await program.close();
});

it('a project goes before the group that it leaves is deleted, and after the one that it comes into is more visible', async () => {
  const { platform, program, id } = await stage('aa', 'bb', 'aa/xx!');
  for (const group of ['aa', 'bb']) await platform.put(`/groups/${id(group)}`, { visibility: 'internal' });
  await platform.put(`/projects/${id('aa/xx!')}`, { visibility: 'internal' });
  await platform.put(`/groups/${id('bb')}`, { visibility: 'private' });
  const wanted = {
    groups: { aa: { state: 'absent' }, bb: { visibility: 'internal' } },
    projects: { 'bb/xx': { previously: 'aa/xx' } },
  };
  expect((await program.plan(wanted)).changes.map(({ address, needs }) => [address, needs])).toEqual([
    ['group[bb]', []],
    ['project[bb/xx]', ['group[bb]']],
    ['group[aa]', ['project[bb/xx]']],
  ]);
  expect(failuresOf(await program.apply(wanted))).toEqual([]);
  expect((await platform.get(`/projects/${id('aa/xx!')}`)).object).toMatchObject({ visibility: 'internal' });
  await program.close();
});

it('a project goes before the group that it leaves is deleted, also where that is moved along with another one (trees, seed 20261379)', async () => {
  const { program } = await stage('dd', 'dd/aa', 'dd/aa/cc', 'dd/aa/cc/pp!');
  const wanted = {
    groups: { dd: {}, 'dd/cc': { previously: 'dd/aa' }, 'dd/cc/cc': { state: 'absent' } },
    projects: { 'dd/pp': { previously: 'dd/aa/cc/pp' } },
  };
  const removal = (await program.plan(wanted)).changes.find(({ action }) => action === 'delete');
  expect(removal?.address).toBe('group[dd/cc/cc]');
  expect(removal?.needs).toContain('project[dd/pp]');
  await program.close();
});

it.each<[string, Document, RegExp]>([
  [
    'the name that another project has at the destination, which nobody declares',
    { projects: { 'bb/xx': { previously: 'aa/xx', name: 'TAKEN' } } },
    /project\[bb\/xx\] cannot have the name TAKEN: bb\/other/,
  ],
  [
    'the path of another project there, which nobody declares',
    { projects: { 'bb/other': { previously: 'aa/xx' } } },
    /both-there.*project\[bb\/other\] is there/,
  ],
  ['both ends', { projects: { 'bb/other': { previously: 'aa/xx' } } }, /both-there.*aa\/xx \(id 1\)/],
  [
    'a group to come into that nobody has',
    { projects: { 'no/xx': { previously: 'aa/xx' } } },
    /missing-parent: project\[no\/xx\] cannot be moved: there is no group no to put it in/,
  ],
  ['nothing at either', { projects: { 'bb/xx': { previously: 'aa/no', create: {} } } }, /former-missing.*aa\/no/],
  [
    'one that two claim, by its path of before and of afterwards',
    {
      groups: { cc: { previously: 'aa' } },
      projects: { 'bb/p': { previously: 'aa/xx' }, 'bb/q': { previously: 'cc/xx' } },
    },
    /claimed-twice/,
  ],
])('%s is an error of the plan', async (_what, wanted, told) => {
  const { program } = await stage('aa', 'bb', 'aa/xx!', ['bb/other!', 'Taken']);
  await expect(program.plan(wanted)).rejects.toThrow(told);
  await program.close();
});

it('a name that a subgroup has is free for a project', async () => {
  const { platform, program, id } = await stage('aa', 'bb', 'bb/kid', 'aa/xx!');
  const wanted = {
    groups: { bb: {}, 'bb/more': { name: 'web' } },
    projects: { 'bb/xx': { previously: 'aa/xx', name: 'kid' }, 'bb/web': { create: {} } },
  };
  expect(failuresOf(await program.apply(wanted))).toEqual([]);
  expect(await live(platform)).toMatchObject({ 'bb/xx': id('aa/xx!') });
  await program.close();
});
