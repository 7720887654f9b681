import { expect, test } from 'vitest';
import { fits } from './fits.ts';
import { drive, refused } from './gitlab.ts';

/** A project with a README on its default branch. */
async function withCode() {
  const driven = await drive();
  const group = await driven.api.Groups.create('Platform', 'platform');
  const project = await driven.api.Projects.create({ name: 'api', namespaceId: group.id, initializeWithReadme: true });
  return { ...driven, group, project };
}

test('projects: create, show, edit, list over several pages, share, archive, remove, refuse', async () => {
  const { api, group, project } = await withCode();
  for (const name of ['b', 'c', 'd']) await api.Projects.create({ name, namespaceId: group.id });
  fits('ProjectSchema', await api.Projects.show(project.id));
  expect(await api.Projects.edit('platform/api', { description: 'the one' })).toMatchObject({ description: 'the one' });
  const all = await api.Projects.all({ perPage: 2 });
  expect(all).toHaveLength(4);
  for (const one of all) fits('ProjectSchema', one);
  const other = await api.Groups.create('Other', 'other');
  await api.Projects.share(project.id, other.id, 30);
  await api.Projects.unshare(project.id, other.id);
  expect((await api.Projects.archive(project.id)).archived).toBe(true);
  expect((await api.Projects.unarchive(project.id)).archived).toBe(false);
  await api.Projects.transfer(project.id, other.id);
  expect((await api.Projects.show(project.id)).path_with_namespace).toBe('other/api');
  await api.Projects.remove(project.id);
  expect(await refused(api.Projects.show('nothing/here'), 404)).toContain('404 Project Not Found');
});

test('branches, files and commits: create, show, change, list over several pages, remove, refuse', async () => {
  const { api, project } = await withCode();
  const { id } = project;
  const made = await api.Commits.create(id, 'main', 'three files', [
    { action: 'create', filePath: 'a.txt', content: 'a\n' },
    { action: 'create', filePath: 'src/b.txt', content: 'b\n' },
    { action: 'create', filePath: 'src/c.txt', content: 'c\n' },
  ]);
  fits('ExpandedCommitSchema', made);
  fits('BranchSchema', await api.Branches.create(id, 'next', 'main'));
  for (const branch of await api.Branches.all(id, { perPage: 1 })) fits('BranchSchema', branch);
  await api.RepositoryFiles.create(id, 'd.txt', 'next', 'd\n', 'one more');
  await api.RepositoryFiles.edit(id, 'd.txt', 'next', 'dd\n', 'changed');
  fits('RepositoryFileExpandedSchema', await api.RepositoryFiles.show(id, 'd.txt', 'next'));
  const commits = await api.Commits.all(id, { refName: 'next', perPage: 1 });
  expect(commits.map(({ title }) => title)).toEqual(['changed', 'one more', 'three files', 'Initial commit']);
  for (const commit of commits) fits('CommitSchema', commit);
  fits('ExpandedCommitSchema', await api.Commits.show(id, made.id));
  for (const diff of await api.Commits.showDiff(id, made.id)) fits('CommitDiffSchema', diff);
  expect(await api.Commits.showSequence(id, made.id)).toEqual({ count: 2 });
  expect(await api.Commits.allReferences(id, made.id)).toEqual(
    expect.arrayContaining([{ type: 'branch', name: 'main' }]),
  );
  await api.RepositoryFiles.remove(id, 'd.txt', 'next', 'gone');
  await refused(api.RepositoryFiles.show(id, 'd.txt', 'next'), 404);
  await api.Branches.remove(id, 'next');
  await refused(api.Branches.show(id, 'next'), 404);
  const again = api.Commits.create(id, 'main', 'again', [{ action: 'create', filePath: 'a.txt', content: 'x' }]);
  expect(await refused(again, 400)).toContain('A file with this name already exists');
});

