import { describe, expect } from 'vitest';
import { textOf, type JsonObject } from './ground/api.ts';
import { api, scenario } from './ground/ground.ts';
import { person, place } from './ground/place.ts';
import { program } from './ground/program.ts';

const PERMISSIONS = { permissions: ['read_vulnerability'] };

/** A live role, and somebody in a group that no configuration declares who has it. */
async function held(): Promise<{
  readonly name: string;
  readonly role: number;
  readonly username: string;
  readonly group: string;
}> {
  const here = await place();
  const role = Number(
    (
      await api.post('/member_roles', {
        ...{ name: here.name, base_access_level: 20, read_vulnerability: true },
      })
    ).object['id'],
  );
  const { id: user, username } = await person('holder');
  await api.post(`/groups/${here.id}/members`, { user_id: user, access_level: 20, member_role_id: role });
  return { name: here.name, role, username, group: here.path };
}

const rolesNamed = async (name: string): Promise<readonly JsonObject[]> =>
  (await api.get('/member_roles')).list.filter((role) => textOf(role['name']).startsWith(name));

describe('a custom role that somebody in an undeclared group has', () => {
  for (const [word, entry] of [
    ['replaced', { base: 'developer', ...PERMISSIONS }],
    ['removed', { state: 'absent' }],
  ] as const)
    scenario(
      `11.3.18: is not ${word}: the plan says that it is held, and nothing is renamed`,
      { tier: 'ultimate' },
      async () => {
        const { name, role } = await held();
        const keelson = program();
        keelson.want({ instance: { member_roles: { [name]: entry } } });
        const { status, out, err } = await keelson.run('apply', '--auto-approve');
        expect(status, out).not.toBe(0);
        expect(err).toMatch(/keelson\.yaml:\d+/);
        expect(err).toContain(name);
        expect(await rolesNamed(name)).toMatchObject([{ id: role, name, base_access_level: 20 }]);
      },
    );

  scenario('11.3.18: is replaced in one go where all who have it are declared', { tier: 'ultimate' }, async () => {
    const { name, role, username, group } = await held();
    const keelson = program();
    keelson.want({
      instance: { member_roles: { [name]: { base: 'developer', ...PERMISSIONS } } },
      groups: { [group]: { members: { [username]: { role: name } } } },
    });
    await keelson.apply();
    expect(await keelson.plan()).toEqual([]);
    const [now, ...more] = await rolesNamed(name);
    expect(more).toEqual([]);
    expect(now?.['id']).not.toBe(role);
  });
});
