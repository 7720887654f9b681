import { expect, test } from 'vitest';
import { idOf } from '../sandbox/client.ts';
import { access, company, person, refusal, review } from './stage.ts';

/** The paths without their queries. */
const plain = (requests: readonly string[]): readonly string[] => requests.map((one) => one.split('?')[0] ?? '');

test('an owner of a group is told of it alone, and what is for administrators is left out and told to be', async () => {
  const { gitlab, group } = await company();
  const olga = gitlab.as('olga');
  const bot = await gitlab.post(`/groups/${group['acme'] ?? 0}/access_tokens`, {
    ...{ name: 'ci', scopes: ['read_api'], access_level: 30, expires_at: '2027-06-01' },
  });
  expect(bot.status).toBe(201);
  const { review: own, requests } = await review(gitlab, olga.token, ['group[acme]**']);
  expect(own.looked).toEqual({ groups: 3, projects: 1 });
  expect(access(person(own, 'dev'))).toEqual(['group[acme] 30 direct', 'group[acme/web] 40 direct']);
  // That far and ops are invited is told to nobody who does not see them; whoever comes from there is.
  expect(own.people.map(({ username }) => username.replace(/_[0-9a-f]+$/, ''))).toEqual([
    ...['dev', 'gone', `group_${group['acme'] ?? 0}_bot`, 'guest', 'late', 'lent', 'nested', 'olga', 'root'],
  ]);
  expect(person(own, 'dev')).toMatchObject({
    admin: undefined,
    twoFactor: undefined,
    billable: true,
    lastActivity: null,
  });
  expect(own.people.find(({ nature }) => nature === 'bot')).toMatchObject({
    billable: false,
    tokens: [{ name: 'ci', scopes: ['read_api'], place: { type: 'group', path: 'acme' }, ends: '2027-06-01', age: 0 }],
  });
  expect(own.left.map(({ part, because }) => [part, because])).toEqual([
    ['people', 'administrator'],
    ['activity', 'administrator'],
    ['personal-tokens', 'administrator'],
    ['hidden-groups', 'owner'],
  ]);
  // Only where a bot is a member are there tokens, and nobody is asked for one by one.
  const asked = plain(requests);
  expect(asked.filter((one) => one.endsWith('/access_tokens'))).toEqual(['GET /groups/acme/access_tokens']);
  expect(asked.filter((one) => /^GET \/(users|personal_access_tokens)/.test(one))).toEqual([]);
});

test('what is kept back is told with the status, and taken for no answer', async () => {
  const { gitlab } = await company({ tier: 'free' });
  const { review: all } = await review(gitlab, gitlab.token, [], ({ path }) =>
    /\/groups\/ops\/members|\/api\/graphql|personal_access_tokens\?nope/.test(path) ? refusal(403) : undefined,
  );
  expect(all.left).toContainEqual({ part: 'memberships', because: 'refused', status: 403, places: ['group[ops]'] });
  expect(all.left).toContainEqual({ part: 'events', because: 'refused', status: 403 });
  expect(all.people.some(({ username }) => username === 'above')).toBe(true);
  expect(access(person(all, 'above'))).toEqual([]);
});

test('what a batch does not show is read of its group: custom roles, and what a directory keeps', async () => {
  const { gitlab, ids, group } = await company({ ldapProviders: ['ldapmain'] });
  const role = idOf(
    await gitlab.post('/member_roles', { name: 'auditor-of-code', base_access_level: 20, read_code: true }),
  );
  const far = group['far'] ?? 0;
  await gitlab.post(`/groups/${far}/members`, { user_id: ids['loose'] ?? 0, access_level: 20, member_role_id: role });
  await gitlab.post(`/groups/${group['acme/web/ui'] ?? 0}/saml_group_links`, {
    saml_group_name: 'ui',
    access_level: 10,
  });
  const { members } = gitlab.sandbox.platform.state;
  await gitlab.post(`/groups/${group['ops'] ?? 0}/ldap_group_links`, {
    provider: 'ldapmain',
    cn: 'ops',
    group_access: 30,
  });
  const row = members.all().find(({ source_id: at, user_id: user }) => at === group['ops'] && user === ids['above']);
  if (row === undefined) throw new Error('no member');
  members.update(row, { ldap: true });
  const { review: all, requests } = await review(gitlab, gitlab.token);
  expect(person(all, 'loose').access.at(-1)?.ways).toMatchObject([{ level: 20, role: 'auditor-of-code' }]);
  expect(person(all, 'above').access.at(-1)?.ways).toMatchObject([{ directory: 'kept' }]);
  expect(person(all, 'guest').access[0]?.ways).toMatchObject([{ links: ['group[acme/web/ui]/saml_link[ui]'] }]);
  const byRest = plain(requests).filter((one) => one.endsWith('/members'));
  expect(byRest).toContain('GET /groups/ops/members');
  // No others have anybody at the level on which the only role stands.
  expect(byRest).toContain('GET /groups/far/members');
  expect(byRest).not.toContain('GET /groups/acme/members');
});

test('a review takes no more requests than it says, and a list for many rather than one for each', async () => {
  const { gitlab, group, ids } = await company();
  const { groups, members } = gitlab.sandbox.platform.state;
  const [like] = groups.all();
  const [member] = members.all();
  if (like === undefined || member === undefined) throw new Error('no group');
  for (let at = 0; at < 230; at++) {
    const path = `many-${at}`;
    const row = groups.insert({ ...like, name: path, path, full_path: `acme/${path}`, parent_id: group['acme'] ?? 0 });
    members.insert({ ...member, source_type: 'group', source_id: row.id, user_id: ids['dev'] ?? 0, access_level: 50 });
  }
  const { review: all, requests, expected } = await review(gitlab, gitlab.token);
  expect(all.looked.groups).toBe(238);
  expect(person(all, 'dev').access).toHaveLength(232);
  const reads = requests.filter((one) => !one.includes('audit_events') && !/\/users\/\d/.test(one));
  expect(reads.length).toBeLessThanOrEqual(expected);
  expect(requests.length).toBeLessThan(40);
  expect(requests.every((one) => one.startsWith('GET '))).toBe(true);
});
