import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { kinds } from '../../../src/kinds/index.ts';
import type { Change } from '../../../src/model.ts';
import type { Reason } from '../../../src/reason.ts';
import { inBlocks } from '../../../src/report/by-scope.ts';
import { changeText } from '../../../src/report/change-text.ts';
import { paragraphs } from '../../../src/report/paragraphs/likeness.ts';
import { plural } from '../../../src/report/paragraphs/subject.ts';
import { plainPaint } from '../../../src/report/paint.ts';
import { planText } from '../../../src/report/plan-text.ts';
import { width } from '../../../src/report/width.ts';
import { change, plan } from '../sample-plan.ts';
import { toldOf } from './told-again.ts';
import { kindsByName } from '../../../src/engine/kinds.ts';

const byName = kindsByName(kinds);

const paint = plainPaint;
const text = (changes: readonly Change[], columns?: number): string =>
  planText(plan({ changes }), 1, { kinds: byName, paint, ...(columns !== undefined && { columns }) });
const place = (line: number) => ({ file: 'keelson.yaml', line, column: 3 });
const groups = ['a', 'b', 'c', 'd'];

describe('changes that are alike in many scopes', () => {
  test('are one paragraph with the list of groups', () => {
    const changes = groups.map((name, index) =>
      change({
        address: `group[${name}]`,
        action: 'update',
        reason: { code: 'differs', fields: ['visibility'] },
        fields: [{ path: 'visibility', from: 'internal', to: 'private' }],
        place: place(index + 4),
      }),
    );
    const other = change({
      address: 'group[e]',
      action: 'update',
      reason: { code: 'differs', fields: ['visibility'] },
      fields: [{ path: 'visibility', from: 'public', to: 'private' }],
      place: place(9),
    });
    expect(text([...changes, other])).toMatchInlineSnapshot(`
      "Plan for https://gitlab.example.com (GitLab 18.9.2-ee)

      In 4 groups, alike
        ~ group: visibility differs; it takes access away
            visibility  internal → private
          ~ group[a]  (keelson.yaml:4:3)
          ~ group[b]  (keelson.yaml:5:3)
          ~ group[c]  (keelson.yaml:6:3)
          ~ group[d]  (keelson.yaml:7:3)

      group[e]
        ~ group[e]: visibility differs; it takes access away  (keelson.yaml:9:3)
            visibility  public → private

      Plan: 0 to create, 5 to update, 0 to replace, 0 to delete; 40 unchanged
      1 read made, 0 writes to come; checksum f7cd79c275f2
      "
    `);
  });

  test('name who it is about where that differs, and where it is one thing, that', () => {
    const members = groups.flatMap((name) => [
      change({
        address: `group[${name}]/member[ann]`,
        action: 'create',
        fields: [{ path: 'access_level', from: undefined, to: 'guest' }],
      }),
      change({
        address: `group[${name}]/member[ben, jr]`,
        action: 'create',
        fields: [{ path: 'access_level', from: undefined, to: 'guest' }],
      }),
    ]);
    const hooks = groups.map((name) => change({ address: `group[${name}]/hook[ci]`, action: 'create' }));
    expect(text([...members, ...hooks])).toMatchInlineSnapshot(`
      "Plan for https://gitlab.example.com (GitLab 18.9.2-ee)

      In 4 groups, alike
        + 8 members: declared, and not there
            access_level  guest
          group[a]: ann, "ben, jr"; group[b]: ann, "ben, jr"; group[c]: ann, "ben, jr"; group[d]: ann,
          "ben, jr"

      In 4 groups, alike
        + hook[ci]: declared, and not there
          group[a], group[b], group[c], group[d]

      Plan: 12 to create, 0 to update, 0 to replace, 0 to delete; 40 unchanged
      1 read made, 0 writes to come; checksum 7910c7ed925f
      "
    `);
  });

  test('have a line each where they take something away: every removal is named with its place', () => {
    const fields = [{ path: 'access_level', from: 'maintainer', to: undefined }];
    const removals = groups.map((name, index) =>
      change({
        address: `group[${name}]/member[eve]`,
        action: 'delete',
        reason: { code: 'absent' },
        fields,
        place: place(index),
      }),
    );
    const lower = groups.map((name, index) =>
      change({
        address: `group[${name}]/member[bob]`,
        action: 'update',
        reason: { code: 'differs', fields: ['access_level'] },
        fields: [{ path: 'access_level', from: 'owner', to: 'developer' }],
        place: place(index + 10),
      }),
    );
    expect(text([...lower, ...removals])).toMatchInlineSnapshot(`
      "Plan for https://gitlab.example.com (GitLab 18.9.2-ee)

      In 4 groups, alike
        ~ member[bob]: access_level differs; it takes access away
            access_level  owner → developer
          ~ group[a]/member[bob]  (keelson.yaml:10:3)
          ~ group[b]/member[bob]  (keelson.yaml:11:3)
          ~ group[c]/member[bob]  (keelson.yaml:12:3)
          ~ group[d]/member[bob]  (keelson.yaml:13:3)

      In 4 groups, alike
        - member[eve]: declared absent
            access_level  maintainer
          - group[a]/member[eve]  (keelson.yaml:0:3)
          - group[b]/member[eve]  (keelson.yaml:1:3)
          - group[c]/member[eve]  (keelson.yaml:2:3)
          - group[d]/member[eve]  (keelson.yaml:3:3)

      Plan: 0 to create, 4 to update, 0 to replace, 4 to delete; 40 unchanged
      1 read made, 0 writes to come; checksum 3266a5ec9a29
      "
    `);
  });

  test('stand by themselves with every call shown, and where there are few', () => {
    const changes = groups.map((name) => change({ address: `group[${name}]/hook[ci]`, action: 'create' }));
    expect(planText(plan({ changes }), 1, { kinds: byName, paint, verbose: true })).not.toContain('alike');
    expect(text(changes.slice(0, 2))).not.toContain('alike');
    expect(text(changes.slice(0, 3))).toContain('In 3 groups, alike');
  });
});

