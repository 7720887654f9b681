import { describe, expect, onTestFinished } from 'vitest';
import { api, ground, scenario } from './ground/ground.ts';
import { person, place, type Person, type Place } from './ground/place.ts';
import { program } from './ground/program.ts';
import { openWire, type Wire } from './ground/wire.ts';

/** A place, its owner who is no administrator, and a wire that notes what is asked. */
async function owned(): Promise<{ readonly here: Place; readonly owner: Person; readonly wire: Wire }> {
  const here = await place();
  const owner = await person('owner');
  await api.post(`/groups/${here.id}/members`, { user_id: owner.id, access_level: 50 });
  const wire = await openWire(ground.url);
  onTestFinished(() => wire.close());
  return { here, owner, wire };
}

describe('a target, by an owner of the group who is no administrator', () => {
  scenario('11.3.16: asks nothing of the instance', {}, async () => {
    const { here, owner, wire } = await owned();
    const { username } = await person('added');
    const keelson = program({ token: owner.token, url: wire.url });
    keelson.want({
      instance: { settings: { signup_enabled: false } },
      groups: { [here.path]: { description: 'by its owner', members: { [username]: 'developer' } } },
    });
    await keelson.apply('--target', `group[${here.path}]**`);
    expect(await keelson.plan('--target', `group[${here.path}]**`)).toEqual([]);
    expect(wire.asked.filter((each) => /\/application|member_roles|\/hooks|\/runners\/all/.test(each))).toEqual([]);
  });

  scenario(
    '11.3.16: an owner of the group gives a custom role, which only GraphQL tells them of',
    { tier: 'ultimate' },
    async () => {
      const { here, owner } = await owned();
      const { username } = await person('reviewer');
      await api.post('/member_roles', { name: here.name, base_access_level: 20, read_vulnerability: true });
      const keelson = program({ token: owner.token });
      keelson.want({ groups: { [here.path]: { members: { [username]: { role: here.name } } } } });
      await keelson.apply('--target', `group[${here.path}]**`);
      expect(await keelson.plan('--target', `group[${here.path}]**`)).toEqual([]);
      const given = (await api.get(`/groups/${here.id}/members`)).list.find((row) => row['username'] === username);
      expect(given).toMatchObject({ access_level: 20, member_role: { name: here.name } });
    },
  );

  scenario(
    '11.3.16: a role that is not there is told as missing, to whoever may look',
    { tier: 'ultimate' },
    async () => {
      const { here, owner } = await owned();
      const { username } = await person('roleless');
      const keelson = program({ token: owner.token });
      keelson.want({ groups: { [here.path]: { members: { [username]: { role: `${here.name} of nobody` } } } } });
      const { status, err } = await keelson.run('plan', '--target', `group[${here.path}]**`);
      expect({ status, told: err.includes(`${here.name} of nobody`) }, err).toEqual({ status: 1, told: true });
    },
  );

  scenario(
    '11.3.16: what only an administrator may send does not break a new group of an owner',
    { tier: 'premium' },
    async () => {
      const { here, owner } = await owned();
      const keelson = program({ token: owner.token });
      const path = `${here.path}/minutes`;
      keelson.want({ groups: { [path]: { description: 'by its owner', shared_runners_minutes_limit: 100 } } });
      const { status, out, err } = await keelson.run('apply', '--auto-approve', '--target', `group[${path}]**`);
      // It is refused in the plan, or left out with a word; GitLab is never asked for what it refuses.
      expect(`${out}${err}`).toContain('shared_runners_minutes_limit');
      expect(`${out}${err}`).not.toContain('answered 403');
      const made = await api.ask('GET', `/groups/${encodeURIComponent(path)}`);
      expect(made.status).toBe(status === 0 ? 200 : 404);
    },
  );
});
