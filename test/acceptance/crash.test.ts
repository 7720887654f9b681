import { describe, expect, onTestFinished } from 'vitest';
import { api, ground, scenario } from './ground/ground.ts';
import { person, place } from './ground/place.ts';
import { program } from './ground/program.ts';
import { openWire, type Cut, type Wire } from './ground/wire.ts';

/** A group with something of each sort of call in it: a POST that is settled by looking, a PUT, and a token that is shown once. */
async function wanted(): Promise<{ readonly document: object; readonly wire: Wire }> {
  const here = await place();
  const { username } = await person('crash');
  const wire = await openWire(ground.url);
  onTestFinished(() => wire.close());
  const document = {
    groups: {
      [`${here.path}/made`]: {
        description: 'made in one go',
        members: { [username]: 'developer' },
        runners: { build: { tags: ['build'], token_to: { file: 'tokens/build' } } },
      },
    },
  };
  return { document, wire };
}

const CUTS: readonly Cut[] = ['before', 'after', 'in the answer'];

describe('a fault costs a re-run, and nothing else', () => {
  for (const write of [0, 1, 2])
    for (const cut of CUTS)
      scenario(`write ${write + 1} is cut ${cut}`, {}, async () => {
        const { document, wire } = await wanted();
        const keelson = program({ url: wire.url });
        keelson.want(document);
        let struck = false;
        wire.strike({ cut, when: (_, number) => number === write, struck: () => (struck = true) });
        const { out, err } = await keelson.run('apply', '--auto-approve');
        expect(struck, out + err).toBe(true);
        await keelson.apply();
        expect(await keelson.plan()).toEqual([]);
        expect(await runners(document)).toEqual(['build']);
      });

  for (const write of [0, 1, 2])
    for (const cut of ['before', 'after'] as const)
      scenario(`the program is killed ${cut} write ${write + 1} is done`, {}, async () => {
        const { document, wire } = await wanted();
        const keelson = program({ url: wire.url });
        keelson.want(document);
        const dying = keelson.start('apply', '--auto-approve');
        wire.strike({ cut, when: (_, number) => number === write, struck: dying.kill });
        expect((await dying.ran).status).toBe(null);
        await keelson.apply();
        expect(await keelson.plan()).toEqual([]);
        expect(await runners(document)).toEqual(['build']);
      });
});

/** The descriptions of the runners of the only declared group: none is there twice. */
async function runners(document: object): Promise<readonly unknown[]> {
  const [path = ''] = Object.keys((document as { readonly groups: object }).groups);
  const { list } = await api.get(`/groups/${encodeURIComponent(path)}/runners?type=group_type`);
  return list.map(({ description }) => description);
}
