import { levelOn } from '../access.ts';
import { isOverLimit } from '../application-limit.ts';
import { actor } from '../call.ts';
import type { Call } from '../call.ts';
import { planPipeline } from '../ci-config.ts';
import { withInputs } from '../ci-inputs.ts';
import type { PlannedJob } from '../ci-config.ts';
import type { CiContext } from '../ci-rules.ts';
import type { CiState, PipelineRow, PipelineSource, PipelineVariable } from '../ci-rows.ts';
import { settlePipeline } from '../ci-status.ts';
import { timestamp } from '../clock.ts';
import { defaultBranchOf } from '../default-branch.ts';
import { openRepository } from '../git/repository.ts';
import { filesOf } from '../git/tree-files.ts';
import { insertJob } from '../job-runs.ts';
import { textOf } from '../json.ts';
import type { JsonObject } from '../json.ts';
import { invalid, refuse } from '../reply.ts';
import type { ProjectRow } from '../rows.ts';
import { numberSetting } from '../settings.ts';

const configFile = '.gitlab-ci.yml';
const noSha = '0'.repeat(40);

/** What a new pipeline runs for. */
export interface NewPipeline {
  /** As the pipeline shows it; a merge request's is `refs/merge-requests/1/head`. */
  readonly ref: string;
  /** The branch or tag that the rules of the jobs see. */
  readonly branch: string;
  readonly tag: boolean;
  readonly sha: string;
  readonly source: PipelineSource;
  readonly variables: readonly PipelineVariable[];
  readonly inputs?: JsonObject | undefined;
  readonly mergeRequestId: number | null;
  /** Keep a pipeline whose configuration is broken, as a failed one, in place of refusing it. */
  readonly broken: 'refused' | 'kept as failed';
}

/** The refusal of a pipeline: `{"message": {"base": ["…"]}}` with 400 (POST /projects/:id/pipeline, 18.9). */
export function refusePipeline(text: string): never {
  return refuse(invalid({ base: [text] }));
}

