import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { Secret } from '../../src/base/secret.ts';
import { loadConfig } from '../../src/config/load.ts';
import { environmentNames } from '../../src/config/environment-names.ts';
import { writeConfig, type WritableSection } from '../../src/config/write.ts';
import type { Attributes } from '../../src/model.ts';
import { fakeKinds } from './fake-kinds.ts';
import { desiredOf, memory, plain, shown } from './load.ts';

function reload(text: string) {
  return loadConfig('a.yaml', fakeKinds, memory({ 'a.yaml': text }), {});
}

test('what is written is short, in order, and without what is not known', () => {
  const team = { type: 'group', path: 'team' } as const;
  const instance = { type: 'instance' } as const;
  const sections: WritableSection[] = [
    {
      scope: team,
      name: 'people',
      entries: [
        { key: 'bob', spec: { username: 'bob', level: 'low', until: '2030-01-01', post: null } },
        { key: 'ann', spec: { username: 'Ann', level: 'high', post: undefined } },
      ],
    },
    { scope: team, name: 'links', entries: [{ key: 'main:staff', spec: { cn: 'staff', provider: 'main' } }] },
    { scope: team, name: 'bells', entries: [] },
    { scope: instance, name: 'groups', entries: [{ key: 'team', spec: { path: 'team', title: 'yes', note: null } }] },
    { scope: instance, name: 'options', entries: [{ key: '', spec: { tags: ['a', 'b'], open: true } }] },
    {
      scope: instance,
      name: 'bells',
      entries: [
        { key: 'a', spec: { name: 'a', url: 'u', token: new Secret({ type: 'env', name: 'TOKEN' }) } },
        { key: 'b', spec: { name: 'b', url: 'u', token: new Secret({ type: 'text', at: 'x' }, 'hunter2') } },
      ],
    },
  ];
  expect(writeConfig(sections, fakeKinds, ['Exported.', 'Look through it.'])).toMatchInlineSnapshot(`
    "# Exported.
    # Look through it.

    version: 1
    instance:
      options:
        open: true
        tags: [ a, b ]
      bells:
        a:
          url: u
          token: { env: TOKEN }
        b:
          url: u
          token: { env: BELL_B_TOKEN } # set this variable: what is a secret, or may be one, is not written here
    groups:
      team:
        title: yes
        people:
          Ann: high
          bob:
            level: low
            until: 2030-01-01
        links:
          - provider: main
            cn: staff
        bells: {}
    "
  `);
});

test('a secret that has to be there gets the name of a variable, each its own', () => {
  const keyed = fakeKinds.map((kind) =>
    kind.section === 'bells' ? { ...kind, schema: { ...kind.schema, required: ['token'] } } : kind,
  );
  const entries = ['a-b', 'a_b'].map((name) => ({ key: name, spec: { name, url: 'u' } }));
  const text = writeConfig([{ scope: { type: 'group', path: 'the/team' }, name: 'bells', entries }], keyed);
  expect(parse(text)).toMatchObject({
    groups: {
      'the/team': {
        bells: {
          'a-b': { url: 'u', token: { env: 'THE__TEAM_BELL_A_B_TOKEN' } },
          a_b: { url: 'u', token: { env: expect.stringMatching(/^THE__TEAM_BELL_A_B_TOKEN_[0-9A-F]{6}$/) as string } },
        },
      },
    },
  });
});

test('no two groups get one name for a secret, though each is written on its own', () => {
  const bells = fakeKinds.find(({ section }) => section === 'bells');
  if (bells === undefined) throw new Error('there are no bells');
  const nameIn = (path: string): string =>
    environmentNames().nameSecret(bells, { type: 'group', path }, 'ci', ['token']);
  const paths = ['a-b', 'a_b', 'a.b', 'A-b', 'a/b', 'a/b-c', 'a-b/c', 'a/b/c', 'a_b/c', '1/a', 'secret-1/a'];
  expect(new Set(paths.map(nameIn)).size).toBe(paths.length);
  expect(nameIn('a-b/c')).toBe('A_B__C_BELL_CI_TOKEN');
  expect(nameIn('a_b')).toBe(nameIn('a_b'));
  for (const path of paths) expect(nameIn(path)).toMatch(/^[A-Z][A-Z0-9_]*$/);
});