test('a long plan ends with totals by kind and by scope', () => {
  const changes = Array.from({ length: 40 }, (_, index) => [
    change({ address: `group[g${index % 14}]/member[m${index}]`, action: index % 9 === 0 ? 'delete' : 'create' }),
    change({ address: `project[g${index % 3}/p]/hook[h${index}]`, action: 'create' }),
  ]).flat();
  const all = text([...changes, change({ address: 'instance/settings', action: 'update' })]);
  expect(all.slice(all.indexOf('By kind'))).toMatchInlineSnapshot(`
    "By kind
      member    35 to create, 5 to delete
      hook      40 to create
      settings  1 to update

    By scope, with all below
      group[g0]  16 to create, 1 to delete
      group[g1]  16 to create
      group[g2]  16 to create
      group[g3]  3 to create
      group[g4]  2 to create, 1 to delete
      group[g5]  3 to create
      group[g6]  3 to create
      group[g7]  3 to create
      group[g8]  2 to create, 1 to delete
      group[g9]  2 to create, 1 to delete
      and 11 changes in 5 others

    Plan: 75 to create, 1 to update, 0 to replace, 5 to delete; 40 unchanged
    1 read made, 0 writes to come; checksum 539887ac7e5a
    "
  `);
});

test('the plural of every kind is the name of its section', () => {
  const several = kinds.filter(({ shape }) => shape.type !== 'single');
  expect(several.map(({ singular }) => plural(singular))).toEqual(several.map(({ section }) => section));
});