test('what a repository tells: tree over several pages, blob, comparison, contributors, merge base', async () => {
  const { api, project } = await withCode();
  const { id } = project;
  for (const name of ['a', 'b', 'c']) await api.RepositoryFiles.create(id, `${name}.txt`, 'main', `${name}\n`, name);
  const tree = await api.Repositories.allRepositoryTrees(id, { perPage: 2 });
  expect(tree.map(({ name }) => name)).toEqual(['README.md', 'a.txt', 'b.txt', 'c.txt']);
  for (const entry of tree) fits('RepositoryTreeSchema', entry);
  const [readme] = tree;
  if (readme === undefined) throw new Error('there is no README');
  fits('RepositoryBlobSchema', await api.Repositories.showBlob(id, readme.id));
  const commits = await api.Commits.all(id);
  const [last, first] = [commits[0]?.id ?? '', commits.at(-1)?.id ?? ''];
  fits('RepositoryCompareSchema', await api.Repositories.compare(id, first, last));
  for (const one of await api.Repositories.allContributors(id)) fits('RepositoryContributorSchema', one);
  fits('CommitSchema', await api.Repositories.mergeBase(id, [first, last]));
  await refused(api.Repositories.showBlob(id, '0'.repeat(40)), 404);
});

test('commits are picked, undone, commented on and reported on', async () => {
  const { api, project } = await withCode();
  const { id } = project;
  await api.Branches.create(id, 'next', 'main');
  const made = await api.Commits.create(id, 'next', 'one more', [
    { action: 'create', filePath: 'e.txt', content: 'e' },
  ]);
  const picked = await api.Commits.cherryPick(id, made.id, 'main');
  fits('CommitSchema', picked);
  fits('CommitSchema', await api.Commits.revert(id, picked.id, 'main'));
  await refused(api.Commits.revert(id, picked.id, 'main'), 400);
  await api.Commits.createComment(id, made.id, 'looks good');
  expect(await api.Commits.allComments(id, made.id)).toMatchObject([{ note: 'looks good' }]);
  await api.Commits.editStatus(id, made.id, 'success', { name: 'outside' });
  expect(await api.Commits.allStatuses(id, made.id)).toMatchObject([{ name: 'outside', status: 'success' }]);
  const asked = await api.MergeRequests.create(id, 'next', 'main', 'One more');
  expect(await api.Commits.allMergeRequests(id, made.id)).toMatchObject([{ iid: asked.iid }]);
  await refused(api.Commits.showGPGSignature(id, made.id), 404);
});

test('a repository is handed out raw, as an archive and as a changelog', async () => {
  const { api, project } = await withCode();
  const { id } = project;
  const [readme] = await api.Repositories.allRepositoryTrees(id);
  // Its type says a blob; plain text, which GitLab answers with, becomes a text.
  expect(await api.Repositories.showBlobRaw(id, readme?.id ?? '')).toEqual(expect.stringMatching(/^# /));
  expect((await api.Repositories.showArchive(id, { fileType: 'tar.gz' })).size).toBeGreaterThan(100);
  await refused(api.Repositories.showArchive(id, { sha: 'nowhere' }), 404);
  const [commit] = await api.Commits.all(id);
  const range = { from: commit?.id ?? '', to: commit?.id ?? '' };
  expect((await api.Repositories.showChangelog(id, '1.0.0', range)).notes).toContain('## 1.0.0');
  await api.Repositories.editChangelog(id, '1.0.0', { ...range, branch: 'main' });
  const written = await api.RepositoryFiles.show(id, 'CHANGELOG.md', 'main');
  expect(Buffer.from(written.content, 'base64').toString()).toContain('## 1.0.0');
});

test('snippets of a user and of a project: create, show, edit, list, remove, refuse', async () => {
  const { api, project } = await withCode();
  const files = [{ filePath: 'a.txt', content: 'a\n' }];
  const made = await api.Snippets.create('one', { files, visibility: 'private' });
  for (const title of ['two', 'three']) await api.Snippets.create(title, { files, visibility: 'private' });
  fits('SnippetSchema', await api.Snippets.show(made.id));
  expect(await api.Snippets.edit(made.id, { description: 'uno' })).toMatchObject({ description: 'uno' });
  expect(await api.Snippets.all()).toHaveLength(3);
  expect(await api.Snippets.showContent(made.id)).toBe('a\n');
  await api.Snippets.remove(made.id);
  await refused(api.Snippets.show(made.id), 404);
  const own = await api.ProjectSnippets.create(project.id, 'p', { files, visibility: 'private' });
  fits('SnippetSchema', await api.ProjectSnippets.show(project.id, own.id));
  await api.ProjectSnippets.remove(project.id, own.id);
});
