import { expect, test } from 'vitest';
import { desiredOf, entriesOf, load, loadFiles, shown } from './load.ts';

test('a file becomes sections, in the order of scopes and kinds', () => {
  const loaded = load(`
    version: 1
    projects: { team/site: { people: { erin: low } } }
    groups: { team: { title: Team, people: { bob: { level: high } }, links: [{ provider: main, cn: staff }] } }
    instance: { posts: { clerk: { base: desk } }, options: { open: false } }
  `);
  const addresses = desiredOf(loaded).sections.map(({ scope, name }) => [scope.type, name]);
  expect(addresses).toEqual([
    ['instance', 'options'],
    ['instance', 'posts'],
    ['instance', 'groups'],
    ['instance', 'projects'],
    ['group', 'people'],
    ['group', 'links'],
    ['project', 'people'],
  ]);
});

test('a bare scalar is short for one field, and other spellings become the normal one', () => {
  const loaded = load('groups: { team: { people: { Ann: 2, bob: low } } }');
  expect(entriesOf(loaded, 'people', 'team')).toEqual([
    { key: 'ann', spec: { username: 'Ann', level: 'high' }, state: 'present', protect: false },
    { key: 'bob', spec: { username: 'bob', level: 'low' }, state: 'present', protect: false },
  ]);
});

test('a map of entries can be written as a list', () => {
  const list = load('groups: { team: { people: [{ username: ann, level: high }] } }');
  const map = load('groups: { team: { people: { ann: high } } }');
  expect(entriesOf(list, 'people', 'team')).toEqual(entriesOf(map, 'people', 'team'));
});

test('an entry that is to be absent needs no other field', () => {
  const [entry] = entriesOf(load('instance: { bells: { old: { state: absent } } }'), 'bells');
  expect(entry).toMatchObject({ key: 'old', state: 'absent' });
});

test('the words of the engine are no fields', () => {
  const loaded = load(
    'groups: { team: { protect: true, previously: /crew/, prune: [people], people: {}, bells: {} } }',
  );
  expect(entriesOf(loaded, 'groups')).toEqual([
    { key: 'team', spec: { path: 'team' }, state: 'present', protect: true, previously: 'crew' },
  ]);
  expect(desiredOf(loaded).sections.map(({ name, prune }) => [name, prune])).toEqual([
    ['groups', false],
    ['people', true],
    ['bells', false],
  ]);
});

test('a section that is pruned but not written is not touched, and that is told, but of what defaults prune', () => {
  const loaded = load('groups: { team: { prune: [people] } }');
  expect(loaded.diagnostics.map(({ severity, code, place }) => [severity, code, place?.column])).toEqual([
    ['warning', 'idle-prune', 19],
  ]);
  const byDefault = load('defaults: { groups: { "*": { prune: [people] } } }\ngroups: { team: {} }');
  expect(byDefault.diagnostics).toEqual([]);
  expect(desiredOf(loaded).sections.map(({ name }) => name)).toEqual(['groups']);
});

test('a second name finds an entry whose first one is not known', () => {
  const [bell] = entriesOf(load('instance: { bells: { front: { url: tcp://door } } }'), 'bells');
  expect(bell).toMatchObject({ key: 'front', alias: 'tcp://door' });
});

test('slashes around a path are not part of it', () => {
  expect(entriesOf(load('groups: { /team/sub/: {} }'), 'groups')).toMatchObject([{ key: 'team/sub' }]);
});

test('the bounds of the guards have their usual values where they are not set', () => {
  expect(desiredOf(load('instance: {}')).guards).toEqual({
    max_removals: 10,
    max_removal_percent: 30,
    max_plan_removals: 25,
    max_changes: 25,
    max_change_percent: 50,
    min_owners: 1,
  });
  expect(desiredOf(load('guards: { max_removals: 0 }')).guards.max_removals).toBe(0);
});

