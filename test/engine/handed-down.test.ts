import { expect, test } from 'vitest';
import { failuresOf, inShort, keelson } from '../support/keelson.ts';
import { sandbox } from '../sandbox/client.ts';
import { group, type Live } from './live.ts';
import { planFor, steps } from './world.ts';

/** A platform with these groups, and the program against it. */
async function stage(...paths: readonly string[]) {
  const platform = await sandbox({ tier: 'premium' });
  for (const path of paths) await platform.group(path);
  const shown = async (path: string, field: string) =>
    (await platform.get(`/groups/${encodeURIComponent(path)}`)).object[field];
  return { platform, program: keelson(platform.sandbox.url, platform.token), shown };
}

const off = { shared_runners_setting: 'disabled_and_overridable' };
const on = { shared_runners_setting: 'enabled' };
const forGood = { shared_runners_setting: 'disabled_and_unoverridable' };
const limits = { math_rendering_limits_enabled: true };
const noLimits = { math_rendering_limits_enabled: false };
const locked = { ...noLimits, lock_math_rendering_limits_enabled: true };

interface Case {
  readonly name: string;
  readonly groups: { readonly [path: string]: object };
  /** The changes in their order. */
  readonly changes: readonly string[];
}

test.each<Case>([
  {
    name: 'Duo is off above and on below',
    groups: { aa: { duo_features_enabled: false }, 'aa/kid': { duo_features_enabled: true } },
    changes: ['update group[aa]', 'update group[aa/kid]'],
  },
  {
    name: 'shared runners are off above and on below, and what is between lets them be',
    groups: { aa: off, 'aa/kid': off, 'aa/kid/leaf': on },
    changes: ['update group[aa]', 'update group[aa/kid]', 'update group[aa/kid/leaf]'],
  },
  {
    name: 'each level takes the other one',
    groups: { aa: noLimits, 'aa/kid': limits, 'aa/kid/leaf': noLimits },
    changes: ['update group[aa]', 'update group[aa/kid]', 'update group[aa/kid/leaf]'],
  },
  {
    name: 'what is below comes to what is kept above',
    groups: { aa: locked, 'aa/kid': noLimits },
    changes: ['update group[aa/kid]', 'update group[aa]'],
  },
  {
    name: 'a new group below differs',
    groups: { aa: off, 'aa/fresh': on },
    changes: ['update group[aa]', 'create group[aa/fresh]'],
  },
])('one apply is enough where $name', async ({ groups, changes }) => {
  const { program } = await stage('aa', 'aa/kid', 'aa/kid/leaf');
  expect(steps(await program.plan({ groups }))).toEqual(changes);
  expect(failuresOf(await program.applySaved({ groups }))).toEqual([]);
  expect(inShort(await program.plan({ groups }))).toEqual([]);
});

const previews = { show_diff_preview_in_email: true };
const noPreviews = { show_diff_preview_in_email: false };
const noDuo = { duo_features_enabled: false };

test.each<{
  readonly name: string;
  readonly before: { readonly [path: string]: object };
  readonly after: { readonly [path: string]: object };
}>([
  {
    name: 'what is off below shows so by what is above alone, which is lifted',
    before: { aa: noPreviews },
    after: { aa: previews, 'aa/kid': noPreviews },
  },
  {
    name: 'the same stands two levels below',
    before: { aa: noPreviews },
    after: { aa: previews, 'aa/kid': previews, 'aa/kid/leaf': noPreviews },
  },
  {
    name: 'it is moved away from what is off above',
    before: { aa: noPreviews },
    after: { out: { previously: 'aa/kid', ...noPreviews } },
  },
  {
    name: 'it is moved away from where it took over a value',
    before: { aa: noDuo },
    after: { out: { previously: 'aa/kid', ...noDuo } },
  },
  {
    name: 'it is moved to where another value is taken over',
    before: { aa: noDuo },
    after: { 'aa/zz': { previously: 'zz', duo_features_enabled: true } },
  },
  {
    name: 'it is moved to where a lock goes',
    before: { aa: { ...noDuo, lock_duo_features_enabled: true } },
    after: {
      aa: { ...noDuo, lock_duo_features_enabled: false },
      'aa/zz': { previously: 'zz', duo_features_enabled: true },
    },
  },
])('one apply is enough where $name', async ({ before, after }) => {
  const { program } = await stage('aa', 'aa/kid', 'aa/kid/leaf', 'zz');
  expect(failuresOf(await program.apply({ groups: before }))).toEqual([]);
  expect(failuresOf(await program.applySaved({ groups: after }))).toEqual([]);
  expect(inShort(await program.plan({ groups: after }))).toEqual([]);
});

