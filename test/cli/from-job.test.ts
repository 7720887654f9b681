import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { artifactPath, jobName } from '../../src/commands/reviewed/job-name.ts';
import { writes } from '../apply/stage.ts';
import { planProject } from '../support/plan-job.ts';
import type { SandboxClient } from '../sandbox/client.ts';
import type { Workspace } from './keelson.ts';
import { team } from './team.ts';

const JOB = 'root/configuration:main:plan';

/** The plan of the team as its job has kept it, and a folder in which nothing is. */
async function reviewed() {
  const { gitlab, keelson } = await team();
  await keelson.run('plan', '--out', 'plan.json');
  const plan = readFileSync(join(keelson.folder, 'plan.json'), 'utf8');
  const project = await planProject(gitlab);
  const job = project.kept(project.first, { 'plan.json': plan });
  const { workspace } = await import('./keelson.ts');
  const away = workspace({}, { KEELSON_URL: gitlab.sandbox.url, KEELSON_TOKEN: gitlab.token });
  return { gitlab, project, plan, job, keelson: away, ...applying(gitlab, away) };
}

function applying(gitlab: SandboxClient, keelson: Workspace) {
  const apply = (job = JOB, ...more: readonly string[]) =>
    keelson.run('apply', '--from-job', job, '--auto-approve', ...more);
  /** It is not applied, for this reason, and nothing was written. */
  const refused = async (job = JOB, ...more: readonly string[]) => {
    gitlab.sandbox.log.length = 0;
    const ran = await apply(job, ...more);
    expect(writes(gitlab)).toEqual([]);
    expect(ran.out).toBe('');
    return { status: ran.status, err: ran.err.replaceAll(/[0-9a-f]{40}/g, 'COMMIT') };
  };
  return { apply, refused };
}

test('the plan of the job is applied as it was saved, and is in no file', async () => {
  const { gitlab, project, keelson, job, apply } = await reviewed();
  const ran = await apply(JOB, '--har', 'traffic.har');
  expect(ran).toMatchObject({
    status: 0,
    out: expect.stringContaining('Applied: 3 created') as string,
    err: expect.stringMatching(
      new RegExp(
        `^Took plan.json of the job ${JOB}: job ${job} of the pipeline \\d+, for the commit ${project.first}.\n`,
      ),
    ) as string,
  });
  expect((await gitlab.get('/groups/team')).object['visibility']).toBe('internal');
  expect(readdirSync(keelson.folder).sort()).toEqual(['.keelson', 'traffic.har']);
  const har = readFileSync(join(keelson.folder, 'traffic.har'), 'utf8');
  expect(har).toContain('/artifacts/plan.json');
  expect(har).not.toContain('keelson/plan@1');
});

test('the job by the commit itself, by its own pipeline, or under another name and path', async () => {
  const { project, plan, keelson, refused } = await reviewed();
  expect(await refused(`root/configuration:main:plan: [eu]`)).toMatchObject({ status: 1 });
  project.kept(project.first, { 'out/the plan.json': plan }, 'plan: [eu]');
  expect((await refused('root/configuration:main:plan: [eu]')).err).toContain(
    'there is no plan.json among the artifacts of the job',
  );
  const own = keelson.told({ CI_COMMIT_SHA: project.first, CI_PROJECT_ID: project.at.split('/')[2] ?? '' });
  const args = ['--from-job', `root/configuration:${project.first}:plan: [eu]`, '--artifact', 'out/the plan.json'];
  expect(await own.run('apply', ...args, '--auto-approve')).toMatchObject({ status: 0 });
});