/** The branch or tag of a name, and the commit it stands at; else the pipeline is refused. */
export function refOf(call: Call, project: ProjectRow, name: string) {
  const repository = openRepository(call.world.state, project.id);
  const short = name.replace(/^refs\/(heads|tags)\//, '');
  const [branch, tag] = [repository.ref('heads', short), repository.ref('tags', short)];
  const sha = branch ?? tag ?? refusePipeline('Reference not found');
  return { ref: short, branch: short, tag: branch === undefined, sha };
}

/** Creates a pipeline from the configuration at its commit; nothing runs its jobs. */
export function createPipeline(call: Call, project: ProjectRow, wanted: NewPipeline): PipelineRow {
  requireVariables(call, project, wanted.variables);
  limitPipelines(call, project, wanted.sha);
  const files = filesAt(call, project, wanted.sha);
  const text = files.get(configFile) ?? refusePipeline('Missing CI config file');
  const filled = withInputs(text, wanted.inputs ?? {});
  const plan =
    'error' in filled
      ? ({ kind: 'invalid', error: filled.error } as const)
      : planPipeline(filled.text, contextOf(call, project, wanted, files));
  switch (plan.kind) {
    case 'jobs': {
      const pipeline = insertPipeline(call, project, wanted, 'pending', plan.name, null);
      insertJobs(call, pipeline, plan.jobs);
      settlePipeline(call.world, pipeline);
      return pipeline;
    }
    case 'invalid':
      if (wanted.broken === 'refused') return refusePipeline(plan.error);
      return insertPipeline(call, project, wanted, 'failed', null, plan.error);
    case 'filtered':
      return refusePipeline(plan.error);
  }
}

/** Off unless the settings hold a number; both limits are for a minute (POST /projects/:id/pipeline, 18.9). */
function limitPipelines({ world, user }: Call, project: ProjectRow, sha: string): void {
  const counted = [
    ['pipeline_limit_per_project_user_sha', `${project.id} ${user?.id ?? 0} ${sha}`],
    ['pipeline_limit_per_user', `${user?.id ?? 0}`],
  ] as const;
  const passed = counted.filter(([setting, key]) => {
    const requests = numberSetting(world.state.settings, setting, 0);
    return requests > 0 && isOverLimit(world, `${setting} ${key}`, { requests, seconds: 60 });
  });
  if (passed.length > 0) refusePipeline('Too many pipelines created in the last minute. Try again later.');
}

/** The texts of a commit's files, read when they are asked for. */
function filesAt(call: Call, project: ProjectRow, sha: string): Pick<ReadonlyMap<string, string>, 'get' | 'has'> {
  const repository = openRepository(call.world.state, project.id);
  const files = filesOf(repository, repository.commit(sha)?.tree);
  return {
    has: (path) => files.has(path),
    get: (path) => {
      const file = files.get(path);
      return file === undefined ? undefined : repository.blob(file.sha)?.toString('utf8');
    },
  };
}

const roles: Readonly<Record<string, number>> = { developer: 30, maintainer: 40, owner: 50, no_one_allowed: Infinity };

/** Whether the caller may set variables, which is the project's to say. */
export function maySetVariables(call: Call, project: ProjectRow): boolean {
  const least = roles[textOf(project.attributes['ci_pipeline_variables_minimum_override_role'] ?? 'developer')] ?? 30;
  return (call.admin ? 60 : levelOn(call, { type: 'project', row: project })) >= least;
}

/** Variables need the right to set them; a name may stand only once (POST /projects/:id/pipeline, 18.9). */
function requireVariables(call: Call, project: ProjectRow, variables: readonly PipelineVariable[]): void {
  if (variables.length === 0) return;
  if (!maySetVariables(call, project)) refusePipeline('Insufficient permissions to set pipeline variables');
  const keys = variables.map((variable) => variable.key);
  const twice = [...new Set(keys.filter((key, position) => keys.indexOf(key) !== position))];
  if (twice.length === 1) refusePipeline(`Duplicate variable name: ${twice.join(', ')}`);
  if (twice.length > 1) refusePipeline(`Duplicate variable names: ${twice.join(', ')}`);
}

function contextOf(
  call: Call,
  project: ProjectRow,
  wanted: NewPipeline,
  files: { readonly has: (path: string) => boolean },
): CiContext {
  const merging = wanted.mergeRequestId !== null;
  return {
    ref: wanted.branch,
    tag: wanted.tag,
    source: wanted.source,
    hasFile: (path) => files.has(path),
    variables: {
      CI_COMMIT_REF_NAME: wanted.branch,
      CI_COMMIT_SHA: wanted.sha,
      CI_PIPELINE_SOURCE: wanted.source,
      CI_DEFAULT_BRANCH: defaultBranchOf(call.world.state, project),
      CI_PROJECT_PATH: project.full_path,
      // A merge request's pipeline is that of no branch.
      ...(wanted.tag ? { CI_COMMIT_TAG: wanted.branch } : merging ? {} : { CI_COMMIT_BRANCH: wanted.branch }),
      ...(merging ? { CI_MERGE_REQUEST_ID: String(wanted.mergeRequestId) } : {}),
      ...Object.fromEntries(wanted.variables.map((variable) => [variable.key, variable.value])),
    },
  };
}

function insertPipeline(
  call: Call,
  project: ProjectRow,
  wanted: NewPipeline,
  status: CiState,
  name: string | null,
  yamlErrors: string | null,
): PipelineRow {
  const { state, clock } = call.world;
  const now = timestamp(clock);
  const commit = openRepository(state, project.id).commit(wanted.sha);
  return state.pipelines.insert({
    iid: Math.max(0, ...state.pipelinesOf(project.id).map((pipeline) => pipeline.iid)) + 1,
    project_id: project.id,
    status,
    source: wanted.source,
    ref: wanted.ref,
    sha: wanted.sha,
    before_sha: noSha,
    tag: wanted.tag,
    name,
    yaml_errors: yamlErrors,
    user_id: actor(call).id,
    variables: wanted.variables,
    merge_request_id: wanted.mergeRequestId,
    parent_id: null,
    created_at: now,
    updated_at: now,
    started_at: null,
    finished_at: status === 'failed' ? now : null,
    committed_at: commit === undefined ? null : new Date(commit.committer.seconds * 1000).toISOString(),
  });
}

function insertJobs(call: Call, pipeline: PipelineRow, jobs: readonly PlannedJob[]): void {
  const first = jobs.find((job) => job.when !== 'manual')?.stage ?? jobs[0]?.stage;
  const reached = jobs.findIndex((job) => job.stage === first);
  for (const [position, job] of jobs.entries()) {
    const begins = job.stage === first || position < reached;
    const status = !begins ? 'created' : statusAtStart(job.when);
    const { kind, name, stage, allowFailure: allow_failure, tags: tag_list } = job;
    insertJob(call, pipeline, { kind, name, stage, status, allow_failure, tag_list, user_id: pipeline.user_id });
  }
}

function statusAtStart(when: string): CiState {
  if (when === 'manual') return 'manual';
  if (when === 'delayed') return 'scheduled';
  return when === 'on_failure' ? 'skipped' : 'pending';
}
