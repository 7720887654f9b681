import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import schema from '../../schemas/review.schema.json' with { type: 'json' };
import { plainPaint } from '../../src/report/paint.ts';
import { reviewCsv } from '../../src/report/review/review-csv.ts';
import { reviewJson } from '../../src/report/review/review-json.ts';
import { reviewText } from '../../src/report/review/review-text.ts';
import type { Person, Review, Way } from '../../src/engine/review/review.ts';
import { company, review } from './stage.ts';

const fits = new Ajv2020({ allErrors: true, allowUnionTypes: true }).compile(schema);

const direct: Way = { through: 'direct', level: 30, kept: 30, since: '2026-01-02T03:04:05Z', by: 'root' };
const dora: Person = {
  ...{ id: 7, username: 'dora', name: 'Dora D.', state: 'active', nature: 'person', external: true, twoFactor: false },
  ...{ lastActivity: '2026-10-01', lastSignIn: null },
  access: [
    { place: { type: 'group', path: 'acme' }, level: 30, ways: [direct] },
    {
      place: { type: 'project', path: 'acme/api' },
      level: 30,
      inherited: { level: 30, from: 'group[acme]' },
      ways: [
        {
          ...{ through: 'lent', level: 0, kept: 20, ends: '2026-01-01', idle: 'ended' },
          share: { group: 'ops', most: 20, member: 'group[ops]' },
        },
      ],
    },
  ],
  tokens: [{ name: '=cmd', scopes: ['api'], created: '2026-01-01T00:00:00Z', age: 330, ends: null, lastUsed: null }],
};
const one: Review = {
  target: { url: 'https://gitlab.test', version: '18.9.0' },
  day: '2026-11-27',
  targets: [],
  people: [dora],
  places: [
    { type: 'group', path: 'acme' },
    { type: 'group', path: 'acme/web' },
    { type: 'project', path: 'acme/api' },
  ],
  looked: { groups: 2, projects: 1 },
  left: [{ part: 'seats', because: 'refused', status: 403, places: ['group[acme]'] }],
};
const found = { people: one.people, undecided: [] };

test('a person is a paragraph, in which nothing that is inherited is repeated', () => {
  expect([...reviewText(one, found, plainPaint)].join(''))
    .toBe(`Access on https://gitlab.test (GitLab 18.9.0), on 2026-11-27
1 person and 0 bots and service accounts, in 2 groups and 1 project. Among them: 1 external, 1 without two-factor.

dora (Dora D.), person, external
  last activity 2026-10-01, last sign-in never, two-factor off
  group[acme]: developer, direct, added 2026-01-02 by root
  project[acme/api]: reporter that gives nothing (ended), by a share of group[ops] for at most reporter, as a member of group[ops], until 2026-01-01 (developer all the same, by group[acme])
  token =cmd: api; 330 days old; never used; without an end

Not read in group[acme]: who takes a seat, and their last activity; GitLab answers 403, as it does without the right, the tier or the version.
`);
});

test('a table has a row for each person, place and way, and no cell that a spreadsheet would run', () => {
  const rows = [...reviewCsv(one, found)].join('').split('\r\n');
  const [head = '', ...lines] = rows;
  const columns = head.split(',');
  const cells = lines.filter((line) => line !== '').map((line) => line.split(','));
  expect(cells.every((row) => row.length === columns.length)).toBe(true);
  const shown = (name: string): readonly (string | undefined)[] => cells.map((row) => row[columns.indexOf(name)]);
  expect(shown('place')).toEqual(['group[acme]', 'group[acme/web]', 'project[acme/api]', 'project[acme/api]', '']);
  expect(shown('way')).toEqual(['direct', 'inherited direct', 'inherited direct', 'share', 'token']);
  expect(shown('level')).toEqual(['developer', 'developer', 'developer', 'nothing', '']);
  expect(shown('effective')).toEqual(['developer', 'developer', 'developer', 'developer', '']);
  expect(shown('token').at(-1)).toBe(`"'=cmd"`);
  // What is not shown is empty, and "never" is a word of its own.
  expect([shown('administrator')[0], shown('two_factor')[0], shown('last_sign_in')[0]]).toEqual(['', 'false', 'never']);
});

test.each([
  ['=1+1', `"'=1+1"`],
  ['+1', `"'+1"`],
  ['-1', `"'-1"`],
  ['@sum', `"'@sum"`],
  [' =1', `"' =1"`],
  ['\t=1', `"'\\t=1"`],
  ['a "b", c', '"a ""b"", c"'],
  ['a-b', 'a-b'],
])('the name %j is the cell %s', (name, cell) => {
  const people = [{ ...dora, name, access: [], tokens: [] }];
  expect([...reviewCsv({ ...one, people }, { people, undecided: [] })].at(-1)).toContain(`dora,${cell},person`);
});

test('the JSON fits its schema, and has no key for what is not shown', async () => {
  const { gitlab } = await company();
  const { review: all } = await review(gitlab, gitlab.token);
  for (const shown of [all, one, { ...one, people: [] }]) {
    const document = JSON.parse(
      [...reviewJson(shown, { people: shown.people, undecided: [] }, { dormant: 90 })].join(''),
    ) as {
      readonly people: readonly object[];
    };
    fits(document);
    expect(fits.errors ?? []).toEqual([]);
    expect(document.people).toHaveLength(shown.people.length);
  }
  const text = [...reviewJson(one, found, {})].join('');
  expect(text).toContain('"last_sign_in":null');
  expect(text).not.toContain('"billable"');
});