test('a newer commit makes the plan stale, with a pipeline of its own or without', async () => {
  const { project, keelson, refused, gitlab } = await reviewed();
  const newer = await project.push('new.yaml', 'groups: {}');
  const { state } = gitlab.sandbox.platform;
  const started = state.pipelines.all().filter(({ sha }) => sha === newer);
  expect(started).toHaveLength(1);
  // Its own job is not done, and that of the older commit does not stand in for it.
  expect(await refused()).toMatchObject({
    status: 1,
    err: expect.stringContaining('has not succeeded: it is pending') as string,
  });
  for (const row of started) state.pipelines.remove(row);
  expect(await refused()).toMatchInlineSnapshot(`
    {
      "err": "error[job-plan-stale]: plan.json of the job root/configuration:main:plan is not applied: main is at the commit COMMIT by now, and the newest pipeline there is for COMMIT
     = help: Look at the plan of a pipeline for the newer commit, and apply that one

    1 error
    ",
      "status": 3,
    }
  `);
  const own = keelson.told({ CI_COMMIT_SHA: newer });
  const ofOlder = ['apply', '--auto-approve', '--from-job', `root/configuration:${project.first}:plan`];
  expect(await own.run(...ofOlder)).toMatchObject({
    status: 3,
    err: expect.stringContaining('error[job-plan-stale]: ') as string,
  });
  expect(writes(gitlab)).toEqual([]);
  // The job of another project says nothing of this one's commits.
  const other = keelson.told({ CI_COMMIT_SHA: newer, CI_PROJECT_ID: '999' });
  expect(await other.run(...ofOlder)).toMatchObject({ status: 0 });
});

test('a plan that whoever may push could have written is refused', async () => {
  const { gitlab, project, plan, refused } = await reviewed();
  await gitlab.post(`${project.at}/repository/branches`, { branch: 'change', ref: 'main' });
  await gitlab.post(`${project.at}/pipeline`, { ref: 'change' });
  project.kept(project.first, { 'plan.json': plan });
  expect(await refused('root/configuration:change:plan')).toMatchInlineSnapshot(`
    {
      "err": "error[job-plan-open]: plan.json of the job root/configuration:change:plan is not applied: change of root/configuration is not protected: whoever may push there makes every word of the plan
     = help: Protect it, or name a branch or a tag that is protected; a plan that you have looked through yourself is applied as a file

    1 error
    ",
      "status": 3,
    }
  `);
  expect(await refused('root/configuration:refs/merge-requests/1/head:plan')).toMatchInlineSnapshot(`
    {
      "err": "error[job-plan-open]: plan.json of the job root/configuration:refs/merge-requests/1/head:plan is not applied: whoever may push a branch makes the pipeline of its merge request, and every word of the plan
     = help: Name the branch that it is merged to, whose pipeline makes a plan of its own

    1 error
    ",
      "status": 3,
    }
  `);
  // By the commit, it is the pipeline of the protected branch that counts.
  const { state } = gitlab.sandbox.platform;
  const main = state.pipelines.all().find(({ ref }) => ref === 'main');
  if (main !== undefined) state.pipelines.remove(main);
  expect(await refused(`root/configuration:${project.first}:plan`)).toMatchObject({
    status: 3,
    err: expect.stringContaining('change of root/configuration is not protected') as string,
  });
  // And a tag of the branch's name is another one.
  await gitlab.post(`${project.at}/repository/tags`, { tag_name: 'main', ref: 'change' });
  const tagged = state.pipelines.all().find(({ ref }) => ref === 'change');
  if (tagged !== undefined) state.pipelines.update(tagged, { ref: 'main', tag: true });
  expect(await refused()).toMatchObject({ status: 1, err: expect.stringContaining('has a job plan') as string });
});

test('a plan for another instance, an edited one and what is none are refused as from a file', async () => {
  const { gitlab, project, plan, refused } = await reviewed();
  const other = await reviewed();
  const codeOf = async (text: string) => {
    project.kept(project.first, { 'plan.json': text });
    const { status, err } = await refused();
    return [status, /error\[([\w-]+)\]/.exec(err)?.[1]];
  };
  expect(await codeOf(other.plan)).toEqual([3, 'plan-file-foreign']);
  expect(await codeOf(plan.replaceAll('"internal"', '"public"'))).toEqual([3, 'plan-file-edited']);
  expect(await codeOf(plan.slice(0, -20))).toEqual([3, 'plan-file-cut']);
  expect(await codeOf('')).toEqual([3, 'plan-file-cut']);
  expect(await codeOf('{"format":"keelson/undo@2"}')).toEqual([3, 'plan-file-foreign']);
  expect(await codeOf(`${'['.repeat(2000)}${']'.repeat(2000)}`)).toEqual([3, 'plan-file-foreign']);
  expect((await gitlab.get('/groups/team')).status).toBe(404);
});