test('a group may take its sections from several files', () => {
  const loaded = loadFiles({
    'a.yaml': 'groups: { team: { title: Team, people: { ann: low } } }',
    'sub/b.yml': 'groups: { Team: { people: { bob: high }, bells: { b: { url: u } } } }',
  });
  expect(entriesOf(loaded, 'people', 'Team')).toMatchObject([{ key: 'ann' }, { key: 'bob' }]);
  expect(entriesOf(loaded, 'groups')).toMatchObject([{ spec: { path: 'Team', title: 'Team' } }]);
});

test('aliases and merge keys say a thing once', () => {
  const loaded = load(`
groups:
  a: { people: &crew { ann: high, bob: low } }
  b: { people: *crew }
  c: { people: { <<: *crew, bob: high } }
`);
  expect(entriesOf(loaded, 'people', 'b')).toEqual(entriesOf(loaded, 'people', 'a'));
  expect(entriesOf(loaded, 'people', 'c')).toMatchObject([
    { key: 'ann', spec: { level: 'high' } },
    { key: 'bob', spec: { level: 'high' } },
  ]);
});

test('an anchor may be used any number of times, as long as what it makes stays small', () => {
  const many = Array.from({ length: 2000 }, (_, index) => `  g${index}: *crew`).join('\n');
  const loaded = load(`groups:\n  a: &crew { people: { ann: high } }\n${many}`);
  expect(desiredOf(loaded).sections).toHaveLength(2002);
});

test('numbers and words like true are names where they are keys', () => {
  const loaded = load(
    'groups: { team: { people: { 007: low, true: low, null: low, __proto__: low, constructor: low } } }',
  );
  expect(entriesOf(loaded, 'people', 'team').map((entry) => 'key' in entry && entry.key)).toEqual([
    '007',
    '__proto__',
    'constructor',
    'null',
    'true',
  ]);
});

test('each value knows where it is written', () => {
  const loaded = load(`
groups:
  team:
    people: &crew
      ann: high
      bob: { level: low,
             until: 2030-01-01 }
  other:
    people: *crew
`);
  const [, team, other] = desiredOf(loaded).sections.filter(({ name }) => name === 'people' || name === 'groups');
  const seen = [team, other].flatMap((section) =>
    (section?.entries ?? []).flatMap((entry) => [
      entry.place(),
      entry.place('level'),
      entry.place('until'),
      entry.place('post'),
    ]),
  );
  const mark = ({ line, column, length = 0, text = '' }: (typeof seen)[number]): string =>
    `${line} ${text.slice(column - 1, column - 1 + length)}`;
  const expected = ['5 ann', '5 high', '5 high', '5 high', '6 bob', '6 low', '7 2030-01-01', '6 bob'];
  expect(seen.map(mark)).toEqual([...expected, ...expected]);
});

test('warnings do not stand in the way', () => {
  const loaded = load('groups: { team: { note: x, people: { ann: { post: clrk } }, posts: { clerk: desk } } }');
  expect(loaded.diagnostics.map(shown)).toMatchInlineSnapshot(`
    [
      "a.yaml:1:25 warning deprecated: \`note\` is deprecated; Write \`title\` instead
    groups: { team: { note: x, people: { ann: { post: clrk } }, posts: { clerk: desk } } }
                            ~",
      "a.yaml:1:51 warning unknown-reference: \`clrk\` is declared nowhere under \`posts\`; Write \`clerk\`, if that is meant
    groups: { team: { note: x, people: { ann: { post: clrk } }, posts: { clerk: desk } } }
                                                      ~~~~",
    ]
  `);
  expect(loaded.desired).toBeDefined();
});

test('a reference reaches the scopes above', () => {
  const loaded = load(`
instance: { posts: { clerk: desk } }
groups:
  team: { posts: { cook: kitchen } }
  team/sub: { people: { ann: { post: clerk }, bob: { post: cook } } }
projects:
  team/sub/site: { people: { bob: { post: cook } } }
  other/site: { people: { bob: { post: cook } } }
`);
  expect(loaded.diagnostics.map(({ code, place }) => [code, place?.line])).toEqual([['unknown-reference', 8]]);
});
