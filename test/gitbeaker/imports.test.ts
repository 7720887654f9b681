import { expect, test } from 'vitest';
import { drive, refused } from './gitlab.ts';

test('imports from code hosts: start, follow, cancel, gists, refuse', async () => {
  const { api } = await drive({ backgroundDelay: 60_000 });
  // A fresh instance takes imports from nowhere (18.9).
  await api.ApplicationSettings.edit({ importSources: ['github', 'bitbucket_server'] });
  await api.Groups.create('Platform', 'platform');
  const made = await api.Import.importGithubRepository('ghp_secret', 1, 'platform', { newName: 'vim' });
  expect(made).toMatchObject({ name: 'vim', full_path: '/platform/vim', import_status: 'scheduled' });
  expect(await api.ProjectImportExports.showImportStatus(made.id)).toMatchObject({ import_type: 'github' });
  expect(await api.Import.cancelGithubRepositoryImport(made.id)).toMatchObject({ import_status: 'canceled' });
  await refused(api.Import.cancelGithubRepositoryImport(made.id), 400);
  await api.Import.importGithubGists('ghp_secret');
  await refused(api.Import.importGithubGists('ghp_secret'), 422);
  const server = ['https://bitbucket.example.com', 'someone', 'secret', 'TES', 'vim'] as const;
  const second = await api.Import.importBitbucketServerRepository(...server, {
    targetNamespace: 'platform',
    newName: 'two',
  });
  expect(second).toMatchObject({ full_path: '/platform/two' });
  await refused(api.Import.importGithubRepository('x', 1, 'nowhere'), 422);
});

test('imports from exports: upload, from an address, refuse', async () => {
  const { api } = await drive();
  await api.ApplicationSettings.edit({ importSources: ['gitlab_project'] });
  const file = { content: new Blob(['archive']), filename: 'export.tar.gz' };
  const made = await api.ProjectImportExports.import(file, 'first');
  expect(made).toMatchObject({ path: 'first', import_type: 'gitlab_project', import_status: 'scheduled' });
  const remote = await api.ProjectImportExports.importRemote('https://files.example.com/a.tar.gz', 'second');
  expect(remote).toMatchObject({ path: 'second' });
  expect(await refused(api.ProjectImportExports.import(file, 'first'), 400)).toContain('Path has already been taken');
});
