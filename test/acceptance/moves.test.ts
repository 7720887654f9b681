import { describe, expect } from 'vitest';
import { api, scenario } from './ground/ground.ts';
import { groupAt, person, place } from './ground/place.ts';
import { program } from './ground/program.ts';

/** A tree that is there, what it is to become, and the former path of each group that is kept: issue 12, section 2. */
interface Move {
  readonly name: string;
  readonly live: readonly string[];
  readonly wanted: { readonly [path: string]: string | null };
}

const MOVES: readonly Move[] = [
  { name: 'rename', live: ['aa'], wanted: { bb: 'aa' } },
  { name: 'transfer', live: ['aa', 'bb', 'bb/cc'], wanted: { aa: null, bb: null, 'aa/cc': 'bb/cc' } },
  { name: 'rename and transfer', live: ['aa', 'bb', 'bb/cc'], wanted: { aa: null, bb: null, 'aa/dd': 'bb/cc' } },
  { name: 'pull-up', live: ['labs', 'labs/core'], wanted: { core: 'labs/core', labs: null } },
  {
    name: 'a subtree moves while a child of it moves elsewhere',
    live: ['aa', 'aa/kid', 'bb', 'cc'],
    wanted: { bb: null, cc: null, 'bb/aa': 'aa', 'cc/kid': 'aa/kid' },
  },
  { name: 'chain', live: ['aa', 'bb'], wanted: { cc: 'bb', bb: 'aa' } },
  { name: 'swap', live: ['aa', 'bb'], wanted: { aa: 'bb', bb: 'aa' } },
  { name: 'push-down', live: ['labs'], wanted: { labs: null, 'labs/core': 'labs' } },
  {
    name: 'into a parent where the former path is taken',
    live: ['aa', 'aa/xx', 'aa/yy', 'bb'],
    wanted: { aa: null, 'aa/yy': null, bb: null, 'bb/yy': 'aa/xx' },
  },
];

/** A child has no lower level than its parent gives. */
const LEVELS: readonly number[] = [20, 30, 40, 50];

/** Former paths that no instance can have had so, and a word that the refusal has to say. */
const SENSELESS: readonly (readonly [string, object, string])[] = [
  [
    'a former path that two groups claim',
    { 'top/aa': { previously: 'top/old' }, 'top/bb': { previously: 'top/old' } },
    'top/old',
  ],
  ['a former path that is declared itself, and stays', { 'top/aa': {}, 'top/bb': { previously: 'top/aa' } }, 'top/aa'],
  ['a move into its own subtree', { 'top/aa/bb': { previously: 'top/aa' } }, 'top/aa'],
  [
    'a child below the former path of a parent that moves away',
    { 'top/fresh': { previously: 'top/old' }, 'top/old/kid': {} },
    'top/old',
  ],
];

