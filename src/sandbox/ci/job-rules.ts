import { holdsExpression } from './expression.ts';
import type { CiVariables } from './expression.ts';
import type { PipelineSource } from './rows.ts';
import { isJsonObject, textOf } from '../store/json.ts';
import type { Json, JsonObject } from '../store/json.ts';
import { fitsGlob } from './path-globs.ts';

/** What a pipeline runs for, as far as the rules of its jobs ask. */
export interface CiContext {
  readonly ref: string;
  readonly tag: boolean;
  readonly source: PipelineSource;
  readonly variables: CiVariables;
  /** Whether the commit has this file. */
  readonly hasFile: (path: string) => boolean;
  /** Whether the configuration has `workflow:rules`: its jobs then have no `only` by default (18.9). */
  readonly hasWorkflowRules?: boolean;
  /** The paths that a push or a merge request changes; undefined where all count as changed. */
  readonly changed?: readonly string[] | undefined;
}

/** How a job joins a pipeline. */
export interface Joining {
  readonly when: string;
  readonly allowFailure: boolean;
}

/** How a job joins the pipeline by its `rules`, or by `only` and `except`; undefined when it stays out. */
export function joiningOf(job: JsonObject, context: CiContext): Joining | undefined {
  const when = textOf(job['when']) || 'on_success';
  // A manual job without rules does not hold the pipeline up.
  const manual = when === 'manual' && job['rules'] === undefined;
  const allowFailure = typeof job['allow_failure'] === 'boolean' ? job['allow_failure'] : manual;
  if (Array.isArray(job['rules'])) return byRules(job['rules'] as readonly Json[], context, { when, allowFailure });
  const only = job['only'] ?? (context.hasWorkflowRules ? undefined : ['branches', 'tags']);
  if (
    (only !== undefined && !isListed(only, context)) ||
    (job['except'] !== undefined && isListed(job['except'], context))
  )
    return undefined;
  return when === 'never' ? undefined : { when, allowFailure };
}

function byRules(rules: readonly Json[], context: CiContext, otherwise: Joining): Joining | undefined {
  const rule = rules.filter(isJsonObject).find((one) => ruleHolds(one, context));
  if (rule === undefined) return undefined;
  const when = textOf(rule['when']) || otherwise.when;
  const allowFailure = typeof rule['allow_failure'] === 'boolean' ? rule['allow_failure'] : otherwise.allowFailure;
  return when === 'never' ? undefined : { when, allowFailure };
}

/** Whether all clauses of a rule hold. `changes` does, where nothing was pushed (rules, 18.9). */
export function ruleHolds(rule: JsonObject, context: CiContext): boolean {
  if (rule['if'] !== undefined && holdsExpression(textOf(rule['if']), context.variables) !== true) return false;
  if (!isChanged(rule['changes'], context)) return false;
  if (!Array.isArray(rule['exists'])) return true;
  return (rule['exists'] as readonly Json[]).some((path) => context.hasFile(textOf(path)));
}

/** Whether one of the named paths was changed (rules:changes and only:changes, 18.9). */
function isChanged(named: Json | undefined, { changed }: CiContext): boolean {
  if (named === undefined || changed === undefined) return true;
  const patterns = listOf(isJsonObject(named) ? named['paths'] : named);
  return patterns.some((pattern) => changed.some((path) => fitsGlob(pattern, path)));
}

const sourceWords: Readonly<Record<string, PipelineSource>> = {
  api: 'api',
  chat: 'chat',
  external: 'external',
  merge_requests: 'merge_request_event',
  pipelines: 'pipeline',
  pushes: 'push',
  schedules: 'schedule',
  triggers: 'trigger',
  web: 'web',
};

/** Whether `only` or `except` names this pipeline: by kind of ref, source, name, pattern or variables. */
function isListed(policy: Json, context: CiContext): boolean {
  if (isJsonObject(policy)) {
    const refs = policy['refs'] === undefined || isListed(policy['refs'], context);
    const expressions = listOf(policy['variables']);
    const named = policy['variables'] === undefined;
    return (
      refs &&
      isChanged(policy['changes'], context) &&
      (named || expressions.some((one) => holdsExpression(one, context.variables) === true))
    );
  }
  return listOf(policy).some((word) => names(word, context));
}

function listOf(value: Json | undefined): readonly string[] {
  return Array.isArray(value) ? (value as readonly Json[]).map(textOf) : value == null ? [] : [textOf(value)];
}

function names(word: string, context: CiContext): boolean {
  const merging = context.source === 'merge_request_event';
  if (word === 'branches') return !context.tag && !merging;
  if (word === 'tags') return context.tag;
  const source = sourceWords[word];
  if (source !== undefined) return context.source === source;
  const pattern = /^\/(.*)\/(i?)$/.exec(word);
  if (pattern === null) return word === context.ref;
  try {
    return new RegExp(pattern[1] ?? '', pattern[2]).test(context.ref);
  } catch {
    return false;
  }
}
