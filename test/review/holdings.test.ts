import { expect, test } from 'vitest';
import { pathsAbove } from '../../src/base/scope-path.ts';
import type { Review } from '../../src/engine/review/review.ts';
import { access, company, person, refusal, review } from './stage.ts';

const UNASKED = /^GET \/api\/graphql/;

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** What everybody has in a place by a review: what is held there, or what is handed down from the nearest group above that has more. */
function effective({ people }: Review, type: string, path: string): { readonly [username: string]: number } {
  const found = people.flatMap(({ username, access: held }): [string, number][] => {
    const at = (one: string, sort: string): number =>
      held.find(({ place }) => place.path === one && place.type === sort)?.level ?? 0;
    const levels = [at(path, type), ...pathsAbove(path).map((above) => at(above, 'group'))];
    const level = Math.max(0, ...levels);
    return level < 10 ? [] : [[username, level]];
  });
  return Object.fromEntries(found.sort());
}

test('what a review says is what GitLab itself says of everybody in every place', async () => {
  const { gitlab, project } = await company();
  const { review: all } = await review(gitlab, gitlab.token);
  const groups = (await gitlab.get('/groups?per_page=100')).list;
  const places = [
    ...groups.map((row) => ['group', Number(row['id']), textOf(row['full_path'])] as const),
    ['project', project, 'acme/web/api'] as const,
  ];
  expect(places).toHaveLength(9);
  for (const [type, id, path] of places) {
    const rows = (await gitlab.get(`/${type}s/${id}/members/all?per_page=100`)).list;
    // Whoever is blocked is listed all the same, and may do nothing.
    const active = rows.filter(({ state }) => state === 'active');
    const levels = active.map((row): [string, number] => [textOf(row['username']), Number(row['access_level'])]);
    const told = Object.fromEntries(levels.sort());
    expect({ path, people: effective(all, type, path) }).toEqual({ path, people: told });
  }
});

test('each way is told where it begins: direct, by a share with the lower level, and of who is blocked that it gives nothing', async () => {
  const { gitlab, soon } = await company();
  const { review: all } = await review(gitlab, gitlab.token);
  expect(access(person(all, 'dev'))).toEqual(['group[acme] 30 direct', 'group[acme/web] 40 direct']);
  expect(access(person(all, 'lent'))).toEqual(['group[acme/web] 30 lent', 'group[ops/night] 50 direct']);
  // To a group come no inherited members of the invited one; to a project do, and members of what is invited there.
  expect(access(person(all, 'above'))).toEqual(['group[ops] 30 direct']);
  expect(access(person(all, 'nested'))).toEqual([
    ...['project[acme/web/api] 10 lent', 'group[far] 10 lent', 'group[third] 30 direct'],
  ]);
  expect(access(person(all, 'gone'))).toEqual(['project[acme/web/api] 0 lent', 'group[far] 0 direct']);
  expect(access(person(all, 'loose'))).toEqual([]);
  const [guest] = person(all, 'guest').access;
  expect(guest?.ways[0]).toMatchObject({
    ends: soon,
    by: 'root',
    since: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string,
  });
  const [shared] = person(all, 'lent').access;
  expect(shared?.ways[0]?.share).toEqual({ group: 'ops/night', most: 30, member: 'group[ops/night]' });
  // The audit log tells who invited the group.
  expect(shared?.ways[0]).toMatchObject({ by: 'root' });
  expect(all.left).toEqual([]);
});

test('GraphQL is no more than a cheaper way to the same', async () => {
  const { gitlab } = await company();
  const inBatches = await review(gitlab, gitlab.token);
  const byRest = await review(gitlab, gitlab.token, [], ({ path }) =>
    path.startsWith('/api/graphql') ? refusal(404) : undefined,
  );
  // To the second, as GraphQL tells it; it does not say that who made a group is its owner by their own hand.
  const plain = ({ people }: Review): string =>
    JSON.stringify(people.filter(({ username }) => username !== 'root')).replace(/(T\d\d:\d\d:\d\d)\.\d+Z/g, '$1Z');
  expect(plain(byRest.review)).toBe(plain(inBatches.review));
  expect(byRest.requests.filter((one) => !UNASKED.test(one)).length).toBeGreaterThan(inBatches.requests.length - 8);
  expect(byRest.requests.filter((one) => /\/members\?/.test(one)).length).toBeGreaterThan(6);
  expect(inBatches.requests.filter((one) => /\/members\?/.test(one))).toEqual([]);
});
