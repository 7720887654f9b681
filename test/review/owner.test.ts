import { expect, test } from 'vitest';
import { filteredStatus } from '../../src/commands/reviewing/filtered-status.ts';
import { find } from '../../src/engine/review/filters.ts';
import { access, company, person, refusal, review } from './stage.ts';

test('an owner is told of whoever comes from a group that is hidden, once, at the level that GitLab says', async () => {
  const { gitlab } = await company();
  const olga = gitlab.as('olga');
  const { review: own, requests, expected } = await review(gitlab, olga.token, ['group[acme]**']);
  expect(access(person(own, 'lent'))).toEqual(['group[acme/web] 30 hidden']);
  expect(access(person(own, 'nested'))).toEqual(['project[acme/web/api] 10 hidden']);
  // Who is blocked is listed, and may do nothing.
  expect(access(person(own, 'gone'))).toEqual(['project[acme/web/api] 0 hidden']);
  expect(access(person(own, 'dev'))).toEqual(['group[acme] 30 direct', 'group[acme/web] 40 direct']);
  for (const path of ['/groups/acme', '/groups/acme%2Fweb', '/groups/acme%2Fweb%2Fui', '/projects/acme%2Fweb%2Fapi']) {
    const { list } = await olga.get(`${path}/members/all?per_page=100`);
    const names = new Set<unknown>(own.people.map(({ username }) => username));
    expect(list.filter(({ username }) => !names.has(username))).toEqual([]);
  }
  const reads = requests.filter((one) => !one.includes('audit_events'));
  expect(reads.length).toBeLessThanOrEqual(expected);
});

test('a direct membership hides no higher level that comes from a hidden group, and needs no other way beside a lower one', async () => {
  const { gitlab, group, ids } = await company();
  await gitlab.post(`/groups/${group['ops/night'] ?? 0}/members`, { user_id: ids['guest'] ?? 0, access_level: 30 });
  await gitlab.post(`/groups/${group['ops/night'] ?? 0}/members`, { user_id: ids['dev'] ?? 0, access_level: 30 });
  const { review: own } = await review(gitlab, gitlab.as('olga').token, ['group[acme]**']);
  expect(access(person(own, 'guest'))).toEqual(['group[acme/web] 30 hidden', 'group[acme/web/ui] 10 direct']);
  expect(access(person(own, 'dev'))).toEqual(['group[acme] 30 direct', 'group[acme/web] 40 direct']);
});

test('a membership that has ended hides nothing that comes from a hidden group', async () => {
  const { gitlab, group, ids, soon } = await company();
  const web = group['acme/web'] ?? 0;
  await gitlab.post(`/groups/${web}/members`, { user_id: ids['lent'] ?? 0, access_level: 40, expires_at: soon });
  const { members } = gitlab.sandbox.platform.state;
  const row = members.all().find(({ source_id: at, user_id: user }) => at === web && user === ids['lent']);
  if (row === undefined) throw new Error('no member');
  members.update(row, { expires_at: '2020-01-01' });
  const { review: own } = await review(gitlab, gitlab.as('olga').token, ['group[acme]**']);
  expect(access(person(own, 'lent'))).toEqual(['group[acme/web] 30 hidden', 'group[acme/web] 0 direct']);
});

test('an administrator is shown all ways, and asks no place for everybody', async () => {
  const { gitlab } = await company();
  const { requests } = await review(gitlab, gitlab.token, ['group[acme]**']);
  expect(requests.filter((one) => one.includes('/members/all'))).toEqual([]);
});

test.each([
  ['/groups/acme%2Fweb/members/all', 403, { part: 'everybody', places: ['group[acme/web]'] }],
  ['/groups/acme/descendant_groups', 404, { part: 'groups' }],
  ['/groups/acme/projects', 404, { part: 'projects' }],
  ['/groups/acme/projects', 403, { part: 'projects' }],
  ['/groups/acme', 404, { part: 'groups' }],
])('where GET %s answers %i, it is told, and that nobody was found says nothing', async (path, status, left) => {
  const { gitlab } = await company();
  const { review: own } = await review(gitlab, gitlab.as('olga').token, ['group[acme]**'], (request) =>
    request.path.split('?')[0] === `/api/v4${path}` ? refusal(status) : undefined,
  );
  expect(own.left).toContainEqual({ because: 'refused', status, ...left });
  expect(filteredStatus(own, { people: [], undecided: [] })).toBe(1);
});

test('a filter that finds nobody ends with 0 where nobody can be hidden, and with 1 where members were not read', async () => {
  const { gitlab } = await company();
  const end = async (at: string): Promise<number> => {
    const { review: all } = await review(gitlab, gitlab.token, ['group[acme]**'], ({ path }) =>
      path.includes(at) || path.startsWith('/api/graphql') ? refusal(403) : undefined,
    );
    return filteredStatus(all, find(all.people, { external: true }, all.day));
  };
  // Who invited a group is not known then, and nobody is hidden by it.
  expect(await end('/audit_events')).toBe(0);
  expect(await end('/groups/acme%2Fweb/members')).toBe(1);
  expect(await end('/groups/ops%2Fnight')).toBe(1);
});

test('somebody who is found is reason enough for 2, whatever else was not read', () => {
  const left = [{ part: 'memberships', because: 'refused', status: 403 }] as const;
  const one = { id: 1, username: 'a', state: 'active', nature: 'person', access: [], tokens: [] } as const;
  expect(filteredStatus({ left }, { people: [one], undecided: [] })).toBe(2);
});

test('what answers in place of a group and is none is told as no GitLab', async () => {
  const { gitlab } = await company();
  const answer = review(gitlab, gitlab.as('olga').token, ['group[acme]**'], ({ path }) =>
    path.split('?')[0] === '/api/v4/groups/acme' ? { ...refusal(200), body: { message: 'x' } } : undefined,
  );
  await expect(answer).rejects.toMatchObject({ name: 'ApiError', code: 'not-gitlab' });
});
