import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { api, scenario } from './ground/ground.ts';
import { groupAt, person, place } from './ground/place.ts';
import { program } from './ground/program.ts';

describe('what was planned, what was changed since, and what was left behind', () => {
  scenario('a saved plan is applied as it was saved', {}, async () => {
    const here = await place();
    const keelson = program();
    keelson.want({ groups: { [here.path]: { description: 'as planned' } } });
    expect((await keelson.run('plan', '--out', 'plan.json')).status).toBe(0);
    keelson.want({ groups: { [here.path]: { description: 'written later' } } });
    expect(await keelson.run('apply', 'plan.json', '--auto-approve')).toMatchObject({ status: 0 });
    expect(await groupAt(here.id)).toMatchObject({ description: 'as planned' });
  });

  scenario('a saved plan is refused where the group has changed since', {}, async () => {
    const here = await place();
    const keelson = program();
    keelson.want({ groups: { [here.path]: { description: 'as planned' } } });
    expect((await keelson.run('plan', '--out', 'plan.json')).status).toBe(0);
    await api.put(`/groups/${here.id}`, { description: 'by somebody else' });
    expect((await keelson.run('apply', 'plan.json', '--auto-approve')).status).toBe(3);
    expect(await groupAt(here.id)).toMatchObject({ description: 'by somebody else' });
  });

  scenario('the shards of a configuration do what the whole does', {}, async () => {
    const here = await place();
    const keelson = program();
    const described = (name: string): object => ({ [`${here.path}/${name}`]: { description: 'by a shard' } });
    keelson.want({ groups: { ...described('aa'), ...described('bb') } });
    for (const shard of ['1/2', '2/2']) await keelson.apply('--shard', shard);
    expect(await keelson.plan()).toEqual([]);
  });

  scenario(
    '11.3.17: a later shard takes what an earlier one has made, in the stated order',
    { tier: 'ultimate' },
    async () => {
      const here = await place();
      const { username } = await person('sharded');
      const keelson = program();
      const shards = ['1/3', '2/3', '3/3'];
      const role = { base: 'reporter', permissions: ['read_vulnerability'] };
      const declared = (name: string): object => ({
        [`${here.path}/${name}`]: { members: { [username]: { role: here.name } } },
      });
      keelson.want({
        instance: { member_roles: { [here.name]: role } },
        groups: { ...declared('aa'), ...declared('bb'), ...declared('cc') },
      });
      // Planned together and applied one after the other, as the jobs of a pipeline do.
      for (const [index, shard] of shards.entries()) {
        const saved = await keelson.run('plan', '--shard', shard, '--out', `${index}.json`);
        expect(saved.status, saved.err).toBe(0);
      }
      for (const index of shards.keys()) await keelson.apply(`${index}.json`);
      expect(await keelson.plan()).toEqual([]);
    },
  );

  scenario(
    '11.3.17: shards that are planned and applied one after the other, of groups that one of them moves',
    { tier: 'ultimate' },
    async () => {
      const here = await place();
      const ids = [await here.group('old'), await here.group('old/kid')];
      const { username } = await person('sharded');
      const keelson = program();
      keelson.want({
        instance: {
          member_roles: { [here.name]: { base: 'reporter', permissions: ['read_vulnerability'] } },
        },
        groups: {
          [`${here.path}/fresh`]: { previously: `${here.path}/old` },
          [`${here.path}/fresh/kid`]: { members: { [username]: { role: here.name } } },
          [`${here.path}/other`]: { members: { [username]: { role: here.name } } },
        },
      });
      for (const shard of ['1/2', '2/2']) await keelson.apply('--shard', shard);
      expect(await keelson.plan()).toEqual([]);
      expect((await groupAt(`${here.path}/fresh/kid`))?.['id']).toBe(ids[1]);
    },
  );

  scenario('a group is deleted only where a word asks for it', {}, async () => {
    const here = await place();
    await here.group('goes');
    const keelson = program();
    keelson.want({ groups: { [`${here.path}/goes`]: { state: 'absent' } } });
    expect((await keelson.run('apply', '--auto-approve')).status).toBe(3);
    await keelson.apply('--allow-scope-deletion');
    expect(await keelson.plan('--allow-scope-deletion')).toEqual([]);
  });

  scenario('11.3.11: the folder of a token is made', {}, async () => {
    const here = await place();
    const keelson = program();
    keelson.want({ groups: { [here.path]: { runners: { build: { token_to: { file: 'not/there/yet' } } } } } });
    await keelson.apply();
    expect(await keelson.plan()).toEqual([]);
    expect(statSync(join(keelson.folder, 'not/there')).mode & 0o777, 'nobody else may look into it').toBe(0o700);
    expect(readFileSync(join(keelson.folder, 'not/there/yet'), 'utf8').trim()).toMatch(/^glrt-/);
  });
});
