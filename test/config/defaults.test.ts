import { expect, test } from 'vitest';
import { desiredOf, entriesOf, load } from './load.ts';

test('the more literal pattern wins, then the one for fewer depths, then the longer one, and the entry itself over all', () => {
  const loaded = load(`
defaults:
  groups:
    "**": { colour: red, title: all }
    "team/**": { colour: green }
    "*/sub*": { title: sub }
groups:
  other: {}
  team/sub: {}
  team/top: { colour: blue }
`);
  expect(entriesOf(loaded, 'groups')).toMatchObject([
    { spec: { path: 'other', colour: 'red', title: 'all' } },
    { spec: { path: 'team/sub', colour: 'green', title: 'sub' } },
    { spec: { path: 'team/top', colour: 'blue', title: 'all' } },
  ]);
});

test('a pattern for one depth wins over one for any', () => {
  const loaded = load(`
defaults:
  groups:
    "**": { colour: red, title: any }
    "*": { colour: green }
    "*/*": { colour: blue }
    "team/**": { title: below }
    "team/*": { title: child }
groups: { team: {}, team/sub: {}, team/sub/sub: {} }
`);
  expect(entriesOf(loaded, 'groups')).toMatchObject([
    { spec: { path: 'team', colour: 'green', title: 'any' } },
    { spec: { path: 'team/sub', colour: 'blue', title: 'child' } },
    { spec: { path: 'team/sub/sub', colour: 'red', title: 'below' } },
  ]);
});

test('nothing is made of a pattern alone', () => {
  expect(desiredOf(load('defaults: { groups: { "**": { colour: red } } }')).sections).toEqual([]);
});

test('maps merge, entry by entry; lists and scalars replace', () => {
  const loaded = load(
    `
defaults:
  groups:
    "**":
      prune: [people, bells]
      people: { auditor: low, ann: { level: high, until: 2030-01-01 } }
      bells: { b: { url: u, token: { env: A }, headers: { x: { env: X }, y: { env: Y } } } }
groups:
  team:
    prune: [bells]
    people: { ann: low }
    bells: { b: { token: { file: t }, headers: { y: { file: y } } } }
`,
    { X: 'x' },
  );
  expect(entriesOf(loaded, 'people', 'team')).toMatchObject([
    { key: 'ann', spec: { level: 'low', until: '2030-01-01' } },
    { key: 'auditor', spec: { level: 'low' } },
  ]);
  const [bell] = entriesOf(loaded, 'bells', 'team');
  expect(JSON.parse(JSON.stringify(bell))).toMatchObject({
    spec: {
      url: 'u',
      token: { $secret: { type: 'file', path: 't' } },
      headers: { x: { $secret: { type: 'env', name: 'X' } }, y: { $secret: { type: 'file', path: 'y' } } },
    },
  });
  expect(desiredOf(loaded).sections.map(({ name, prune }) => [name, prune])).toEqual([
    ['groups', false],
    ['people', false],
    ['bells', true],
  ]);
});

test('null takes a default away, and clears what can be cleared', () => {
  const loaded = load(`
defaults: { groups: { "**": { colour: red, note: x } } }
groups: { team: { colour: null, note: null } }
`);
  expect(entriesOf(loaded, 'groups')).toMatchObject([{ spec: { path: 'team', note: null } }]);
  expect(entriesOf(loaded, 'groups')[0]).not.toHaveProperty('spec.colour');
});

test('a value from the defaults stands where the defaults say it', () => {
  const loaded = load(`
defaults:
  groups:
    "**":
      colour: red
      people: { ann: low }
groups:
  team: { title: T }
`);
  const [groups, people] = desiredOf(loaded).sections;
  const [team] = groups?.entries ?? [];
  const [ann] = people?.entries ?? [];
  expect(
    [team?.place(), team?.place('title'), team?.place('colour'), ann?.place()].map((place) => place?.line),
  ).toEqual([8, 8, 5, 6]);
});

test('a wrong value in the defaults is told once, however many groups it holds for', () => {
  const { diagnostics } = load(`
defaults: { groups: { "**": { people: { ann: { level: low, until: 2000-01-01 } } } } }
groups: { a: {}, b: {}, c: {} }
`);
  expect(diagnostics.map(({ code, place }) => [code, place?.line])).toEqual([['invalid', 2]]);
});

test('who is named is there, whatever a default behind says; the nearest that names somebody decides', () => {
  const loaded = load(`
defaults:
  groups:
    "**":
      people:
        ann: { state: absent }
        bob: { state: absent }
        cid: { state: absent, until: 2030-01-01 }
        dan: low
        eve: { state: absent }
    "team/**": { people: { bob: low } }
groups:
  team/sub:
    people: { ann: high, cid: { level: low }, dan: { state: absent } }
`);
  const people = desiredOf(loaded).sections.find(({ name }) => name === 'people')?.entries ?? [];
  expect(people.map(({ key, state }) => [key, state])).toEqual([
    ['ann', 'present'],
    ['bob', 'present'],
    ['cid', 'present'],
    ['dan', 'absent'],
    ['eve', 'absent'],
  ]);
  expect(people.map((entry) => entry.place().line)).toEqual([14, 11, 14, 14, 10]);
  expect(people[2]).toMatchObject({ spec: { until: '2030-01-01' } });
});

test.each(['state: absent', 'previously: old', 'restore: true'])(
  'no default says `%s` of the groups themselves: a pattern would take away or move what nobody has named',
  (word) => {
    const yaml = `defaults:\n  groups:\n    "**": { ${word} }\ngroups:\n  team: {}\n`;
    for (const pattern of ['**', 'team', 'te*']) {
      const { diagnostics, desired } = load(yaml.replace('**', pattern));
      expect(desired).toBeUndefined();
      expect(diagnostics.map(({ severity, code, place, remedy }) => [severity, code, place?.line, remedy])).toEqual([
        ['error', 'unknown-key', 3, expect.stringMatching(/^Write it in the entry of the group, under its path/)],
      ]);
    }
  },
);

test('a default that says what an entry leaves open says so with its line; what the entry has itself is no default, nor what stands in a default alone', () => {
  const loaded = load(`
defaults:
  groups:
    "**": { colour: red, title: all, people: { ann: { level: high, until: 2030-01-01 }, bob: low, carl: { until: 2030-01-01 } } }
    "team/**":
      colour: green
      people: { ann: low, carl: low }
groups:
  team/top: { title: own, people: { ann: { until: 2031-01-01 } } }
`);
  const entryAt = (section: string, key: string) =>
    desiredOf(loaded)
      .sections.filter(({ name }) => name === section)
      .flatMap(({ entries }) => entries)
      .find((entry) => entry.key === key);
  const lineOf = (section: string, key: string, ...field: readonly string[]) =>
    entryAt(section, key)?.placeInDefault?.(...field)?.line;
  expect(lineOf('groups', 'team/top', 'colour')).toBe(6);
  expect(lineOf('groups', 'team/top', 'title')).toBeUndefined();
  // `ann: low` is short for the field.
  expect(lineOf('people', 'ann', 'level')).toBe(7);
  expect(lineOf('people', 'ann', 'until')).toBeUndefined();
  expect(lineOf('people', 'ann', 'nothing')).toBeUndefined();
  expect(entryAt('people', 'bob')?.placeInDefault).toBeUndefined();
  expect(lineOf('people', 'carl', 'level')).toBeUndefined();
  expect(lineOf('people', 'carl', 'until')).toBe(4);
});