describe('moves keep the group, by its id, and the people in it', () => {
  for (const { name, live, wanted } of MOVES)
    scenario(`12.2: ${name}`, {}, async () => {
      const here = await place();
      const full = (path: string): string => `${here.path}/${path}`;
      const ids = new Map<string, number>();
      // Each has another level of the same person, so that people of the one group cannot stand in the other unseen.
      const { id: user } = await person('moved');
      for (const [index, path] of live.entries()) {
        const id = await here.group(path, { description: `was ${path}` });
        ids.set(path, id);
        await addMember(id, user, LEVELS[index] ?? 10);
      }
      const keelson = program();
      const groups = Object.entries(wanted).map(([path, previously]) => [
        full(path),
        { name: path.split('/').at(-1), ...(previously !== null && { previously: full(previously) }) },
      ]);
      keelson.want({ groups: Object.fromEntries(groups) as object });
      await keelson.apply(...(name === 'swap' ? ['--allow-swap', `${full('aa')}=${ids.get('bb') ?? 0}`] : []));
      // Nobody can see whether a swap was done, so that the word has to go once it was.
      if (name === 'swap')
        keelson.want({ groups: Object.fromEntries(Object.keys(wanted).map((path) => [full(path), {}])) });
      expect(await keelson.plan()).toEqual([]);
      for (const [path, previously] of Object.entries(wanted)) {
        const id = ids.get(previously ?? path);
        const taken = Object.values(wanted).includes(path) && previously === null;
        if (id === undefined || taken) continue;
        expect(await groupAt(full(path)), path).toMatchObject({ id, description: `was ${previously ?? path}` });
        expect(await levelOf(id, user), `in ${path}`).toBe(LEVELS[live.indexOf(previously ?? path)]);
      }
    });

  scenario('12.2: a saved plan of a chain of renames is applied as it was saved', {}, async () => {
    const here = await place();
    const ids = [await here.group('aa'), await here.group('bb')];
    const keelson = program();
    const full = (path: string): string => `${here.path}/${path}`;
    keelson.want({ groups: { [full('cc')]: { previously: full('bb') }, [full('bb')]: { previously: full('aa') } } });
    expect((await keelson.run('plan', '--out', 'plan.json')).status).toBe(0);
    await keelson.apply('plan.json');
    expect([(await groupAt(full('bb')))?.['id'], (await groupAt(full('cc')))?.['id']]).toEqual(ids);
  });

  scenario('12.2: a child is found below a parent that an earlier run has renamed already', {}, async () => {
    const here = await place();
    await here.group('old');
    const id = await here.group('old/kid', { description: 'the same' });
    // The run before this one ended after its first call.
    await api.put(`/groups/${encodeURIComponent(`${here.path}/old`)}`, { path: 'fresh' });
    const keelson = program();
    const full = (path: string): string => `${here.path}/${path}`;
    keelson.want({
      groups: { [full('fresh')]: { previously: full('old') }, [full('moved')]: { previously: full('old/kid') } },
    });
    await keelson.apply();
    expect(await groupAt(full('moved'))).toMatchObject({ id, description: 'the same' });
    expect(await keelson.plan()).toEqual([]);
  });

  scenario('12.2: what is absent below a parent that moves goes in the same apply', { version: '18.0' }, async () => {
    const here = await place();
    const ids = [await here.group('old'), await here.group('old/gone')];
    const keelson = program();
    const full = (path: string): string => `${here.path}/${path}`;
    keelson.want({
      groups: { [full('fresh')]: { previously: full('old') }, [full('fresh/gone')]: { state: 'absent' } },
    });
    await keelson.apply('--allow-scope-deletion');
    expect((await groupAt(full('fresh')))?.['id']).toBe(ids[0]);
    expect(await groupAt(full('fresh/gone'))).toBe(undefined);
    expect(await keelson.plan('--allow-scope-deletion')).toEqual([]);
  });

  scenario('12.2: a former path that never was moves nothing that stands near it', {}, async () => {
    const here = await place();
    await here.group('legacy');
    const id = await here.group('legacy/api');
    const keelson = program();
    const full = (path: string): string => `${here.path}/${path}`;
    keelson.want({
      groups: {
        [full('legacy')]: {},
        [full('legacy/api')]: { protect: true },
        [full('backend')]: { previously: full('legacy/backend') },
      },
    });
    const { out, err } = await keelson.run('apply', '--auto-approve');
    expect(`${out}${err}`, 'it is never passed over in silence').toContain('legacy/backend');
    expect(await groupAt(full('legacy/api'))).toMatchObject({ id });
  });

  scenario(
    '12.2: a group below one that is neither declared nor there is made, or refused in the plan',
    {},
    async () => {
      const here = await place();
      const keelson = program();
      const leaf = `${here.path}/fresh/mid/leaf`;
      keelson.want({ groups: { [`${here.path}/fresh`]: {}, [leaf]: {} } });
      const planned = await keelson.run('plan');
      expect(`${planned.out}${planned.err}`).toContain('fresh/mid');
      const { status } = await keelson.run('apply', '--auto-approve');
      expect((await groupAt(leaf)) !== undefined).toBe(status === 0);
      expect(planned.status === 0, 'apply does what the plan said').toBe(status === 0);
    },
  );

  for (const [what, groups, word] of SENSELESS)
    scenario(`12.2: ${what} is an error of validate`, {}, async () => {
      const keelson = program();
      keelson.want({ groups });
      const { status, err } = await keelson.run('validate');
      expect({ status, told: err.includes(word) }, err).toEqual({ status: 1, told: true });
    });
});

const addMember = (id: number, user: number, level: number): Promise<unknown> =>
  api.post(`/groups/${id}/members`, { user_id: user, access_level: level });

async function levelOf(id: number, user: number): Promise<unknown> {
  return (await api.get(`/groups/${id}/members/${user}`)).object['access_level'];
}
