import { expect, test } from 'vitest';
import { fits } from './fits.ts';
import { drive, refused } from './gitlab.ts';

const files = [{ filePath: 'notes.md', content: '# Notes' }];

test('snippets: create, show, edit, list over several pages, raw text, remove, refuse', async () => {
  const { api } = await drive();
  const made = await api.Snippets.create('Notes', { files, visibility: 'public' });
  for (const title of ['Two', 'Three']) await api.Snippets.create(title, { files });
  fits('SnippetSchema', await api.Snippets.show(made.id));
  expect(await api.Snippets.edit(made.id, { description: 'why' })).toMatchObject({ description: 'why' });
  // Gitbeaker passes the size of a page on, though its types do not say so.
  const own = { public: false, perPage: 2 };
  const all = await api.Snippets.all(own);
  expect(all).toHaveLength(3);
  for (const one of all) fits('SnippetSchema', one);
  expect(await api.Snippets.showContent(made.id)).toBe('# Notes');
  expect(await api.Snippets.showRepositoryFileContent(made.id, 'main', 'notes.md')).toBe('# Notes');
  // Nobody's browser has made it (GET /snippets/:id/user_agent_detail, 18.9).
  await expect(api.Snippets.showUserAgentDetails(made.id)).rejects.toThrow('404 UserAgentDetail Not Found');
  await api.Snippets.remove(made.id);
  expect(await refused(api.Snippets.show(made.id), 404)).toContain('404 Snippet Not Found');
});

test('snippets of a project: create, list over several pages, edit, remove, refuse', async () => {
  const { api } = await drive();
  const { id } = await api.Projects.create({ name: 'api' });
  const made = await api.ProjectSnippets.create(id, 'Notes', { files, visibility: 'private' });
  for (const title of ['Two', 'Three']) await api.ProjectSnippets.create(id, title, { files, visibility: 'internal' });
  const all = await api.ProjectSnippets.all(id, { perPage: 2 });
  expect(all.map((one) => one.title)).toEqual(['Three', 'Two', 'Notes']);
  for (const one of all) fits('SnippetSchema', one);
  expect(await api.ProjectSnippets.edit(id, made.id, { description: 'New' })).toMatchObject({ description: 'New' });
  await api.ProjectSnippets.remove(id, made.id);
  await refused(api.ProjectSnippets.show(id, made.id), 404);
});

test('storage moves of snippets: schedule, show, list over several pages, refuse', async () => {
  const { api, gl } = await drive();
  gl.sandbox.platform.state.settings['repository_storages_weighted'] = { default: 100, spare: 0 };
  const { id } = await api.Snippets.create('Notes', { files });
  for (const title of ['Two', 'Three']) await api.Snippets.create(title, { files });
  await api.SnippetRepositoryStorageMoves.schedule('default', { destinationStorageName: 'spare' });
  // They are scheduled in the background, after the answer.
  gl.sandbox.platform.clock.advance(1000);
  const all = await api.SnippetRepositoryStorageMoves.all({ perPage: 2 });
  expect(all).toHaveLength(3);
  const [own] = await api.SnippetRepositoryStorageMoves.all({ snippetId: id });
  expect(own).toMatchObject({ source_storage_name: 'default', destination_storage_name: 'spare', snippet: { id } });
  expect(await api.SnippetRepositoryStorageMoves.show(own?.id ?? 0)).toMatchObject({ id: own?.id });
  await refused(api.SnippetRepositoryStorageMoves.schedule('nowhere'), 400);
});
