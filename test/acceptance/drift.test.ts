import { describe, expect } from 'vitest';
import { apiOf, isObject, textOf, type Api, type JsonObject } from './ground/api.ts';
import { api, ground, scenario } from './ground/ground.ts';
import { person, place, type Person, type Place } from './ground/place.ts';
import { program, type Program } from './ground/program.ts';

/** A place that is as it is declared, and a second owner of it, with whose token somebody changes things by hand. */
async function drifting(): Promise<{
  readonly here: Place;
  readonly keelson: Program;
  readonly other: Person;
  readonly byHand: Api;
}> {
  const here = await place();
  const other = await person('drifter');
  await api.post(`/groups/${here.id}/members`, { user_id: other.id, access_level: 50 });
  const keelson = program();
  return { here, keelson, other, byHand: apiOf(ground.url, other.token) };
}

describe('drift is told with who made it, and when', () => {
  scenario('11.3.13: a change of a description names who made it, and when', { tier: 'premium' }, async () => {
    const { here, keelson, other, byHand } = await drifting();
    keelson.want({ groups: { [here.path]: { description: 'as declared' } } });
    await keelson.apply();
    await byHand.put(`/groups/${here.id}`, { description: 'changed by hand' });
    const { status, out } = await keelson.run('drift');
    expect(status).toBe(2);
    expect(out).toContain(other.username);
    expect(out).toMatch(/20\d\d-\d\d-\d\d \d\d:\d\d UTC/);
    const told = await touched(keelson, `group[${here.path}]`);
    expect(told).toMatchObject({ author: other.username });
    expect(Math.abs(Date.now() - Date.parse(textOf(told?.['at'])))).toBeLessThan(3_600_000);
  });

  scenario('11.3.13: a member that was added by hand is told with who added it', { tier: 'premium' }, async () => {
    const { here, keelson, other, byHand } = await drifting();
    const added = await person('added');
    keelson.want({ groups: { [here.path]: { members: { [other.username]: 'owner' } } } });
    await byHand.post(`/groups/${here.id}/members`, { user_id: added.id, access_level: 30 });
    const { status, out } = await keelson.run('drift');
    expect(status).toBe(2);
    expect(out).toContain(added.username);
    expect(await touched(keelson, `group[${here.path}]/member[${added.username}]`)).toMatchObject({
      author: other.username,
    });
  });

  scenario(
    '11.3.13: who goes by the username of another as a display name is not taken for them',
    { tier: 'premium' },
    async () => {
      const { here, keelson, other, byHand } = await drifting();
      const [kept, impostor] = [await person('kept'), await person('impostor')];
      for (const { id } of [kept, impostor])
        await api.post(`/groups/${here.id}/members`, { user_id: id, access_level: 30 });
      await api.put(`/users/${impostor.id}`, { name: kept.username });
      const members = { [kept.username]: 'developer', [impostor.username]: 'developer' };
      keelson.want({ groups: { [here.path]: { members } } });
      await keelson.apply();
      // The other is taken out by the owner, and after that, so that it is told of last, the impostor goes of their own will.
      await byHand.delete(`/groups/${here.id}/members/${kept.id}`);
      await apiOf(ground.url, impostor.token).delete(`/groups/${here.id}/members/${impostor.id}`);
      expect(await touched(keelson, `group[${here.path}]/member[${kept.username}]`)).toMatchObject({
        author: other.username,
      });
      expect(await touched(keelson, `group[${here.path}]/member[${impostor.username}]`)).toMatchObject({
        author: impostor.username,
      });
    },
  );

  scenario(
    '11.3.13: what leaves no event is told without a name: who made the group did not change it',
    { tier: 'premium' },
    async () => {
      const { here, keelson, byHand } = await drifting();
      keelson.want({ groups: { [here.path]: { subgroup_creation_level: 'owner' } } });
      await keelson.apply();
      await byHand.put(`/groups/${here.id}`, { subgroup_creation_level: 'maintainer' });
      const { status, out } = await keelson.run('drift');
      expect({ status, told: out.includes('subgroup_creation_level') }, out).toEqual({ status: 2, told: true });
      expect(await touched(keelson, `group[${here.path}]`)).toBe(undefined);
    },
  );

  scenario(
    '11.3.13: a role that was made and a system hook of the same id are not taken for each other',
    { tier: 'ultimate' },
    async () => {
      const { here, keelson, other } = await drifting();
      const hook = { url: 'https://ci.example.com/one', enable_ssl_verification: true };
      keelson.want({ instance: { system_hooks: { [here.name]: hook } } });
      await keelson.apply();
      const id = (await api.get('/hooks')).list.find(({ name }) => name === here.name)?.['id'];
      // Whoever is an administrator for a moment makes roles until one has the hook's id, as far as that is near.
      await api.put(`/users/${other.id}`, { admin: true });
      const theirs = apiOf(ground.url, await tokenOf(other.id));
      for (let made = 0, last = 0; made < 3 && last < Number(id); made += 1)
        last = Number(
          (
            await theirs.post('/member_roles', {
              ...{ name: `${here.name} ${made}`, base_access_level: 20, read_vulnerability: true },
            })
          ).object['id'],
        );
      await api.put(`/users/${other.id}`, { admin: false });
      await api.put(`/hooks/${textOf(id)}`, { url: hook.url, enable_ssl_verification: false });
      // A hook that is changed leaves no event (18.9), so that nobody is named.
      expect(await touched(keelson, `instance/system_hook[${here.name}]`)).toBe(undefined);
    },
  );
});

async function tokenOf(user: number): Promise<string> {
  const expires = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);
  const token = await api.post(`/users/${user}/personal_access_tokens`, {
    ...{ name: 'acceptance', scopes: ['api', 'admin_mode'], expires_at: expires },
  });
  return textOf(token.object['token']);
}

/** Who last touched what stands at an address, as `drift --json` says. */
async function touched(keelson: Program, address: string): Promise<JsonObject | undefined> {
  const { out } = await keelson.run('drift', '--json');
  const report: unknown = JSON.parse(out);
  const rows = isObject(report) && Array.isArray(report['touched']) ? report['touched'].filter(isObject) : [];
  return rows.find((row) => row['address'] === address);
}
