import { parse } from 'yaml';
import { joiningOf, ruleHolds } from './job-rules.ts';
import type { CiContext } from './job-rules.ts';
import { isJsonObject, textOf } from '../store/json.ts';
import type { Json, JsonObject } from '../store/json.ts';

/** A job that a configuration puts into a pipeline, in the order of the stages. */
export interface PlannedJob {
  readonly name: string;
  readonly stage: string;
  readonly kind: 'build' | 'bridge';
  readonly when: string;
  readonly allowFailure: boolean;
  readonly tags: readonly string[];
}

/** What a configuration makes of a pipeline: its jobs, or why there is none. */
export type PipelinePlan =
  | { readonly kind: 'jobs'; readonly name: string | null; readonly jobs: readonly PlannedJob[] }
  | { readonly kind: 'invalid'; readonly error: string }
  | { readonly kind: 'filtered'; readonly error: string };

/** Keys at the top of a configuration that are no jobs. */
const keywords = new Set([
  ...['default', 'include', 'stages', 'types', 'variables', 'workflow', 'image', 'services', 'cache', 'spec'],
  ...['before_script', 'after_script'],
]);

const noJobs =
  'Pipeline will not run for the selected trigger. The rules configuration prevented any jobs from being added to the pipeline.';

/** Plans a pipeline by the text of its `.gitlab-ci.yml` (POST /projects/:id/pipeline, 18.9). */
export function planPipeline(text: string, context: CiContext): PipelinePlan {
  const config = configIn(text);
  if (typeof config === 'string') return { kind: 'invalid', error: config };
  const jobs = jobsIn(config);
  const stages = stagesOf(config);
  const errors = configErrors(jobs, stages);
  if (errors.length > 0) return { kind: 'invalid', error: errors.join(', ') };
  const variables = { ...variablesOf(config['variables']), ...context.variables };
  const workflow = config['workflow'];
  const hasWorkflowRules = isJsonObject(workflow) && workflow['rules'] !== undefined;
  const inner = { ...context, variables, hasWorkflowRules };
  if (isJsonObject(workflow) && !workflowAllows(workflow, inner)) {
    return { kind: 'filtered', error: 'Pipeline filtered out by workflow rules.' };
  }
  const planned = jobs.flatMap(([name, job]) => plannedJob(name, job, inner));
  if (planned.length === 0) return { kind: 'filtered', error: noJobs };
  const order = (job: PlannedJob) => stages.indexOf(job.stage);
  const name = isJsonObject(workflow) ? textOf(workflow['name']) || null : null;
  return { kind: 'jobs', name, jobs: planned.toSorted((a, b) => order(a) - order(b)) };
}

/** A job of a configuration with what it says, as a linter tells it. */
export interface LintedJob {
  readonly planned: PlannedJob;
  readonly job: JsonObject;
}

/** What a linter says of a configuration: all its jobs, or with a context those that would run (GET …/ci/lint, 18.9). */
export function lintConfig(text: string, context: CiContext | undefined) {
  const config = configIn(text);
  if (typeof config === 'string') return { errors: [config], merged: undefined, jobs: [] };
  const jobs = jobsIn(config);
  const stages = stagesOf(config);
  const errors = configErrors(jobs, stages);
  const plan = errors.length > 0 || context === undefined ? undefined : planPipeline(text, context);
  const refused = plan === undefined || plan.kind === 'jobs' ? errors : [plan.error];
  const shown: readonly LintedJob[] = jobs.flatMap(([name, job]) => {
    if (refused.length > 0) return [];
    if (context === undefined) return [{ planned: staticJob(name, job), job }];
    return plan?.kind === 'jobs'
      ? plan.jobs.filter((one) => one.name === name).map((planned) => ({ planned, job }))
      : [];
  });
  const order = ({ planned }: LintedJob) => stages.indexOf(planned.stage);
  return { errors: refused, merged: config, jobs: shown.toSorted((a, b) => order(a) - order(b)) };
}

/** A job by itself: no rule has been asked. */
function staticJob(name: string, job: JsonObject): PlannedJob {
  const when = textOf(job['when']) || 'on_success';
  const manual = when === 'manual' && job['rules'] === undefined;
  const allowFailure = typeof job['allow_failure'] === 'boolean' ? job['allow_failure'] : manual;
  return { name, stage: stageOf(job), kind: kindOf(job), when, allowFailure, tags: tagsOf(job) };
}

