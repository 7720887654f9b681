import { describe, expect, onTestFinished } from 'vitest';
import { textOf } from './ground/api.ts';
import { api, ground, scenario } from './ground/ground.ts';
import { person, place } from './ground/place.ts';
import { program } from './ground/program.ts';
import { openWire } from './ground/wire.ts';

const list = (path: string, what: string) => api.get(`/groups/${encodeURIComponent(path)}/${what}?per_page=100`);

describe('members, links and who may change them', () => {
  scenario('11.3.1: members and directory links of one group in one apply', {}, async () => {
    const here = await place();
    const { username } = await person('one');
    const keelson = program();
    const link = { provider: 'ldapmain', cn: 'developers', access_level: 'developer' };
    keelson.want({ groups: { [here.path]: { members: { [username]: 'developer' }, ldap_links: [link] } } });
    await keelson.apply();
    expect(await keelson.plan()).toEqual([]);
    expect((await list(here.path, 'members')).list.map((member) => member['username'])).toContain(username);
  });

  scenario('11.3.1: where a directory link is live the plan says that members cannot be added', {}, async () => {
    const here = await place();
    const { username } = await person('late');
    const keelson = program();
    const link = { provider: 'ldapmain', cn: 'developers', access_level: 'developer' };
    keelson.want({ groups: { [here.path]: { ldap_links: [link] } } });
    await keelson.apply();
    keelson.want({ groups: { [here.path]: { members: { [username]: 'developer' }, ldap_links: [link] } } });
    const { out, err } = await keelson.run('plan');
    expect(`${out}${err}`).toContain(username);
    expect(`${out}${err}`, 'the plan says why').toMatch(/directory|ldap/i);
    const { status } = await keelson.run('apply', '--auto-approve');
    const names = (await list(here.path, 'members')).list.map((member) => member['username']);
    // An instance without that provider does not sync the group, and takes the member.
    expect(names.includes(username)).toBe(status === 0);
  });

  scenario('11.3.8: a username in another case is the same person', {}, async () => {
    const here = await place();
    const { username } = await person('case');
    const keelson = program();
    keelson.want({ groups: { [here.path]: { members: { [username.toUpperCase()]: 'developer' } } } });
    await keelson.apply();
    expect(await keelson.plan()).toEqual([]);
    expect((await list(here.path, 'members')).list.map((member) => member['username'])).toContain(username);
  });

  scenario('11.3.9: SAML links that differ in case are two, and converge', { tier: 'premium' }, async () => {
    const here = await place();
    const keelson = program();
    keelson.want({ groups: { [here.path]: { saml_links: { Devs: 'developer', devs: 'reporter' } } } });
    await keelson.apply();
    expect(await keelson.plan()).toEqual([]);
    expect((await list(here.path, 'saml_group_links')).list.map((link) => link['name']).sort()).toEqual([
      'Devs',
      'devs',
    ]);
  });

  scenario('11.3.15: a member is lowered in a parent and in its child in one go', {}, async () => {
    const here = await place();
    const child = await here.group('child');
    const { username } = await person('lowered');
    // Slow enough that calls which do not wait for each other are under way together.
    const wire = await openWire(ground.url, Number.POSITIVE_INFINITY, 50);
    onTestFinished(() => wire.close());
    const keelson = program({ url: wire.url });
    const wanted = (above: string, below: string): object => ({
      groups: {
        [here.path]: { members: { [username]: above } },
        [`${here.path}/child`]: { members: { [username]: below } },
      },
    });
    keelson.want(wanted('developer', 'maintainer'));
    await keelson.apply();
    keelson.want(wanted('guest', 'reporter'));
    const before = wire.asked.length;
    await keelson.apply();
    const lowered = wire.asked.flatMap((each, index) => {
      const isSent = index >= before && each.startsWith('PUT ') && each.includes('/members/');
      return isSent ? [{ below: each.startsWith(`PUT /api/v4/groups/${child}/`), underway: wire.underway[index] }] : [];
    });
    expect(lowered, 'the parent is first, and the child waits for it').toEqual([
      { below: false, underway: 1 },
      { below: true, underway: 1 },
    ]);
    expect(await keelson.plan()).toEqual([]);
  });

  scenario('own-access: less access for the caller is refused before the first write', {}, async () => {
    const here = await place();
    const owner = await person('self');
    await api.post(`/groups/${here.id}/members`, { user_id: owner.id, access_level: 50 });
    const keelson = program({ token: owner.token });
    keelson.want({ groups: { [here.path]: { members: { [owner.username]: { state: 'absent' } } } } });
    const { status, err } = await keelson.run('apply', '--auto-approve', '--target', `group[${here.path}]**`);
    expect({ status, told: err.includes('own-access') }).toEqual({ status: 3, told: true });
    const rows = (await list(here.path, 'members')).list;
    expect(rows.map((row) => row['username'])).toContain(owner.username);
  });

  scenario('last-owner: a top-level group keeps one', {}, async () => {
    const owners = (await list(ground.root, 'members')).list.filter((row) => row['access_level'] === 50);
    const keelson = program();
    keelson.want({
      groups: {
        [ground.root]: {
          members: Object.fromEntries(owners.map((row) => [textOf(row['username']), { state: 'absent' }] as const)),
        },
      },
    });
    const { status, err } = await keelson.run('apply', '--auto-approve', '--allow-own-access');
    expect({ status, told: err.includes('last-owner') }, err).toEqual({ status: 3, told: true });
    expect((await list(ground.root, 'members')).list).toHaveLength(owners.length);
  });

  scenario('a SAML link is not replaced by one in another case', { tier: 'premium' }, async () => {
    const here = await place();
    await api.post(`/groups/${here.id}/saml_group_links`, { saml_group_name: 'Devs', access_level: 30 });
    const keelson = program();
    keelson.want({ groups: { [here.path]: { saml_links: { devs: 'developer' } } } });
    await keelson.apply();
    expect((await list(here.path, 'saml_group_links')).list.map((link) => link['name']).sort()).toEqual([
      'Devs',
      'devs',
    ]);
  });
});