const text = fc.oneof(
  fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme' }),
  fc.constantFrom(
    'yes',
    '12',
    '0o7',
    'null',
    '<<',
    '*a',
    '&b',
    '#c',
    'a: b',
    'a\nb',
    ' a ',
    '- x',
    '---',
    '__proto__',
    '\t',
    '2030-01-01',
    '~',
    '\u009b31m\u0007',
    'r\u202el\u2066 of\u061c',
    'cr\rlf\r\n\u0085',
    'line\u2028\nparagraph\u2029',
    '\ufeffbom\u200b\u{e0041}',
    'half \ud800 and \uffff',
    '\u202e" \\u202e',
    `${'to be folded\n'.repeat(2)}\u001b[31m`,
  ),
);
const secret = text.map((name) => new Secret({ type: 'env', name }));
const bell = fc.record(
  { url: text, token: secret, headers: fc.dictionary(text, secret, { maxKeys: 3 }), key: secret },
  { requiredKeys: ['url'] },
);
const person = fc.record(
  { level: fc.constantFrom('low', 'high'), post: text, until: fc.constant('2030-01-01') },
  { requiredKeys: ['level'] },
);
const post = fc.record({ base: text });
const options = fc.record(
  { open: fc.boolean(), limit: fc.integer({ min: 1, max: 9 }), tags: fc.array(text) },
  { requiredKeys: [] },
);
const group = fc.record({ title: text, colour: fc.constantFrom('red', 'green') }, { requiredKeys: [] });

function named(name: string, spec: fc.Arbitrary<Attributes>) {
  const entries = fc
    .dictionary(text, spec, { maxKeys: 4 })
    .map((map) => Object.entries(map).map(([key, fields]) => ({ key, spec: { [name]: key, ...fields } })));
  return entries;
}

const configuration = fc
  .record({ options, posts: named('name', post), group, people: named('username', person), bells: named('name', bell) })
  .map((all): WritableSection[] => {
    const team = { type: 'group', path: 'a/b' } as const;
    const instance = { type: 'instance' } as const;
    const people = new Map(
      all.people.map((entry) => [entry.key.toLowerCase(), { ...entry, key: entry.key.toLowerCase() }]),
    );
    return [
      { scope: instance, name: 'options', entries: [{ key: '', spec: all.options }] },
      { scope: instance, name: 'posts', entries: all.posts },
      { scope: instance, name: 'groups', entries: [{ key: 'a/b', spec: { path: 'a/b', ...all.group } }] },
      { scope: team, name: 'people', entries: [...people.values()] },
      { scope: team, name: 'bells', entries: all.bells },
    ];
  });

test('whatever is written loads again as the same', () => {
  fc.assert(
    fc.property(configuration, (sections) => {
      const written = writeConfig(sections, fakeKinds);
      const loaded = reload(written);
      const problems = loaded.diagnostics.filter(({ severity }) => severity === 'error').map(shown);
      expect(problems, written).toEqual([]);
      const again = plain(desiredOf(loaded).sections).map(({ entries }) =>
        entries.map((entry) => ('key' in entry && 'spec' in entry ? { key: entry.key, spec: entry.spec } : entry)),
      );
      const sorted = sections.map(({ entries }) => [...entries].sort((a, b) => (a.key < b.key ? -1 : 1)));
      expect(again).toEqual(sorted);
    }),
    { numRuns: 200, seed: 20_261_120 },
  );
});

test('what nobody would see in the file, or see where it stands, is escaped in it', () => {
  const url =
    '\u001b[31m \u009b31m \u202e \u2066 \u200b \ufeff \u{e0041} \u2028 \ud800 é \u0646\u0645\u06cc\u200c\u062e\u0648 \ud83d\udc69\u200d\ud83d\udcbb';
  const entries = [{ key: 'a\u202eb', spec: { name: 'a\u202eb', url } }];
  const written = writeConfig([{ scope: { type: 'instance' }, name: 'bells', entries }], fakeKinds);
  const escapes = String.raw`\e[31m \u009B31m \u202E \u2066 \u200B \uFEFF \U000E0041 \u2028 \ud800`;
  expect(written).toContain(String.raw`    "a\u202Eb":`);
  expect(written).toContain(`url: "${escapes} é ${url.slice(url.indexOf('\u0646'))}"\n`);
  expect(parse(written)).toEqual({ version: 1, instance: { bells: { 'a\u202eb': { url } } } });
});