const seen = { visibility: 'internal' };
const hidden = { visibility: 'private' };

test.each([
  { field: 'shared_runners_setting', above: off, below: on },
  { field: 'duo_features_enabled', above: noDuo, below: { duo_features_enabled: true } },
])('what is lowered from below, with $field set from above, takes one apply and a call ahead', async (one) => {
  const { program } = await stage('aa', 'aa/kid', 'aa/more');
  const before = { groups: { aa: seen, 'aa/kid': seen, 'aa/more': seen } };
  expect(failuresOf(await program.apply(before))).toEqual([]);
  expect(failuresOf(await program.apply(before))).toEqual([]);
  const kid = { ...hidden, ...one.below };
  const groups = { aa: { ...hidden, ...one.above }, 'aa/kid': kid, 'aa/more': kid };
  const made = await program.plan({ groups });
  expect(inShort(made)).toEqual([
    `update group[aa (ahead)] (${one.field})`,
    `update group[aa/kid] (visibility, ${one.field})`,
    `update group[aa/more] (visibility, ${one.field})`,
    'update group[aa] (visibility)',
  ]);
  expect(made.changes.at(-1)?.needs.toSorted()).toEqual(['group[aa (ahead)]', 'group[aa/kid]', 'group[aa/more]']);
  expect(failuresOf(await program.applySaved({ groups }))).toEqual([]);
  expect(inShort(await program.plan({ groups }))).toEqual([]);
});

test('a target that needs a part of a change brings all of it', () => {
  const live: Live = {
    'instance/groups': [group(1, 'aa', { ...seen, ...on }), group(2, 'aa/kid', { ...seen, ...on })],
  };
  const yaml =
    'groups:\n  aa: { visibility: private, shared_runners_setting: disabled_and_overridable }\n  aa/kid: { visibility: private, shared_runners_setting: enabled }';
  const all = ['update group[aa (ahead)]', 'update group[aa/kid]', 'update group[aa]'];
  expect(steps(planFor(yaml, live))).toEqual(all);
  expect(steps(planFor(yaml, live, { target: (address: string) => address === 'group[aa]' }))).toEqual(all);
});

test('what stays off above is not set again below', async () => {
  const { program } = await stage('aa', 'aa/kid');
  await program.apply({ groups: { aa: noPreviews } });
  const kid = { 'aa/kid': noPreviews };
  expect(inShort(await program.plan({ groups: { aa: { description: 'x' }, ...kid } }))).toEqual([
    'update group[aa] (description)',
  ]);
  expect(inShort(await program.plan({ groups: { aa: {}, ...kid } }))).toEqual([]);
});

test('what is unlocked above can be set below by the same plan', async () => {
  const { program } = await stage('aa', 'aa/kid');
  await program.apply({ groups: { aa: { ...locked } } });
  const groups = { aa: { lock_math_rendering_limits_enabled: false }, 'aa/kid': limits };
  expect(failuresOf(await program.apply({ groups }))).toEqual([]);
  expect(inShort(await program.plan({ groups }))).toEqual([]);
});

test('the plan says what changes below, by name where it was looked at', async () => {
  const { program, platform, shown } = await stage('aa', 'aa/kid');
  const groups = { aa: { ...forGood }, 'aa/kid': {} };
  const told = (await program.plan({ groups })).diagnostics;
  expect(told.map(({ severity, code, message, remedy }) => ({ severity, code, message, remedy }))).toEqual([
    {
      severity: 'warning',
      code: 'handed-down',
      message:
        'group[aa]: what is set for shared_runners_setting is handed down to the groups and projects below, among it group[aa/kid]',
      remedy:
        'nothing below can be otherwise then: write `shared_runners_setting: disabled_and_overridable` where that is not meant',
    },
  ]);
  expect(failuresOf(await program.apply({ groups }))).toEqual([]);
  expect(await shown('aa/kid', 'shared_runners_setting')).toBe('disabled_and_unoverridable');
  await platform.put('/groups/aa', { shared_runners_setting: 'enabled' });
  await platform.put('/groups/aa%2Fkid', { shared_runners_setting: 'enabled' });
  const followed = { aa: off, 'aa/kid': on };
  expect(failuresOf(await program.apply({ groups: followed }))).toEqual([]);
  expect(await shown('aa/kid', 'shared_runners_setting')).toBe('enabled');
});

