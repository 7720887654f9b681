import { expect, test } from 'vitest';
import { drive, refused } from './gitlab.ts';

/** A project with a pipeline whose job has left artifacts behind. */
async function withArtifacts() {
  const driven = await drive();
  const { api, gl } = driven;
  const { id } = await api.Projects.create({ name: 'api' });
  const content = 'build:\n  script: make\n';
  await api.Commits.create(id, 'main', 'CI', [{ action: 'create', filePath: '.gitlab-ci.yml', content }]);
  const pipeline = await api.Pipelines.create(id, 'main');
  const { state } = gl.sandbox.platform;
  const [job] = state.ciJobsOf(pipeline.id);
  const row = state.pipelines.get(pipeline.id);
  if (job === undefined || row === undefined) throw new Error('no job');
  const artifacts = [{ path: 'report.txt', base64: Buffer.from('fine').toString('base64') }];
  state.ciJobs.update(job, { status: 'success', artifacts });
  state.pipelines.update(row, { status: 'success' });
  return { ...driven, id, jobId: job.id };
}

test('artifacts: the archive, one file, by ref, keep, remove, refuse', async () => {
  const { api, id, jobId } = await withArtifacts();
  const archive = await api.JobArtifacts.downloadArchive(id, { jobId });
  expect((await archive.text()).startsWith('PK')).toBe(true);
  const byRef = await api.JobArtifacts.downloadArchive(id, { ref: 'main', job: 'build' });
  expect(byRef.size).toBe(archive.size);
  expect(await api.JobArtifacts.keep(id, jobId)).toMatchObject({ id: jobId, artifacts_expire_at: null });
  await api.JobArtifacts.remove(id, { jobId });
  await refused(api.JobArtifacts.downloadArchive(id, { jobId }), 404);
  await api.JobArtifacts.remove(id);
});

test('triggers: create, list over several pages, edit, trigger, remove, refuse', async () => {
  const { api, id } = await withArtifacts();
  const made = await api.PipelineTriggerTokens.create(id, 'one');
  for (const description of ['two', 'three']) await api.PipelineTriggerTokens.create(id, description);
  expect(await api.PipelineTriggerTokens.all(id, { perPage: 2 })).toHaveLength(3);
  expect(await api.PipelineTriggerTokens.edit(id, made.id, { description: 'new' })).toMatchObject({
    description: 'new',
  });
  const started = await api.PipelineTriggerTokens.trigger(id, 'main', made.token, { variables: { A: 'b' } });
  expect(started).toMatchObject({ ref: 'main', source: 'trigger' });
  await api.PipelineTriggerTokens.remove(id, made.id);
  await refused(api.PipelineTriggerTokens.show(id, made.id), 404);
});
