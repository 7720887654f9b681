import { expect, test } from 'vitest';
import { find } from '../../src/engine/review/filters.ts';
import { company, person, review } from './stage.ts';

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();

test('who used a token that was revoked or has ended since was there; only who is looked for by that costs two reads more', async () => {
  const { gitlab, ids } = await company();
  const { tokens, users } = gitlab.sandbox.platform.state;
  const spend = async (username: string, row: object): Promise<void> => {
    const made = await gitlab.post(`/users/${ids[username] ?? 0}/personal_access_tokens`, {
      ...{ name: 'own', scopes: ['api'], expires_at: daysAgo(-9).slice(0, 10) },
    });
    expect(made.status).toBe(201);
    const token = tokens.all().find(({ user_id: user }) => user === ids[username]);
    if (token === undefined) throw new Error('no token');
    tokens.update(token, row);
  };
  for (const row of users.all()) users.update(row, { created_at: daysAgo(400) });
  await spend('dev', { revoked: true, last_used_at: daysAgo(2) });
  await spend('guest', { expires_at: daysAgo(1).slice(0, 10), last_used_at: daysAgo(2) });
  await spend('late', { expires_at: daysAgo(0).slice(0, 10), last_used_at: daysAgo(2) });
  await spend('lent', { revoked: true, last_used_at: daysAgo(100) });
  const { review: all, requests } = await review(gitlab, gitlab.token, [], undefined, 90);
  const found = find(all.people, { dormant: 90 }, all.day).people.map(({ username }) => username);
  expect(found).toEqual(expect.arrayContaining(['above', 'lent']));
  expect(found.filter((name) => ['dev', 'guest', 'late'].includes(name))).toEqual([]);
  // A token that is good no longer is nobody's access.
  expect(person(all, 'dev').tokens).toEqual([]);
  const asked = (made: readonly string[]): number => made.filter((one) => one.includes('last_used_after')).length;
  expect(asked(requests)).toBe(2);
  expect(asked((await review(gitlab, gitlab.token)).requests)).toBe(0);
});
