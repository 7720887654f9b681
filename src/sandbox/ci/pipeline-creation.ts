import { levelOn } from '../access/access.ts';
import { isOverLimit } from '../http/application-limit.ts';
import { actor } from '../http/request-context.ts';
import type { RequestContext } from '../http/request-context.ts';
import { planPipeline } from './config.ts';
import { withInputs } from './inputs.ts';
import type { PlannedJob } from './config.ts';
import type { CiContext } from './job-rules.ts';
import type { CiState, PipelineRow, PipelineSource, PipelineVariable } from './rows.ts';
import { settlePipeline } from './status.ts';
import { timestamp } from '../store/clock.ts';
import { defaultBranchOf } from '../repository/default-branch.ts';
import { openRepository } from '../git/repository.ts';
import { filesOf } from '../git/tree-files.ts';
import { insertJob } from './job-runs.ts';
import { textOf } from '../store/json.ts';
import type { JsonObject } from '../store/json.ts';
import { invalid, refuse } from '../http/reply.ts';
import type { ProjectRow } from '../projects/rows.ts';
import { numberSetting } from '../settings/typed-settings.ts';

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
  /** Where the branch stood before a push. */
  readonly before?: string | undefined;
  /** The paths that were changed; undefined where nothing was pushed, or everything is new. */
  readonly changed?: readonly string[] | undefined;
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
export function refOf(context: RequestContext, project: ProjectRow, name: string) {
  const repository = openRepository(context.platform.state, project.id);
  const short = name.replace(/^refs\/(heads|tags)\//, '');
  const [branch, tag] = [repository.ref('heads', short), repository.ref('tags', short)];
  const sha = branch ?? tag ?? refusePipeline('Reference not found');
  return { ref: short, branch: short, tag: branch === undefined, sha };
}

/** Creates a pipeline from the configuration at its commit, or refuses it; nothing runs its jobs. */
export function createPipeline(context: RequestContext, project: ProjectRow, wanted: NewPipeline): PipelineRow {
  requireVariables(context, project, wanted.variables);
  const made = makePipeline(context, project, wanted);
  return typeof made === 'string' ? refusePipeline(made) : made;
}

const skipping = /\[(ci[ _-]skip|skip[ _-]ci)\]/i;

/** Creates the pipeline that a push or a merge request starts; undefined where there is none to be, and nobody is told why. */
export function startPipeline(
  context: RequestContext,
  project: ProjectRow,
  wanted: NewPipeline,
): PipelineRow | undefined {
  const message = openRepository(context.platform.state, project.id).commit(wanted.sha)?.message ?? '';
  const skipped = skipping.test(message) && filesAt(context, project, wanted.sha).has(configFile);
  // Guess: where there is no configuration, a commit that skips CI leaves no pipeline either.
  if (skipped) return insertPipeline(context, project, wanted, 'skipped', null, null);
  const made = makePipeline(context, project, wanted);
  return typeof made === 'string' ? undefined : made;
}

/** A pipeline, or why there is none. */
function makePipeline(context: RequestContext, project: ProjectRow, wanted: NewPipeline): PipelineRow | string {
  if (isOverLimits(context, project, wanted.sha)) return tooMany;
  const files = filesAt(context, project, wanted.sha);
  const text = files.get(configFile);
  if (text === undefined) return 'Missing CI config file';
  const filled = withInputs(text, wanted.inputs ?? {});
  const plan =
    'error' in filled
      ? ({ kind: 'invalid', error: filled.error } as const)
      : planPipeline(filled.text, contextOf(context, project, wanted, files));
  switch (plan.kind) {
    case 'jobs': {
      const pipeline = insertPipeline(context, project, wanted, 'pending', plan.name, null);
      insertJobs(context, pipeline, plan.jobs);
      settlePipeline(context.platform, pipeline);
      return pipeline;
    }
    case 'invalid':
      if (wanted.broken === 'refused') return plan.error;
      return insertPipeline(context, project, wanted, 'failed', null, plan.error);
    case 'filtered':
      return plan.error;
  }
}

const tooMany = 'Too many pipelines created in the last minute. Try again later.';

/** Off unless the settings hold a number; both limits are for a minute (POST /projects/:id/pipeline, 18.9). */
function isOverLimits({ platform, user }: RequestContext, project: ProjectRow, sha: string): boolean {
  const counted = [
    ['pipeline_limit_per_project_user_sha', `${project.id} ${user?.id ?? 0} ${sha}`],
    ['pipeline_limit_per_user', `${user?.id ?? 0}`],
  ] as const;
  const passed = counted.filter(([setting, key]) => {
    const requests = numberSetting(platform.state.settings, setting, 0);
    return requests > 0 && isOverLimit(platform, `${setting} ${key}`, { requests, seconds: 60 });
  });
  return passed.length > 0;
}

/** The texts of a commit's files, read when they are asked for. */
function filesAt(
  context: RequestContext,
  project: ProjectRow,
  sha: string,
): Pick<ReadonlyMap<string, string>, 'get' | 'has'> {
  const repository = openRepository(context.platform.state, project.id);
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
export function maySetVariables(context: RequestContext, project: ProjectRow): boolean {
  const least = roles[textOf(project.attributes['ci_pipeline_variables_minimum_override_role'] ?? 'developer')] ?? 30;
  return (context.admin ? 60 : levelOn(context, { type: 'project', row: project })) >= least;
}

/** Variables need the right to set them; a name may stand only once (POST /projects/:id/pipeline, 18.9). */
function requireVariables(context: RequestContext, project: ProjectRow, variables: readonly PipelineVariable[]): void {
  if (variables.length === 0) return;
  if (!maySetVariables(context, project)) refusePipeline('Insufficient permissions to set pipeline variables');
  const keys = variables.map((variable) => variable.key);
  const twice = [...new Set(keys.filter((key, position) => keys.indexOf(key) !== position))];
  if (twice.length === 1) refusePipeline(`Duplicate variable name: ${twice.join(', ')}`);
  if (twice.length > 1) refusePipeline(`Duplicate variable names: ${twice.join(', ')}`);
}

/** What the rules of the jobs may ask about a new pipeline. */
export function contextOf(
  context: RequestContext,
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
    changed: wanted.changed,
    variables: {
      CI_COMMIT_REF_NAME: wanted.branch,
      CI_COMMIT_SHA: wanted.sha,
      CI_PIPELINE_SOURCE: wanted.source,
      CI_DEFAULT_BRANCH: defaultBranchOf(context.platform.state, project),
      CI_PROJECT_PATH: project.full_path,
      // A merge request's pipeline is that of no branch.
      ...(wanted.tag ? { CI_COMMIT_TAG: wanted.branch } : merging ? {} : { CI_COMMIT_BRANCH: wanted.branch }),
      ...(merging ? { CI_MERGE_REQUEST_ID: String(wanted.mergeRequestId) } : {}),
      ...Object.fromEntries(wanted.variables.map((variable) => [variable.key, variable.value])),
    },
  };
}

function insertPipeline(
  context: RequestContext,
  project: ProjectRow,
  wanted: NewPipeline,
  status: CiState,
  name: string | null,
  yamlErrors: string | null,
): PipelineRow {
  const { state, clock } = context.platform;
  const now = timestamp(clock);
  const commit = openRepository(state, project.id).commit(wanted.sha);
  return state.pipelines.insert({
    iid: Math.max(0, ...state.pipelinesOf(project.id).map((pipeline) => pipeline.iid)) + 1,
    project_id: project.id,
    status,
    source: wanted.source,
    ref: wanted.ref,
    sha: wanted.sha,
    before_sha: wanted.before ?? noSha,
    tag: wanted.tag,
    name,
    yaml_errors: yamlErrors,
    user_id: actor(context).id,
    variables: wanted.variables,
    merge_request_id: wanted.mergeRequestId,
    parent_id: null,
    created_at: now,
    updated_at: now,
    started_at: null,
    finished_at: status === 'failed' || status === 'skipped' ? now : null,
    committed_at: commit === undefined ? null : new Date(commit.committer.seconds * 1000).toISOString(),
  });
}

function insertJobs(context: RequestContext, pipeline: PipelineRow, jobs: readonly PlannedJob[]): void {
  const first = jobs.find((job) => job.when !== 'manual')?.stage ?? jobs[0]?.stage;
  const reached = jobs.findIndex((job) => job.stage === first);
  for (const [position, job] of jobs.entries()) {
    const begins = job.stage === first || position < reached;
    const status = !begins ? 'created' : statusAtStart(job.when);
    const { kind, name, stage, allowFailure: allow_failure, tags: tag_list } = job;
    insertJob(context, pipeline, { kind, name, stage, status, allow_failure, tag_list, user_id: pipeline.user_id });
  }
}

function statusAtStart(when: string): CiState {
  if (when === 'manual') return 'manual';
  if (when === 'delayed') return 'scheduled';
  return when === 'on_failure' ? 'skipped' : 'pending';
}
