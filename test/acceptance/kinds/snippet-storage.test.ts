import { describe, expect, onTestFinished } from 'vitest';
import { textOf } from '../ground/api.ts';
import { api, ground, scenario } from '../ground/ground.ts';
import { program } from '../ground/program.ts';

describe('where snippets lie', () => {
  scenario(
    'all that lie on a storage are moved to another, which plans to nothing then, and nothing of it is exported',
    { instance: true, git: true, storages: true },
    async () => {
      const files = [{ file_path: 'a.md', content: 'a' }];
      const { id } = (await api.post('/snippets', { title: `${ground.root}-moved`, files, visibility: 'private' }))
        .object;
      const own = `/snippets/${textOf(id)}`;
      const from = await storageOf(own);
      const to = ground.storages.find((name) => name !== from) ?? '';
      const lay = await numbersOn(from);
      expect(lay).toContain(textOf(id));
      // What others have there is brought back, one by one.
      onTestFinished(async () => {
        for (const number of lay)
          await api.ask('POST', `/snippets/${number}/repository_storage_moves`, { destination_storage_name: from });
      });

      const keelson = program();
      keelson.want({ instance: { snippet_storage: { [from]: to } } });
      expect(await keelson.plan()).toEqual([`update instance/snippet_storage[${from}] (to)`]);
      await keelson.apply();
      expect([await storageOf(own), await numbersOn(from)]).toEqual([to, []]);
      expect(await keelson.plan()).toEqual([]);
      const { status, out } = await keelson.run('export', '--target', 'instance');
      expect([status, out]).toEqual([0, expect.not.stringContaining('snippet_storage')]);
    },
  );
});

/** Shown to administrators (GET /snippets/:id, 18.9). */
async function storageOf(path: string): Promise<string> {
  return textOf((await api.get(path)).object['repository_storage']);
}

async function numbersOn(storage: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (let page = 1; ; page++) {
    const { list } = await api.get(`/snippets/all?repository_storage=${storage}&per_page=100&page=${page}`);
    found.push(...list.map(({ id }) => textOf(id)));
    if (list.length < 100) return found;
  }
}
