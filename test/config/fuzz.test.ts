import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import type { Loaded } from '../../src/config/load.ts';
import { load, loadFiles, plain } from './load.ts';

function expectSense({ desired, diagnostics }: Loaded): void {
  expect(desired === undefined).toBe(diagnostics.some(({ severity }) => severity === 'error'));
  for (const { message, place } of diagnostics) {
    expect(message).not.toMatch(/undefined|\[object|\.$/);
    if (place?.text !== undefined) expect(place.column - 1).toBeLessThanOrEqual(place.text.length);
  }
}

test('bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      expectSense(loadFiles({ 'a.yaml': bytes }));
    }),
    { numRuns: 500, seed: 20_261_120 },
  );
});

const pieces = fc.constantFrom(
  ...[
    'groups',
    'instance',
    'people',
    'bells',
    'token',
    'a',
    'team',
    'low',
    'null',
    '12',
    '1e999',
    '.nan',
    '<<',
    '__proto__',
  ],
  ...[
    ': ',
    ':',
    '- ',
    '? ',
    '{',
    '}',
    '[',
    ']',
    ', ',
    '\n',
    '\n  ',
    '\n    ',
    '\t',
    '#',
    '&x ',
    '*x',
    '!t ',
    '|',
    '>',
    '"',
    "'",
  ],
  ...['---', '...', '%YAML', '@', '\u0000', '\uFEFF', '\r'],
);

test('text that looks like YAML', () => {
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 40 }), (words) => {
      expectSense(load(words.join('')));
    }),
    { numRuns: 3000, seed: 20_261_120 },
  );
});

const words = [
  ...[
    'version',
    'instance',
    'defaults',
    'groups',
    'projects',
    'guards',
    'allow_plain_secrets',
    'options',
    'posts',
    'people',
  ],
  ...[
    'links',
    'bells',
    'prune',
    'state',
    'protect',
    'previously',
    'team',
    'team/sub',
    '**',
    'ann',
    'level',
    'post',
    'until',
  ],
  ...[
    'url',
    'token',
    'headers',
    'env',
    'file',
    'title',
    'colour',
    'note',
    'limit',
    'tags',
    'open',
    'provider',
    'cn',
    'filter',
  ],
];
const name = fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...words) }, { weight: 1, arbitrary: fc.string() });
const scalar = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    1,
    2,
    'low',
    'high',
    'present',
    'absent',
    'red',
    'people',
    'ann',
    '',
    -1,
    0.5,
  ),
  name,
);
const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'large' },
    scalar,
    fc.dictionary(name, tie('tree'), { maxKeys: 5 }),
    fc.array(tie('tree'), { maxLength: 3 }),
  ),
}));

/** Documents that are nearly right, so that all parts of the program see them. */
const entry = fc.oneof(tree, fc.constant('low'), fc.constant({ url: 'u', token: { env: 'T' } }));
const section = fc.dictionary(name, entry, { maxKeys: 3 });
const scope = fc.dictionary(name, fc.oneof(section, tree), { maxKeys: 4 });
const nearlyRight = fc.record(
  {
    instance: scope,
    groups: fc.dictionary(name, scope, { maxKeys: 3 }),
    projects: fc.dictionary(name, scope, { maxKeys: 3 }),
    defaults: fc.record({ groups: fc.dictionary(name, scope, { maxKeys: 2 }) }, { requiredKeys: [] }),
    guards: tree,
  },
  { requiredKeys: [] },
);

test('any document', () => {
  fc.assert(
    fc.property(fc.oneof(tree, nearlyRight), (document) => {
      expectSense(load(stringify(document)));
    }),
    { numRuns: 2000, seed: 20_261_120 },
  );
});

const good = fc.record({
  options: fc.record({ open: fc.boolean(), tags: fc.array(fc.constantFrom('a', 'b')) }, { requiredKeys: [] }),
  people: fc.dictionary(fc.constantFrom('ann', 'bob', 'Eve', '12'), fc.constantFrom('low', 'high', 1, 2)),
  bells: fc.dictionary(fc.constantFrom('x', 'y'), fc.record({ url: fc.constantFrom('u', 'v') })),
  colour: fc.constantFrom('red', 'green'),
  pattern: fc.constantFrom('**', 'team/*', 'team/a', '*/a', 'tea*/a'),
});

test('the order of keys and of files makes no difference', () => {
  fc.assert(
    fc.property(good, good, fc.infiniteStream(fc.nat()), (one, other, random) => {
      const shuffled = (value: unknown): unknown => {
        if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
        const entries = Object.entries(value).map(([key, inner]): [number, [string, unknown]] => [
          Number(random.next().value),
          [key, shuffled(inner)],
        ]);
        return new Map(entries.sort(([a], [b]) => a - b).map(([, pair]) => pair));
      };
      const first = {
        instance: { options: one.options },
        defaults: { groups: { [one.pattern]: { colour: one.colour, people: one.people } } },
        groups: { 'team/a': { people: one.people }, 'team/b': { bells: one.bells, title: 'b' } },
      };
      const second = {
        defaults: {
          groups: {
            [`${other.pattern}x`]: { colour: other.colour },
            '*/*': { colour: other.colour, bells: other.bells },
          },
        },
        groups: { 'team/a': { bells: other.bells, title: 'a' }, 'team/c': { people: other.people } },
      };
      const straight = loadFiles({ 'a.yaml': stringify(first), 'b.yaml': stringify(second) });
      const crooked = loadFiles({ 'a.yaml': stringify(shuffled(second)), 'b.yaml': stringify(shuffled(first)) });
      expect(straight.desired).toBeDefined();
      expect(plain(crooked.desired?.sections ?? [])).toEqual(plain(straight.desired?.sections ?? []));
    }),
    { numRuns: 300, seed: 20_261_120 },
  );
});
