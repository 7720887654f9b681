import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ground, HOURS, TEAMS, yaml, type Ground } from './ground.ts';

const FILE = '.keelson/last-look.json';

/** Changes the kept look, with a checksum that fits. */
function forge({ keelson }: Ground, change: (look: { [part: string]: unknown }) => void): void {
  const [, body = ''] = readFileSync(join(keelson.folder, FILE), 'utf8').split('\n');
  const look = JSON.parse(body) as { [part: string]: unknown };
  change(look);
  const text = JSON.stringify(look);
  const checksum = createHash('sha256').update(text).digest('hex');
  keelson.write(FILE, `{"format":"keelson/look@1","checksum":"${checksum}"}\n${text}\n`);
}

describe('a look that is none of this run is not believed, and why is told', () => {
  test.each([
    ['url', 'https://other.example.com', 'at another instance, https://other.example.com'],
    ['user', 77, 'with the token of another user'],
    ['keelson', '0.0.1', 'by another version of Keelson, 0.0.1'],
    ['gitlab', '18.8.0-ee', 'was GitLab 18.8.0-ee then'],
  ])('its %s is another', async (field, value, why) => {
    const made = await ground();
    forge(made, (look) => (look['origin'] = { ...(look['origin'] as object), [field]: value }));
    expect((await made.drift('--since', 'last')).look).toMatchObject({
      believed: 0,
      why: expect.stringContaining(why) as unknown,
    });
    made.clock.advance(2 * HOURS);
    // And the new one takes its place.
    expect((await made.drift('--since', 'last')).look.believed).toBe(TEAMS);
  });

  test('it was cut, or edited', async () => {
    const { keelson, drift } = await ground();
    const whole = readFileSync(join(keelson.folder, FILE), 'utf8');
    for (const text of [whole.slice(0, -100), whole.replace('"bob"', '"eve"'), whole.slice(0, 60), '']) {
      keelson.write(FILE, text);
      expect((await drift('--since', 'last')).look).toMatchObject({
        believed: 0,
        why: expect.stringContaining('was cut or edited') as unknown,
      });
    }
  });

  test('there is none', async () => {
    const { drift } = await ground();
    const { look } = await drift('--cache', 'new/look.json');
    expect(look).toMatchObject({ believed: 0, why: 'there is no earlier look in new/look.json' });
  });

  test('it is older than may be believed, by the clock of the platform', async () => {
    const { drift, clock } = await ground();
    expect((await drift('--since', 'last', '--full-after', '3')).look.why).toContain('older than 3 hours');
    clock.advance(23 * HOURS);
    expect((await drift('--since', 'last')).look.believed).toBe(TEAMS);
    clock.advance(2 * HOURS);
    expect((await drift('--since', 'last')).look.why).toContain('older than 24 hours');
    expect((await drift('--since', 'last', '--full-after', '0')).look.believed).toBe(0);
  });

  test('it is of the future', async () => {
    const made = await ground();
    made.clock.advance(-6 * HOURS);
    expect((await made.drift('--since', 'last')).look.believed).toBe(0);
  });
});

test('without a licence, or without the right to read the events of all, everything is read, and nothing is kept', async () => {
  const free = await ground(yaml(), { tier: 'free' });
  expect((await free.drift('--since', 'last')).look.why).toContain('cannot be read (403)');
  const { gitlab, keelson } = await ground();
  const { token } = gitlab.as('alice');
  keelson.write('token', token);
  const { out } = await keelson.run('drift', '--since', 'last', '--token-file', 'token');
  expect(out).toContain('told to administrators alone');
  const again = await keelson.run('drift', '--cache', 'own.json', '--token-file', 'token');
  expect(again.out).toContain('told to administrators alone');
  expect(existsSync(join(keelson.folder, 'own.json'))).toBe(false);
});

test('an event that somebody removes from the database makes everything be read', async () => {
  const { gitlab, people, drift, clock } = await ground();
  for (const team of [2, 4])
    await gitlab.put(`/groups/team-${team}/members/${people['bob'] ?? 0}`, { access_level: 40 });
  const { state } = gitlab.sandbox.platform;
  const [hidden] = state.auditEvents.all().slice(-2);
  if (hidden !== undefined) state.auditEvents.remove(hidden);
  clock.advance(HOURS / 2);
  const { look, addresses } = await drift('--since', 'last');
  expect(look).toMatchObject({ believed: 0, why: expect.stringContaining('there is no audit event') as unknown });
  expect(addresses).toHaveLength(2);
});