function kindOf(job: JsonObject): PlannedJob['kind'] {
  return job['trigger'] === undefined ? 'build' : 'bridge';
}

function tagsOf(job: JsonObject): readonly string[] {
  return Array.isArray(job['tags']) ? (job['tags'] as readonly Json[]).map(textOf) : [];
}

function configIn(text: string): JsonObject | string {
  try {
    const parsed = parse(text, { merge: true }) as Json;
    if (!isJsonObject(parsed)) return 'Invalid configuration format';
    return parsed['include'] === undefined ? parsed : 'Included files cannot be fetched by the sandbox';
  } catch (error) {
    const [reason = ''] = error instanceof Error ? error.message.split('\n', 1) : [];
    return `(<unknown>): ${reason}`;
  }
}

/** The visible jobs, with what they extend. */
function jobsIn(config: JsonObject): readonly (readonly [string, JsonObject])[] {
  return Object.entries(config).flatMap(([name, job]) => {
    if (keywords.has(name) || name.startsWith('.') || !isJsonObject(job)) return [];
    return [[name, extended(config, job, 0)] as const];
  });
}

function extended(config: JsonObject, job: JsonObject, depth: number): JsonObject {
  const names = [job['extends']].flat().map(textOf);
  // Deeper than this the platform refuses to follow.
  if (depth > 10 || job['extends'] === undefined) return job;
  const parents = names.map((name) => config[name]).filter(isJsonObject);
  return parents.toReversed().reduce((own, parent) => merged(extended(config, parent, depth + 1), own), job);
}

function merged(base: JsonObject, over: JsonObject): JsonObject {
  const keys = new Set([...Object.keys(base), ...Object.keys(over)]);
  const pairs = [...keys].map((key) => {
    const [below, above] = [base[key], over[key]];
    return [key, isJsonObject(below) && isJsonObject(above) ? merged(below, above) : (above ?? below)] as const;
  });
  return Object.fromEntries(pairs);
}

function stagesOf(config: JsonObject): readonly string[] {
  const named = Array.isArray(config['stages']) ? (config['stages'] as readonly Json[]).map(textOf) : undefined;
  return ['.pre', ...(named ?? ['build', 'test', 'deploy']), '.post'];
}

function configErrors(jobs: readonly (readonly [string, JsonObject])[], stages: readonly string[]): readonly string[] {
  if (jobs.length === 0) return ['jobs config should contain at least one visible job'];
  return jobs.flatMap(([name, job]) => {
    const works = job['script'] !== undefined || job['trigger'] !== undefined || job['run'] !== undefined;
    if (!works) return [`jobs:${name} config should implement the script:, run:, or trigger: keyword`];
    const stage = stageOf(job);
    if (stages.includes(stage)) return [];
    return [`${name} job: chosen stage ${stage} does not exist; available stages are ${stages.join(', ')}`];
  });
}

function stageOf(job: JsonObject): string {
  return textOf(job['stage']) || 'test';
}

function workflowAllows(workflow: JsonObject, context: CiContext): boolean {
  if (!Array.isArray(workflow['rules'])) return true;
  const rules = (workflow['rules'] as readonly Json[]).filter(isJsonObject);
  const rule = rules.find((one) => ruleHolds(one, context));
  return rule !== undefined && rule['when'] !== 'never';
}

function variablesOf(value: Json | undefined): Readonly<Record<string, string>> {
  if (!isJsonObject(value)) return {};
  const pairs = Object.entries(value).map(([name, one]) => [name, textOf(isJsonObject(one) ? one['value'] : one)]);
  return Object.fromEntries(pairs) as Record<string, string>;
}

function plannedJob(name: string, job: JsonObject, context: CiContext): readonly PlannedJob[] {
  const joining = joiningOf(job, context);
  if (joining === undefined) return [];
  const { when, allowFailure } = joining;
  return [{ name, stage: stageOf(job), kind: kindOf(job), when, allowFailure, tags: tagsOf(job) }];
}
