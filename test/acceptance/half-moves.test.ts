import { describe, expect, onTestFinished } from 'vitest';
import { ground, scenario } from './ground/ground.ts';
import { groupAt, place, type Place } from './ground/place.ts';
import { program } from './ground/program.ts';
import { openWire, type Wire } from './ground/wire.ts';

/** Two places to move between, and a group in the first of them whose display name is not its path. */
async function moving(): Promise<{ readonly here: Place; readonly id: number; readonly wire: Wire }> {
  const here = await place();
  for (const path of ['from', 'to']) await here.group(path);
  const id = await here.group('from/old', { name: 'Old name' });
  const wire = await openWire(ground.url);
  onTestFinished(() => wire.close());
  return { here, id, wire };
}

const toPlace = (here: Place, name: string): object => ({
  groups: { [`${here.path}/to/fresh`]: { name, previously: `${here.path}/from/old` } },
});

describe('a move of several calls leaves nothing half', () => {
  scenario('11.3.19: a group moves where its former display name is taken at the destination', {}, async () => {
    const { here, id } = await moving();
    await here.group('to/other', { name: 'Old name' });
    const keelson = program();
    keelson.want(toPlace(here, 'New name'));
    await keelson.apply();
    expect(await keelson.plan()).toEqual([]);
    expect(await groupAt(id)).toMatchObject({ full_path: `${here.path}/to/fresh`, name: 'New name' });
  });

  scenario('11.3.19: where the new display name is taken the plan refuses, and nothing is moved', {}, async () => {
    const { here, id } = await moving();
    const other = await here.group('to/other', { name: 'New name' });
    const keelson = program();
    keelson.want(toPlace(here, 'New name'));
    const { status, out, err } = await keelson.run('apply', '--auto-approve');
    expect(status, out).not.toBe(0);
    expect(err, 'it says what is in the way').toMatch(/new name/i);
    expect(await groupAt(id)).toMatchObject({ full_path: `${here.path}/from/old`, name: 'Old name' });
    expect(await groupAt(other)).toMatchObject({ full_path: `${here.path}/to/other` });
  });

  // What a rename and a transfer take: at least two writes. The last is refused, whichever it is.
  scenario(
    '11.3.19: what the first calls did is told where the last is refused, and is ended by the next run',
    {},
    async () => {
      const { here, id, wire } = await moving();
      const keelson = program({ url: wire.url });
      keelson.want(toPlace(here, 'New name'));
      const calls = await writesOf(keelson);
      expect(calls).toBeGreaterThan(1);
      wire.strike({ cut: 'refused', when: (_, write) => write === calls - 1 });
      const { status, out } = await keelson.run('apply', '--auto-approve');
      expect(status).toBe(1);
      expect(out, 'it was renamed, or moved').not.toContain('Nothing was applied');
      expect(out).toMatch(/renamed|moved/);
      await keelson.apply();
      expect(await groupAt(id)).toMatchObject({ full_path: `${here.path}/to/fresh`, name: 'New name' });
      expect(await keelson.plan()).toEqual([]);
    },
  );

  for (const cut of ['before', 'after'] as const)
    scenario(
      `11.3.19: the program is killed ${cut} each call of a move, and the next run finds the group`,
      {},
      async () => {
        const { here, id, wire } = await moving();
        const keelson = program({ url: wire.url });
        keelson.want(toPlace(here, 'New name'));
        for (let write = 0; write < (await writesOf(keelson)); write += 1) {
          const dying = keelson.start('apply', '--auto-approve');
          const began = wire.count().writes;
          wire.strike({ cut, when: (_, number) => number === began, struck: dying.kill });
          expect((await dying.ran).status).toBe(null);
        }
        await keelson.apply();
        expect(await groupAt(id)).toMatchObject({ full_path: `${here.path}/to/fresh`, name: 'New name' });
        expect(await keelson.plan()).toEqual([]);
      },
    );

  scenario('11.3.19: a plan that was applied already makes nothing, and says so', {}, async () => {
    const here = await place();
    const keelson = program();
    keelson.want({ groups: { [`${here.path}/one`]: {}, [`${here.path}/two`]: {} } });
    expect((await keelson.run('plan', '--out', 'plan.json')).status).toBe(0);
    expect((await keelson.apply('plan.json')).out).toContain('2 created');
    const { out } = await keelson.apply('plan.json');
    expect(out).not.toContain('2 created');
    expect(out).toContain('already');
  });
});

/** How many writes the plan shows. */
async function writesOf(keelson: ReturnType<typeof program>): Promise<number> {
  const { out } = await keelson.run('plan', '--json');
  return (JSON.parse(out) as { readonly forecast: { readonly writes: number } }).forecast.writes;
}