test('what is missing is told, with what to do about it', async () => {
  const { project, plan, refused, gitlab } = await reviewed();
  const why = async (job = JOB, ...more: readonly string[]) => {
    const { status, err } = await refused(job, ...more);
    expect(status).toBe(1);
    return err.replaceAll(/(job|pipeline|is) \d+/g, '$1 N');
  };
  expect(await why('root/none:main:plan')).toMatchInlineSnapshot(`
    "error[no-job-plan]: plan.json of the job root/none:main:plan cannot be had: there is no project root/none, or the user of the token does not see it
     = help: See that it is written as group/project, and make the user a member of the project, as Reporter at least

    1 error
    "
  `);
  expect(await why('root/configuration:mian:plan')).toMatchInlineSnapshot(`
    "error[no-job-plan]: plan.json of the job root/configuration:mian:plan cannot be had: root/configuration has neither a branch nor a tag mian
     = help: Name the branch or the tag, or the commit in full

    1 error
    "
  `);
  expect(await why('root/configuration:main:paln')).toMatchInlineSnapshot(`
    "error[no-job-plan]: plan.json of the job root/configuration:main:paln cannot be had: no pipeline at main for the commit COMMIT has a job paln (the newest is N)
     = help: See how the job is called; one of a child pipeline is not looked for

    1 error
    "
  `);
  expect(await why(JOB, '--artifact', 'out/plan.json')).toMatchInlineSnapshot(`
    "error[no-job-plan]: out/plan.json of the job root/configuration:main:plan cannot be had: there is no out/plan.json among the artifacts of the job N
     = help: Name the file that it keeps by --artifact

    1 error
    "
  `);
  expect(await why(`root/configuration:${'0'.repeat(40)}:plan`)).toMatchInlineSnapshot(`
    "error[no-job-plan]: plan.json of the job root/configuration:COMMIT:plan cannot be had: there is no pipeline at COMMIT of root/configuration
     = help: Start one, and look at its plan

    1 error
    "
  `);
  project.job(project.first, { status: 'running' });
  expect(await why()).toMatchInlineSnapshot(`
    "error[no-job-plan]: plan.json of the job root/configuration:main:plan cannot be had: the job N of the pipeline N has not succeeded: it is running
     = help: Wait until it has, or run it again and look at its plan

    1 error
    "
  `);
  project.job(project.first, { status: 'success', artifacts: [] });
  expect(await why()).toMatchInlineSnapshot(`
    "error[no-job-plan]: plan.json of the job root/configuration:main:plan cannot be had: the job N has kept no artifacts
     = help: Let it run keelson plan --out plan.json, and keep that with artifacts: paths

    1 error
    "
  `);
  project.kept(project.first, { 'plan.json': plan });
  await gitlab.put(project.at, { keep_latest_artifact: false });
  project.job(project.first, { artifacts_expire_at: '2020-01-01T00:00:00.000Z' });
  expect(await why()).toMatchInlineSnapshot(`
    "error[no-job-plan]: plan.json of the job root/configuration:main:plan cannot be had: the artifacts of the job N have expired, on 2020-01-01T00:00:00.000Z
     = help: Run the job again and look at its plan

    1 error
    "
  `);
});

test('a token that may not read it is told which scope or role it lacks', async () => {
  const { gitlab, keelson, project } = await reviewed();
  const told = async (token: string) => {
    const own = keelson.told({ KEELSON_NOTE_TOKEN: token });
    const { status, err } = await own.run('apply', '--from-job', JOB, '--auto-approve');
    expect(status).toBe(1);
    return err;
  };
  const id = await gitlab.user('reader');
  await gitlab.post(`${project.at}/members`, { user_id: id, access_level: 20 });
  const reader = gitlab.as('reader', ['read_api']).token;
  gitlab.sandbox.log.length = 0;
  expect(await told(gitlab.as('reader', ['read_user']).token)).toMatchInlineSnapshot(`
    "error[insufficient-scope]: the token lacks a scope (insufficient_scope: The request requires higher privileges than provided by the access token.)
     = help: Set KEELSON_NOTE_TOKEN to a token with the scope read_api

    1 error
    "
  `);
  project.job(project.first, { artifacts_public: false });
  expect(await told(reader)).toMatchInlineSnapshot(`
    "error[forbidden]: the user of this token may not GET /projects/1/jobs/1/artifacts/plan.json (403 Forbidden)
     = help: Make the user a member of the project: as Reporter to see its files and pipelines, as Developer to have artifacts with access: developer, or set KEELSON_NOTE_TOKEN to a token of one that is

    1 error
    "
  `);
  expect(await told('glpat-of-nobody-at-all')).toMatchInlineSnapshot(`
    "error[unauthorized]: GitLab does not accept the token (401 Unauthorized)
     = help: Set KEELSON_NOTE_TOKEN to a token that is valid and not expired

    1 error
    "
  `);
  expect(await told(gitlab.as('bob', ['read_api']).token)).toContain('the user of the token does not see it');
  expect(writes(gitlab)).toEqual([]);
  project.job(project.first, { artifacts_public: true });
  expect(
    await keelson.told({ KEELSON_NOTE_TOKEN: reader }).run('apply', '--from-job', JOB, '--auto-approve'),
  ).toMatchObject({
    status: 0,
  });
});

