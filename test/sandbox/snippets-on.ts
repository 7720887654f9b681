import { idOf, type SandboxClient } from './client.ts';

/** Configures storages, and has so many snippets lie on each; gives their numbers. */
export async function snippetsOn(
  gitlab: SandboxClient,
  storages: { readonly [storage: string]: number },
): Promise<{ readonly [storage: string]: readonly number[] }> {
  const found: { [storage: string]: readonly number[] } = {};
  for (const [storage, count] of Object.entries(storages)) {
    const weights = Object.fromEntries(Object.keys(storages).map((name) => [name, name === storage ? 100 : 0]));
    await gitlab.put('/application/settings', { repository_storages_weighted: weights });
    const files = [{ file_path: 'a.md', content: 'a' }];
    const made: number[] = [];
    for (let index = 0; index < count; index++)
      made.push(idOf(await gitlab.post('/snippets', { title: `${storage} ${index}`, files, visibility: 'private' })));
    found[storage] = made;
  }
  return found;
}
