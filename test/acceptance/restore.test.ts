import { describe, expect } from 'vitest';
import { textOf } from './ground/api.ts';
import { api, scenario } from './ground/ground.ts';
import { groupAt, person, place } from './ground/place.ts';
import { program } from './ground/program.ts';

/** Groups that wait for their deletion: those below the top have their paths free since 18.0. */
describe('a deleted group', () => {
  scenario('11.3.21: a new group on the path of a deleted one is a new group', { version: '18.0' }, async () => {
    const here = await place();
    const old = await here.group('again', { description: 'the old one' });
    await api.delete(`/groups/${old}`);
    const keelson = program();
    keelson.want({ groups: { [`${here.path}/again`]: { description: 'the new one' } } });
    await keelson.apply();
    expect(await keelson.plan()).toEqual([]);
    const now = await groupAt(`${here.path}/again`);
    expect(now).toMatchObject({ description: 'the new one' });
    expect(now?.['id']).not.toBe(old);
  });

  scenario('11.3.10: comes back with what is in it, which is not planned as new', { version: '18.0' }, async () => {
    const here = await place();
    const { id: user, username } = await person('kept');
    const ids = [await here.group('again'), await here.group('again/kid', { description: 'as it was' })];
    await api.post(`/groups/${ids[1]}/members`, { user_id: user, access_level: 30 });
    await api.delete(`/groups/${ids[0]}`);
    const keelson = program();
    const again = `${here.path}/again`;
    keelson.want({
      groups: { [again]: { restore: true }, [`${again}/kid`]: { members: { [username]: 'developer' } } },
    });
    const planned = await keelson.plan();
    expect(
      planned.filter((line) => line.startsWith('create')),
      'nothing is planned as new',
    ).toEqual([]);
    await keelson.apply();
    expect(await keelson.plan()).toEqual([]);
    expect([(await groupAt(again))?.['id'], (await groupAt(`${again}/kid`))?.['id']]).toEqual(ids);
    expect(await groupAt(`${again}/kid`)).toMatchObject({ description: 'as it was' });
    const rows = (await api.get(`/groups/${ids[1]}/members`)).list;
    expect(rows.map((row) => textOf(row['username']))).toContain(username);
  });

  scenario('11.3.21: of two that were deleted the one is asked for by its id', { version: '18.0' }, async () => {
    const here = await place();
    const ids: number[] = [];
    for (const which of ['first', 'second']) {
      const id = await here.group('twice', { description: which });
      await api.delete(`/groups/${id}`);
      ids.push(id);
    }
    const keelson = program();
    const path = `${here.path}/twice`;
    keelson.want({ groups: { [path]: { restore: true } } });
    const { status, err } = await keelson.run('plan');
    expect(status, 'two leftovers are ambiguous').toBe(1);
    for (const id of ids) expect(err).toContain(String(id));
    keelson.want({ groups: { [path]: { restore: ids[0] ?? 0 } } });
    await keelson.apply();
    expect(await groupAt(path)).toMatchObject({ id: ids[0], description: 'first' });
  });
});