/** Few names and values, so that many changes are alike; some of them names that lists could lose themselves in. */
const keys = ['ann', 'ben', 'a, b', 'a; b', 'group[x]:y', '"q"', ' blank', 'true', '12', '名前', 'x]', '- a'];
const scopes = [
  'instance',
  ...['a', 'a/b', 'a/b/c', 'd', '蔵/🚀'].map((path) => `group[${path}]`),
  'project[a/p]',
  'project[d/p]',
];
const reasons: readonly Reason[] = [
  { code: 'missing' },
  { code: 'absent' },
  { code: 'differs', fields: ['x'] },
  { code: 'differs', fields: ['x', 'y'] },
  { code: 'handed-down', fields: ['x'], from: 'group[a]' },
];
const values = [
  undefined,
  null,
  true,
  false,
  '',
  'true',
  'one',
  'long '.repeat(90),
  `${'long '.repeat(90)}end`,
  ['a', 'b'],
  ['b'],
  [23],
  23,
  { a: 1 },
];
const field = fc.record({
  path: fc.constantFrom('x', 'y', 'access_level', 'a.very.long.name.of.a.field.indeed'),
  from: fc.constantFrom(...values),
  to: fc.constantFrom(...values),
});
/** Of each shape there are many changes, at other addresses. */
const changesArbitrary = fc
  .array(
    fc.record({
      shape: fc.record({
        noun: fc.constantFrom('member', 'hook', 'protected_branch', 'settings', undefined),
        action: fc.constantFrom('create', 'update', 'replace', 'delete'),
        reason: fc.constantFrom(...reasons),
        fields: fc.array(field, { maxLength: 2 }),
      }),
      at: fc.uniqueArray(fc.record({ scope: fc.constantFrom(...scopes), key: fc.constantFrom(...keys) }), {
        selector: ({ scope, key }) => `${scope} ${key}`,
        maxLength: 14,
      }),
      needs: fc.array(fc.nat(), { maxLength: 4 }),
      lines: fc.array(fc.nat(), { maxLength: 3 }),
    }),
    { maxLength: 8 },
  )
  .map((rows) => {
    const known = new Map<string, Change>();
    for (const { shape, at, needs, lines } of rows)
      for (const [index, { scope, key }] of at.entries()) {
        const { noun, ...rest } = shape;
        const address =
          noun === undefined ? scope : noun === 'settings' ? `${scope}/settings` : `${scope}/${noun}[${key}]`;
        const before = [...known.keys()];
        const needed = needs.flatMap((need) => before[(need + index) % Math.max(1, before.length)] ?? []);
        const line = lines[index % 3];
        if (!known.has(address))
          known.set(
            address,
            change({ ...rest, address, needs: needed, ...(line !== undefined && { place: place(line) }) }),
          );
      }
    return [...known.values()];
  });

test('whatever is told together, everything that is printed of each change is found again', () => {
  fc.assert(
    fc.property(changesArbitrary, fc.constantFrom(100, 250), (changes, columns) => {
      const printed = text(changes, columns);
      const told = new Map(toldOf(printed.slice(0, printed.lastIndexOf('\n\nPlan: '))));
      const alone = new Map(
        changes.map((one) => {
          const [scope = ''] = /^(?:instance|(?:group|project)\[[^\]]*\])/.exec(one.address) ?? [];
          const [, only] = toldOf([scope, ...changeText(one, { kinds: byName, paint, columns })].join('\n'))[0] ?? [];
          return [one.address, only] as const;
        }),
      );
      expect(new Map([...told].sort())).toEqual(new Map([...alone].sort()));
    }),
    { numRuns: 300 },
  );
});

test('paragraphs lose nothing, and keep to the order of what is needed and of removals', () => {
  fc.assert(
    fc.property(changesArbitrary, (changes) => {
      const printed = inBlocks(changes, paragraphs(changes)).flatMap((block) => block.changes);
      expect(new Set(printed)).toEqual(new Set(changes));
      expect(printed).toHaveLength(changes.length);
      const removals = (list: readonly Change[]): readonly boolean[] => list.map(({ action }) => action === 'delete');
      expect(removals(printed)).toEqual(removals(changes));
      const at = new Map(printed.map(({ address }, index) => [address, index]));
      for (const [index, { needs }] of printed.entries())
        for (const need of needs) expect(at.get(need)).toBeLessThan(index);
    }),
    { numRuns: 300 },
  );
});

/** A name or an address is not broken, be it behind its sign, or with blanks in quotes or brackets. */
function isOneWord(line: string): boolean {
  const word = line
    .trim()
    .replace(/^(?:-\/\+|[-~]) /, '')
    .replace(/"(?:[^"\\]|\\.)*"|\[[^\]]*\]/g, 'x');
  return !word.includes(' ');
}

test('from 40 columns to 250, no line of values, names or totals is wider, unless it is one word', () => {
  fc.assert(
    fc.property(changesArbitrary, fc.integer({ min: 40, max: 250 }), (changes, columns) => {
      const lines = text(changes, columns)
        .split('\n')
        .filter((line) => (line.startsWith('    ') && !line.startsWith('      (')) || /^ {2}\w/.test(line));
      for (const line of lines) if (width(line) > columns) expect(isOneWord(line), `in ${columns}: ${line}`).toBe(true);
    }),
    { numRuns: 300 },
  );
});
