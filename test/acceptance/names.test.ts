import { describe, expect } from 'vitest';
import { textOf, type JsonObject } from './ground/api.ts';
import { api, scenario, type Needs } from './ground/ground.ts';
import { person, place } from './ground/place.ts';
import { program, SECRET } from './ground/program.ts';

/** Things whose names differ in case alone: issue 12, section 3. */
interface Twins {
  readonly what: string;
  readonly needs: Needs;
  readonly sections: JsonObject;
  readonly list: string;
  readonly field: string;
}

const runner = { token_to: { file: 'tokens/one' } };
const hook = { url: 'https://ci.example.com/one' };
const TWINS: readonly Twins[] = [
  {
    ...{ what: 'hooks', needs: { tier: 'premium' }, list: 'hooks', field: 'name' },
    sections: { hooks: { CI: hook, ci: { url: 'https://ci.example.com/two' } } },
  },
  {
    ...{ what: 'runners', needs: {}, list: 'runners?type=group_type', field: 'description' },
    sections: { runners: { CI: runner, ci: { token_to: { file: 'tokens/two' } } } },
  },
  {
    ...{ what: 'directory links', needs: {}, list: 'ldap_group_links', field: 'cn' },
    sections: {
      ldap_links: ['CI', 'ci'].map((cn) => ({ provider: 'ldapmain', cn, access_level: 'developer' })),
    },
  },
];

describe('names are compared as GitLab compares them', () => {
  for (const { what, needs, sections, list, field } of TWINS)
    scenario(`12.3: ${what} that differ in case are two, and converge`, needs, async () => {
      const here = await place();
      const keelson = program();
      keelson.want({ groups: { [here.path]: sections } });
      await keelson.apply();
      expect(await keelson.plan()).toEqual([]);
      const rows = (await api.get(`/groups/${here.id}/${list}`)).list;
      expect(rows.map((row) => row[field]).sort()).toEqual(['CI', 'ci']);
    });

  scenario('12.3: a group in another case is the same group', {}, async () => {
    const here = await place();
    const id = await here.group('infra');
    const keelson = program();
    keelson.want({ groups: { [`${here.path}/Infra`]: { description: 'the same' } } });
    await keelson.apply();
    expect(await keelson.plan()).toEqual([]);
    expect((await api.get(`/groups/${id}`)).object).toMatchObject({ description: 'the same' });
    expect((await api.get(`/groups/${here.id}/subgroups`)).list).toHaveLength(1);
  });

  scenario('12.3: a project in another case is the same project', {}, async () => {
    const here = await place();
    const made = await api.post('/projects', { name: 'App', path: 'App', namespace_id: here.id });
    const { username } = await person('project');
    const keelson = program();
    keelson.want({ projects: { [`${here.path.toUpperCase()}/app`]: { members: { [username]: 'developer' } } } });
    await keelson.apply();
    expect(await keelson.plan()).toEqual([]);
    const rows = (await api.get(`/projects/${textOf(made.object['id'])}/members`)).list;
    expect(rows.map((row) => row['username'])).toContain(username);
  });

  scenario('12.3: the parent of a group in another case is the same parent', {}, async () => {
    const here = await place();
    const id = await here.group('Platform');
    const keelson = program();
    keelson.want({ groups: { [`${here.path}/platform/infra`]: { description: 'below it' } } });
    await keelson.apply();
    expect(await keelson.plan()).toEqual([]);
    expect((await api.get(`/groups/${id}/subgroups`)).list).toHaveLength(1);
    expect((await api.get(`/groups/${here.id}/subgroups`)).list).toHaveLength(1);
  });

  scenario('12.3: a role in another case is the same role, for those who have it', { tier: 'ultimate' }, async () => {
    const here = await place();
    const { username } = await person('role');
    const role = { name: `${here.name} Reviewer`, base_access_level: 20, read_vulnerability: true };
    await api.post('/member_roles', role);
    const keelson = program();
    keelson.want({ groups: { [here.path]: { members: { [username]: { role: role.name.toUpperCase() } } } } });
    const { status } = await keelson.run('apply', '--auto-approve');
    if (status !== 0) {
      // It is another name: then it has to be said, and nobody be given anything.
      expect((await api.get(`/groups/${here.id}/members`)).list.map((row) => row['username'])).not.toContain(username);
      return;
    }
    expect(await keelson.plan()).toEqual([]);
  });

  scenario('12.3: a display name that a sibling has, declared or defaulted, is refused in the plan', {}, async () => {
    const here = await place();
    await here.group('one', { name: 'Taken' });
    const keelson = program();
    for (const groups of [
      { [`${here.path}/two`]: { name: 'taken' } },
      { [`${here.path}/taken`]: {} },
      { [`${here.path}/two`]: { name: 'Same' }, [`${here.path}/same`]: {} },
    ]) {
      keelson.want({ groups });
      const { status, out, err } = await keelson.run('plan');
      expect(status, `${JSON.stringify(groups)}\n${out}`).toBe(1);
      expect(err).toMatch(/keelson\.yaml:\d+/);
    }
    // The platform judges the same.
    const answer = await api.ask('POST', '/groups', { name: 'taken', path: 'two', parent_id: here.id });
    expect(answer.status).toBe(400);
  });

  scenario(
    '12.3: a list with the same entry twice, and a header called constructor, converge',
    { tier: 'premium', version: '17.1' },
    async () => {
      const here = await place();
      const keelson = program();
      keelson.want({
        groups: {
          [here.path]: {
            hooks: { ci: { ...hook, custom_headers: { constructor: { env: SECRET }, toString: { env: SECRET } } } },
            runners: { build: { tags: ['one', 'two', 'one'], token_to: { file: 'tokens/build' } } },
          },
        },
      });
      await keelson.apply();
      expect(await keelson.plan()).toEqual([]);
      const [live] = (await api.get(`/groups/${here.id}/hooks`)).list;
      expect(live?.['custom_headers']).toMatchObject([{ key: 'constructor' }, { key: 'toString' }]);
    },
  );

  scenario('11.3.14: a role that a member has is exported by its name', { tier: 'ultimate' }, async () => {
    const here = await place();
    const { id } = await person('role');
    const role = await api.post('/member_roles', {
      ...{ name: here.name, base_access_level: 20, read_vulnerability: true },
    });
    await api.post(`/groups/${here.id}/members`, {
      ...{ user_id: id, access_level: 20, member_role_id: Number(role.object['id']) },
    });
    expect(await exported(here.path)).toContain(`role: ${here.name}`);
  });

  scenario(
    '11.3.14: two SAML links of one name with different providers are two',
    { tier: 'premium', version: '18.2' },
    async () => {
      const here = await place();
      const link = { saml_group_name: 'devs', access_level: 30 };
      await api.post(`/groups/${here.id}/saml_group_links`, link);
      const { status } = await api.ask('POST', `/groups/${here.id}/saml_group_links`, { ...link, provider: 'saml' });
      expect(status).toBe(201);
      await exported(here.path);
    },
  );
});

/** The configuration of a group, as it is exported; it plans to nothing. */
async function exported(path: string): Promise<string> {
  const keelson = program();
  const { status, out, err } = await keelson.run('export', '--target', `group[${path}]**`);
  expect(status, err).toBe(0);
  keelson.want(out);
  expect(await keelson.plan('--target', `group[${path}]**`)).toEqual([]);
  return out;
}