test('the repository may be on another instance, which the token of the run does not go to', async () => {
  const one = await reviewed();
  const other = await reviewed();
  other.project.kept(other.project.first, { 'plan.json': one.plan });
  const elsewhere = one.keelson.told({ KEELSON_NOTE_URL: other.gitlab.sandbox.url });
  other.gitlab.sandbox.log.length = 0;
  const args = ['apply', '--from-job', JOB, '--auto-approve'];
  expect(await elsewhere.run(...args)).toMatchObject({
    status: 1,
    err: expect.stringContaining('error[no-token]') as string,
  });
  expect(other.gitlab.sandbox.log).toEqual([]);
  const both = elsewhere.told({ KEELSON_NOTE_TOKEN: other.gitlab.as('root', ['read_api']).token });
  expect(await both.run(...args)).toMatchObject({ status: 0 });
  expect((await one.gitlab.get('/groups/team')).status).toBe(200);
  expect(writes(other.gitlab)).toEqual([]);
});

test('an answer that is cut is asked for again', async () => {
  const { gitlab, apply } = await reviewed();
  const parts = ['repository/branches/main', 'pipelines', 'pipelines/*/jobs', 'jobs/*/artifacts/plan.json'];
  gitlab.sandbox.fail(parts.map((part) => `cut:1x@GET /projects/*/${part}`).join(','));
  expect(await apply()).toMatchObject({ status: 0 });
});

test('options that say what to plan, another path, or no job do not go with it', async () => {
  const { keelson, gitlab } = await reviewed();
  gitlab.sandbox.log.length = 0;
  const codeOf = async (...args: readonly string[]) => {
    const { status, err } = await keelson.run('apply', '--auto-approve', ...args);
    return [
      status,
      ...[...err.matchAll(/error\[([\w-]+)\]: (.*)/g)].map(([, code, message]) => `${code ?? ''}: ${message ?? ''}`),
    ];
  };
  expect(await codeOf('config', '--from-job', JOB)).toMatchInlineSnapshot(`
    [
      3,
      "saved-plan-option: --from-job names the plan that is applied, and config is something else to apply",
    ]
  `);
  expect(await codeOf('--from-job', JOB, '--target', 'group[team]')).toMatchInlineSnapshot(`
    [
      3,
      "saved-plan-option: --target says what to plan, and a saved plan is applied exactly as it was saved",
    ]
  `);
  expect(await codeOf('--artifact', 'plan.json')).toMatchInlineSnapshot(`
    [
      3,
      "saved-plan-option: --artifact names a file of a job, and no job is named",
    ]
  `);
  expect(gitlab.sandbox.log).toEqual([]);
});

test('a job is named by its project, a ref and its name', () => {
  expect(jobName('a/b.c/d-1:feature/x:plan: [eu, 1]')).toEqual({
    project: 'a/b.c/d-1',
    ref: 'feature/x',
    job: 'plan: [eu, 1]',
  });
  expect(jobName('7:v1.0:plan')).toEqual({ project: '7', ref: 'v1.0', job: 'plan' });
  for (const wrong of [
    'a:main:plan',
    'a/b:main',
    'a/b:main:',
    'a/b::plan',
    'a/b:..:plan',
    'a/b:x/../y:plan',
    'a/b:a b:plan',
    'a/b!1:main:plan',
  ])
    expect(() => jobName(wrong), wrong).toThrow('group/project:ref:job');
  for (const wrong of ['', '/plan.json', '../plan.json', 'a/./b', 'a//b'])
    expect(() => artifactPath(wrong), wrong).toThrow('no path');
});
