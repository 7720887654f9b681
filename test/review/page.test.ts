import { expect, test } from 'vitest';
import type { Person, Review, Way } from '../../src/engine/review/review.ts';
import { everything, finder } from '../../src/report/html/browser/filters.ts';
import type { PageData } from '../../src/report/html/page-data.ts';
import { plainPaint } from '../../src/report/paint.ts';
import { reviewPage } from '../../src/report/review/review-page.ts';
import { reviewText } from '../../src/report/review/review-text.ts';

const owner: Way = { through: 'direct', level: 50, kept: 50 };
const group = { type: 'group', path: 'acme' } as const;
const api = {
  name: 'api',
  scopes: ['api'],
  created: '2026-11-01T00:00:00Z',
  age: 26,
  ends: '2027-01-01',
  lastUsed: null,
};

function somebody(username: string, more: Partial<Person> = {}): Person {
  const shown = { admin: false, external: false, twoFactor: true };
  return { id: 1, username, state: 'active', nature: 'person', ...shown, access: [], tokens: [], ...more };
}

/** Everybody of whom an auditor asks, with a name that says nothing of what they are. */
const people: readonly Person[] = [
  somebody('alma', { admin: true }),
  somebody('bela', { external: true, twoFactor: false, access: [{ place: group, level: 50, ways: [owner] }] }),
  somebody('carl', {
    state: 'blocked',
    access: [{ place: group, level: 0, ways: [{ ...owner, level: 0, idle: 'blocked' }] }],
    tokens: [api],
  }),
  somebody('dina', { admin: true, state: 'deactivated' }),
  somebody('emma'),
  somebody('finn', { nature: 'service account', twoFactor: false, tokens: [api] }),
  somebody('gila', { nature: 'bot', access: [{ place: group, level: 50, ways: [owner] }] }),
  somebody('hugo', { auditor: true }),
];
const review: Review = {
  target: { url: 'https://gitlab.test', version: '18.9.0' },
  day: '2026-11-27',
  targets: [],
  people,
  places: [group],
  looked: { groups: 1, projects: 0 },
  left: [],
};
const found = { people, undecided: [] };

function dataOf(): PageData {
  const text = reviewPage(review, found, { endedAt: '2026-11-27T00:00:00Z', version: '1.2.3' });
  return JSON.parse(/id="data">(.*?)<\/script>/s.exec(text)?.[1] ?? '{}') as PageData;
}

const page = dataOf();
const rows = page.items.map(({ scope, name, deed, reason }) => `${scope}: ${page.words.deeds[deed]} ${name} ${reason}`);

test('who may do nothing is not said to have access, and who may do everything is', () => {
  expect(rows).toEqual([
    'instance: has access alma everything on the instance, as an administrator',
    'instance: no access carl token api: api; 26 days old; never used; until 2027-01-01; gives nothing (blocked)',
    'instance: no access dina everything on the instance, as an administrator, which gives nothing (deactivated)',
    'instance: no access emma to any group or project',
    'instance: no access finn to any group or project',
    'instance: no access finn token api: api; 26 days old; never used; until 2027-01-01',
    'instance: has access hugo everything on the instance to read, as an auditor',
    'group[acme]: has access bela owner',
    'group[acme]: no access carl owner that gives nothing (blocked)',
    'group[acme]: has access gila owner',
  ]);
});

const names = ({ text = '', trait }: { readonly text?: string; readonly trait?: string }): readonly string[] => {
  const chosen = { ...everything.chosen, trait: new Set(trait === undefined ? [] : [trait]) };
  const { shown } = finder(page)({ ...everything, text, chosen });
  return [...new Set(page.items.filter((_, index) => shown[index]).map(({ name }) => name))];
};

test.each([
  ['administrator', ['alma', 'dina']],
  ['auditor', ['hugo']],
  ['external', ['bela']],
  ['blocked', ['carl']],
  ['deactivated', ['dina']],
  ['without two-factor', ['bela']],
])('whoever is %j is found by a search, and by a choice', (what, expected) => {
  expect(names({ text: what })).toEqual(expected);
  expect(names({ trait: what })).toEqual(expected);
});

test('whoever is no person is of one kind to choose by, and searched by what they are', () => {
  expect(names({ trait: 'bot or service account' })).toEqual(['finn', 'gila']);
  expect(names({ text: 'service account' })).toEqual(['finn']);
  expect(names({ text: 'bot' })).toEqual(['gila']);
  expect(names({ text: 'no access' })).toEqual(['carl', 'dina', 'emma', 'finn']);
  expect(new Set(page.items.map(({ kind }) => kind))).toEqual(new Set(['access', 'token']));
});

test('the text says the same of each, and both count whom an auditor asks for', () => {
  const text = [...reviewText(review, found, plainPaint)].join('');
  const sum =
    '6 people and 2 bots and service accounts, in 1 group and 0 projects. Among them: 2 administrators, 1 auditor, 1 blocked, 1 deactivated, 1 external, 4 without access, 1 without two-factor.';
  expect(page.sum).toBe(sum);
  expect(text).toContain(`\n${sum}\n`);
  const paragraph = (username: string): readonly string[] =>
    (text.split('\n\n').find((one) => one.startsWith(`${username},`)) ?? '').split('\n').slice(1);
  expect(paragraph('alma').at(-1)).toBe('  everything on the instance, as an administrator');
  expect(paragraph('dina').at(-1)).toContain(', which gives nothing (deactivated)');
  expect(paragraph('emma').at(-1)).toBe('  no access');
  expect(paragraph('finn').slice(-2)).toEqual([
    '  no access',
    '  token api: api; 26 days old; never used; until 2027-01-01',
  ]);
  expect(paragraph('carl').at(-1)).toContain('; gives nothing (blocked)');
});