describe('what happens beside a group is seen in it', () => {
  test('somebody is renamed', async () => {
    const { gitlab, people, drift } = await ground();
    await gitlab.put(`/users/${people['bob'] ?? 0}`, { username: 'robert' });
    expect((await drift('--since', 'last')).addresses).toHaveLength(2 * TEAMS);
  });

  test('somebody is removed, and goes in the background later', async () => {
    const { gitlab, people, drift, clock } = await ground(yaml(), { backgroundDelay: 8 * HOURS });
    await gitlab.delete(`/users/${people['bob'] ?? 0}`);
    clock.advance(HOURS / 10);
    expect(await drift('--since', 'last')).toMatchObject({ status: 0, look: { believed: 0 } });
    clock.advance(3 * HOURS);
    expect(await drift('--since', 'last')).toMatchObject({ status: 0, look: { believed: 0 } });
    clock.advance(6 * HOURS);
    expect((await drift('--since', 'last')).addresses).toHaveLength(TEAMS);
  });

  test('somebody was removed shortly before the first look, and goes after it', async () => {
    const { gitlab, people, drift, clock } = await ground(yaml(), { backgroundDelay: 8 * HOURS });
    await gitlab.delete(`/users/${people['bob'] ?? 0}`);
    clock.advance(HOURS / 10);
    await drift('--cache', 'first.json');
    clock.advance(9 * HOURS);
    expect((await drift('--cache', 'first.json')).addresses).toHaveLength(TEAMS);
  });

  test('a group moves, which no event tells', async () => {
    const { gitlab, drift } = await ground();
    const to = await gitlab.group('above');
    await gitlab.post(`/groups/team-1/transfer`, { group_id: to });
    const since = await drift('--since', 'last');
    expect(since.addresses).toEqual((await drift()).addresses);
    expect(since.addresses).toContain('group[team-1]');
  });

  test('a group is replaced by another one at its path', async () => {
    const { gitlab, drift } = await ground();
    await gitlab.put('/groups/team-1', { path: 'gone' });
    await gitlab.group('team-1', { visibility: 'private' });
    const since = await drift('--since', 'last');
    expect([...since.addresses].sort()).toEqual([...(await drift()).addresses].sort());
    expect(since.addresses).toContain('group[team-1]/member[bob]');
  });

  test('a membership ends', async () => {
    const text = yaml(
      '  soon: { members: { alice: owner, bob: { access_level: developer, expires_at: 2040-01-02 } } }\n',
    );
    const { drift, clock } = await ground(text);
    expect((await drift('--since', 'last')).look.believed).toBe(TEAMS + 1);
    clock.advance(Date.parse('2040-01-02T01:00:00Z') - clock.now().getTime());
    const since = await drift('--since', 'last', '--full-after', '900000');
    const whole = await drift();
    expect([since.addresses, since.status]).toEqual([whole.addresses, whole.status]);
  });
});

test.each([
  ['a directory', 'ldap_links: [{ provider: ldapmain, cn: devs, access_level: developer }]'],
  ['a provider at sign-in', 'saml_links: { devs: developer }'],
])('the members of a group that are kept by %s are read every time', async (_, links) => {
  const { drift } = await ground(yaml(`  linked: { members: { alice: owner }, ${links} }\n`));
  expect((await drift('--since', 'last')).look.believed).toBe(TEAMS);
});

test('a part of the configuration leaves what it has not looked at as it was', async () => {
  const { drift, gitlab, people, clock } = await ground();
  await gitlab.put(`/groups/team-3/members/${people['bob'] ?? 0}`, { access_level: 40 });
  expect((await drift('--since', 'last', '--target', 'group[team-1]**')).look).toMatchObject({ believed: 1 });
  clock.advance(2 * HOURS);
  const { look, addresses } = await drift('--since', 'last');
  expect(look.believed).toBe(TEAMS - 1);
  expect(addresses).toEqual(['group[team-3]/member[bob]']);
});
