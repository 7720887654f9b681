import { expect, test } from 'vitest';
import { fits } from './fits.ts';
import { drive, refused } from './gitlab.ts';

/** A project whose default branch has something to run, and a branch with a change. */
async function withPipelines() {
  const driven = await drive();
  const group = await driven.api.Groups.create('Platform', 'platform');
  const { id } = await driven.api.Projects.create({ name: 'api', namespaceId: group.id, initializeWithReadme: true });
  const content = 'build:\n  script: make\n';
  await driven.api.Commits.create(id, 'main', 'CI', [{ action: 'create', filePath: '.gitlab-ci.yml', content }]);
  await driven.api.Branches.create(id, 'next', 'main');
  await driven.api.RepositoryFiles.create(id, 'a.txt', 'next', 'a\n', 'one more');
  return { ...driven, id };
}

test('pipelines: create, show, list over several pages, cancel, retry, reports, remove, refuse', async () => {
  const { api, id } = await withPipelines();
  const variables = [{ key: 'LEVEL', variable_type: 'env_var', value: 'high' }];
  const made = await api.Pipelines.create(id, 'main', { variables });
  fits('ExpandedPipelineSchema', made);
  for (const ref of ['main', 'next']) await api.Pipelines.create(id, ref);
  fits('ExpandedPipelineSchema', await api.Pipelines.show(id, made.id));
  const all = await api.Pipelines.all(id, { perPage: 2 });
  expect(all.length).toBeGreaterThanOrEqual(3);
  for (const one of all) fits('PipelineSchema', one);
  expect(await api.Pipelines.allVariables(id, made.id)).toMatchObject([{ key: 'LEVEL', value: 'high' }]);
  expect((await api.Pipelines.cancel(id, made.id)).status).toMatch(/^cancel/);
  fits('ExpandedPipelineSchema', await api.Pipelines.retry(id, made.id));
  fits('PipelineTestReportSchema', await api.Pipelines.showTestReport(id, made.id));
  fits('PipelineTestReportSummarySchema', await api.Pipelines.showTestReportSummary(id, made.id));
  fits('ExpandedPipelineSchema', await api.Pipelines.show(id, 'latest'));
  await api.Pipelines.remove(id, made.id);
  await refused(api.Pipelines.show(id, made.id), 404);
  expect(await refused(api.Pipelines.create(id, 'nowhere'), 400)).toContain('Reference not found');
});

test('merge requests: create, show, edit, list over several pages, note, merge, remove, refuse', async () => {
  const { api, id } = await withPipelines();
  for (const branch of ['second', 'third']) {
    await api.Branches.create(id, branch, 'main');
    await api.RepositoryFiles.create(id, `${branch}.txt`, branch, 'x\n', branch);
  }
  const made = await api.MergeRequests.create(id, 'next', 'main', 'One more');
  fits('ExpandedMergeRequestSchema', made);
  for (const branch of ['second', 'third']) await api.MergeRequests.create(id, branch, 'main', branch);
  fits('ExpandedMergeRequestSchema', await api.MergeRequests.show(id, made.iid));
  expect(await api.MergeRequests.edit(id, made.iid, { description: 'why' })).toMatchObject({ description: 'why' });
  const all = await api.MergeRequests.all({ projectId: id, perPage: 2 });
  expect(all).toHaveLength(3);
  for (const one of all) fits('MergeRequestSchema', one);
  const note = await api.MergeRequestNotes.create(id, made.iid, 'looks good');
  fits('MergeRequestNoteSchema', note);
  fits('MergeRequestNoteSchema', await api.MergeRequestNotes.edit(id, made.iid, note.id, { body: 'looks better' }));
  for (const body of ['two', 'three']) await api.MergeRequestNotes.create(id, made.iid, body);
  // Gitbeaker passes the filter on, though its types do not say so.
  const commentsAlone = { perPage: 1, activityFilter: 'only_comments' };
  const notes = await api.MergeRequestNotes.all(id, made.iid, commentsAlone);
  expect(notes.map(({ body }) => body).sort()).toEqual(['looks better', 'three', 'two']);
  fits('MergeRequestNoteSchema', await api.MergeRequestNotes.show(id, made.iid, note.id));
  await api.MergeRequestNotes.remove(id, made.iid, note.id);
  await refused(api.MergeRequestNotes.show(id, made.iid, note.id), 404);
  const again = await refused(api.MergeRequests.create(id, 'next', 'main', 'Again'), 409);
  expect(again).toContain('Another open merge request already exists for this source branch');
  expect((await api.MergeRequests.merge(id, made.iid)).state).toBe('merged');
  const [open] = all.filter(({ iid }) => iid !== made.iid);
  await api.MergeRequests.remove(id, open?.iid ?? 0);
  await refused(api.MergeRequests.show(id, open?.iid ?? 0), 404);
});
