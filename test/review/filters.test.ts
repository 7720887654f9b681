import { expect, test } from 'vitest';
import { find, type Filters } from '../../src/engine/review/filters.ts';
import type { Person, Token } from '../../src/engine/review/review.ts';

const TODAY = '2026-11-27';

function somebody(username: string, more: Partial<Person>): Person {
  const known = {
    admin: false,
    external: false,
    twoFactor: true,
    lastActivity: TODAY,
    created: '2020-01-01T00:00:00Z',
  };
  return { ...{ id: 1, username, state: 'active', nature: 'person' }, ...known, access: [], tokens: [], ...more };
}

const token: Token = { name: 'ci', scopes: [], created: '', age: 9, ends: null, lastUsed: '2026-11-01T00:00:00Z' };

const people = [
  somebody('admin', { admin: true }),
  somebody('away', { lastActivity: '2026-08-29' }),
  somebody('blocked', { lastActivity: '2020-01-01', state: 'blocked', twoFactor: false }),
  somebody('bot', { nature: 'bot', lastActivity: null, twoFactor: false, tokens: [token] }),
  somebody('guest', { external: true, twoFactor: false, lastActivity: '2026-01-01' }),
  somebody('hidden', { admin: undefined, external: undefined, twoFactor: undefined, lastActivity: undefined }),
  somebody('lately', { lastActivity: '2026-08-30' }),
  somebody('never', { lastActivity: null, lastSignIn: null }),
  somebody('new', { lastActivity: null, lastSignIn: null, created: '2026-11-20T00:00:00Z' }),
  somebody('spent', { lastActivity: null, spentUse: '2026-11-25T00:00:00Z' }),
  somebody('signed', { lastActivity: '2026-01-01', lastSignIn: '2026-11-01T00:00:00Z' }),
];

test.each<readonly [Filters, readonly string[], readonly string[]]>([
  [{ dormant: 90 }, ['away', 'guest', 'never'], ['hidden']],
  [{ admins: true }, ['admin'], ['hidden']],
  [{ external: true }, ['guest'], ['hidden']],
  // Whoever cannot sign in is none of them: bots, and who is blocked.
  [{ withoutTwoFactor: true }, ['guest'], ['hidden']],
  [{ dormant: 90, external: true, withoutTwoFactor: true }, ['guest'], ['hidden']],
  [{ admins: true, external: true }, [], ['hidden']],
])('%j finds %j, and nobody knows of %j', (filters, found, unknown) => {
  const { people: some, undecided } = find(people, filters, TODAY);
  expect([some, undecided].map((all) => all.map(({ username }) => username))).toEqual([found, unknown]);
});

test('of who was seen lately nobody asks what else is not shown', () => {
  const seen = somebody('seen', { lastActivity: undefined, lastSignIn: '2026-11-01T00:00:00Z' });
  expect(find([seen], { dormant: 90 }, TODAY)).toEqual({ people: [], undecided: [] });
  const long = somebody('long', { lastActivity: undefined, lastSignIn: '2026-01-01T00:00:00Z' });
  expect(find([long], { dormant: 90 }, TODAY)).toEqual({ people: [], undecided: [long] });
});