test('what is kept above is refused below by validate where the text says so', async () => {
  const { program } = await stage('aa', 'aa/kid');
  const plan = async (above: object, below: object) => program.plan({ groups: { aa: above, 'aa/kid': below } });
  await expect(plan(forGood, on)).rejects.toThrow('5:29 kept-above: `shared_runners_setting: enabled` of `aa/kid`');
  await expect(plan(forGood, off)).rejects.toThrow('kept-above');
  await expect(plan(locked, limits)).rejects.toThrow('kept-above');
  await expect(plan(locked, { lock_math_rendering_limits_enabled: true })).rejects.toThrow('kept-above');
  await expect(plan(forGood, forGood)).resolves.toBeDefined();
  await expect(plan(forGood, { ...on, state: 'absent' })).resolves.toBeDefined();
});

const lockedLive: Live = {
  'instance/groups': [
    group(1, 'aa', { ...locked }),
    group(2, 'aa/kid', { ...noLimits, lock_math_rendering_limits_enabled: false }),
  ],
};

test('what is kept above is refused below by the plan where the instance says so', () => {
  const made = planFor('groups:\n  aa: {}\n  aa/kid: { math_rendering_limits_enabled: true }', lockedLive);
  expect(made.diagnostics.find(({ severity }) => severity === 'error')).toMatchObject({
    code: 'kept-above',
    message:
      'group[aa/kid] cannot have math_rendering_limits_enabled true below group[aa], whose lock_math_rendering_limits_enabled true keeps everything below from it',
    place: { line: 3 },
    remedy:
      'write `math_rendering_limits_enabled: false`, or declare `lock_math_rendering_limits_enabled: false` in group[aa]',
  });
});

test('what goes out of a group goes before that hands something down', async () => {
  const { program, platform, shown } = await stage('aa', 'aa/kid', 'dd');
  const aa = Number((await platform.get('/groups/aa')).object['id']);
  await platform.post('/projects', { name: 'p', path: 'p', namespace_id: aa });
  const desired = {
    groups: { aa: off, dd: {}, 'dd/kid': { previously: 'aa/kid' } },
    projects: { 'dd/p': { previously: 'aa/p' } },
  };
  expect(steps(await program.plan(desired)).at(-1)).toBe('update group[aa]');
  expect(failuresOf(await program.apply(desired))).toEqual([]);
  expect(await shown('dd/kid', 'shared_runners_setting')).toBe('enabled');
  expect((await platform.get('/projects/dd%2Fp')).object).toMatchObject({ shared_runners_enabled: true });
  expect(inShort(await program.plan(desired))).toEqual([]);
});

test.each([
  { name: 'itself', groups: { aa: {}, 'aa/zz': { previously: 'zz', ...on } }, told: 'group[aa/zz]' },
  {
    name: 'with what it holds',
    groups: { aa: {}, 'aa/zz': { previously: 'zz' }, 'aa/zz/kid': on },
    told: 'group[aa/zz/kid]',
  },
  { name: 'to an undeclared one', groups: { 'aa/zz': { previously: 'zz', ...on } }, told: 'group[aa/zz]' },
])('what a group above keeps otherwise is refused below where it comes by a move, $name', async ({ groups, told }) => {
  const { program } = await stage('aa', 'zz', 'zz/kid');
  expect(failuresOf(await program.apply({ groups: { aa: forGood } }))).toEqual([]);
  await expect(program.plan({ groups })).rejects.toThrow(
    `${told} cannot have shared_runners_setting enabled below group[aa], whose shared_runners_setting disabled_and_unoverridable`,
  );
});

test('what is handed down to a group between keeps what is below that one, too', async () => {
  const { program } = await stage('aa', 'aa/kid', 'aa/kid/leaf');
  const groups = { aa: off, 'aa/kid': {}, 'aa/kid/leaf': on };
  await expect(program.plan({ groups })).rejects.toThrow(
    'group[aa/kid/leaf] cannot have shared_runners_setting enabled below group[aa/kid], whose shared_runners_setting disabled_and_unoverridable',
  );
});

test('where the one below alone is meant, the one above hands nothing down to it', () => {
  const live: Live = { 'instance/groups': [group(1, 'aa', { ...on }), group(2, 'aa/kid', { ...on })] };
  const yaml =
    'groups:\n  aa: { shared_runners_setting: disabled_and_overridable }\n  aa/kid: { shared_runners_setting: enabled, description: one }';
  const target = (address: string) => address === 'group[aa/kid]';
  expect(steps(planFor(yaml, live, { target }))).toEqual(['update group[aa/kid]']);
  expect(steps(planFor(yaml, live))).toEqual(['update group[aa]', 'update group[aa/kid]']);
});
