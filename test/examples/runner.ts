import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { glob } from '../../src/base/glob.ts';
import { planPipeline } from '../../src/sandbox/ci/config.ts';
import type { PipelineSource } from '../../src/sandbox/ci/rows.ts';

type Variables = Readonly<Record<string, string>>;

/** What a job of an example says, of the keywords that matter here. */
interface Job {
  readonly stage: string;
  readonly parallel?: number;
  readonly variables?: Variables;
  readonly before_script?: readonly string[];
  readonly script: readonly string[];
  readonly cache?: Cache | readonly [Cache];
  readonly artifacts?: { readonly paths: readonly string[] };
}

interface Cache {
  readonly key: string;
  readonly paths: readonly string[];
  readonly policy: string;
  readonly when?: string;
}

interface Pipelines {
  readonly variables?: Variables;
  readonly default?: { readonly before_script: readonly string[] };
  readonly [name: string]: unknown;
}

/** How a job ended, and all that it printed. */
export interface Ended {
  readonly job: string;
  readonly status: number | null;
  readonly text: string;
}

/** A pipeline whose automatic jobs have ended, those of a stage where none before it failed. */
export interface Ran {
  readonly jobs: readonly Ended[];
  /** Starts a manual job, with variables that are given to it alone. */
  play(job: string, variables?: Variables): Promise<Ended>;
  /** What a file has that the jobs have kept as an artifact. Throws where there is none. */
  artifact(file: string): string;
}

/** The project that a pipeline runs in: what GitLab tells its jobs, and what stands in its settings. */
export interface Project {
  /** Variables that every job gets. */
  readonly variables: Variables;
  /** Those that the default branch gets alone. */
  readonly protectedVariables: Variables;
  /** Those of pipelines of a merge request. */
  readonly mergeRequest: Variables;
}

/** Runs pipelines of one example as a GitLab Runner does. */
export interface Runner {
  readonly run: (source: PipelineSource, files: Variables, also?: Variables) => Promise<Ran>;
  /** The folders of the caches, by their keys. */
  readonly caches: Map<string, string>;
  /** The calls of the program by the job that made them, as the shell has passed them on. */
  readonly calls: readonly string[];
}

/** A folder that ends with the test. */
export function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), 'keelson-runner-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

/**
 * A runner for the pipelines in `text`: every job begins in a folder that has the files of the repository, the cache and the artifacts
 * of earlier stages, and nothing else; what it leaves there is lost but for what it says of cache and artifacts. Which jobs a pipeline
 * has is asked of the sandbox.
 */
export function runner(text: string, project: Project): Runner {
  const config = parse(text, { merge: true }) as Pipelines;
  const caches = new Map<string, string>();
  const calls: string[] = [];
  const path = programs();

  const run: Runner['run'] = async (source, files, also = {}) => {
    const isProtected = source !== 'merge_request_event';
    const predefined: Variables = {
      ...project.variables,
      ...(isProtected ? { ...project.protectedVariables, CI_COMMIT_BRANCH: 'main' } : project.mergeRequest),
      ...also,
      CI_PIPELINE_SOURCE: source,
      CI_DEFAULT_BRANCH: 'main',
      CI_COMMIT_SHORT_SHA: '1a2b3c4d',
      CI_JOB_URL: 'https://gitlab.example.com/-/jobs/1',
      CI_PIPELINE_URL: 'https://gitlab.example.com/-/pipelines/1',
    };
    const planned = planPipeline(text, { ref: 'main', tag: false, source, variables: predefined, hasFile: () => true });
    if (planned.kind !== 'jobs') throw new Error(planned.error);
    const artifacts = scratch();

    const runJob = async (name: string, more: Variables, shown: string): Promise<Ended> => {
      const job = config[name] as Job;
      const env = expanded({ ...config.variables, ...job.variables, ...predefined, ...more });
      const folder = scratch();
      for (const [file, content] of Object.entries(files)) put(join(folder, file), content);
      const [cache] = [job.cache].flat();
      const key = `${cache?.key ?? ''}-${isProtected ? 'protected' : 'non_protected'}`;
      const cached = caches.get(key);
      if (cache !== undefined && cached !== undefined) cpSync(cached, folder, { recursive: true });
      cpSync(artifacts, folder, { recursive: true });
      const called = join(scratch(), 'calls');
      const before = job.before_script ?? config.default?.before_script ?? [];
      const script = [...before, ...job.script].join('\n');
      const ended = await shell(script, folder, { ...env, PATH: path, CALLS: called });
      if (existsSync(called)) {
        const lines = readFileSync(called, 'utf8').trim().split('\n');
        calls.push(...lines.map((line) => `${shown}: ${line}`));
      }
      if (cache?.policy === 'pull-push' && (ended.status === 0 || cache.when === 'always'))
        caches.set(key, kept(folder, cache.paths));
      if (ended.status === 0) cpSync(kept(folder, job.artifacts?.paths ?? []), artifacts, { recursive: true });
      return { job: shown, ...ended };
    };

    const jobs: Ended[] = [];
    const failed = new Set<string>();
    for (const { name, stage, when } of planned.jobs) {
      const isHeldUp = [...failed].some((other) => other !== stage);
      if (when === 'manual' || (isHeldUp && when !== 'always')) continue;
      const total = (config[name] as Job).parallel ?? 1;
      for (let index = 1; index <= total; index += 1) {
        const nodes = { CI_NODE_INDEX: String(index), CI_NODE_TOTAL: String(total) };
        const ended = await runJob(name, nodes, total === 1 ? name : `${name} ${index}/${total}`);
        if (ended.status !== 0) failed.add(stage);
        jobs.push(ended);
      }
    }
    return {
      jobs,
      play: (name, variables = {}) => {
        const isManual = planned.jobs.some((job) => job.name === name && job.when === 'manual');
        if (!isManual || failed.size > 0) throw new Error(`${name} cannot be started here`);
        return runJob(name, variables, name);
      },
      artifact: (file) => readFileSync(join(artifacts, file), 'utf8'),
    };
  };
  return { run, caches, calls };
}

/** Runs a script to its end, as `sh -e` does. */
export async function shell(script: string, folder: string, env: Variables): Promise<Omit<Ended, 'job'>> {
  const child = spawn('sh', ['-e', '-c', script], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  const status = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject).on('close', resolve);
  });
  return { status, text };
}

/** The PATH of a job: `keelson` is the built program, which writes down how it was called, and `npm` has installed it already. */
export function programs(): string {
  const folder = scratch();
  const main = new URL('../../dist/main.js', import.meta.url).pathname;
  const files = {
    keelson: `#!/bin/sh\necho "$*" >> "$CALLS"\nexec "${process.execPath}" "${main}" "$@"\n`,
    npm: '#!/bin/sh\n[ "$1 $2" = "install --global" ]\n',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text, { mode: 0o755 });
  return `${folder}:${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`;
}

/** Writes a file, and the folders above it. */
export function put(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** A copy of what some paths name in a folder: folders, files, and patterns of files. */
function kept(folder: string, paths: readonly string[]): string {
  const copy = scratch();
  const names = paths.flatMap((path) =>
    path.includes('*') ? readdirSync(folder).filter(glob(path)) : [path.replace(/\/$/, '')],
  );
  for (const name of names)
    if (existsSync(join(folder, name))) cpSync(join(folder, name), join(copy, name), { recursive: true });
  return copy;
}

/** Variables may name others (the variables of a job, 18.9). */
function expanded(variables: Variables): Variables {
  const valueOf = (name: string): string => variables[name] ?? '';
  return Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [
      name,
      value.replace(/\$(?:(\w+)|\{(\w+)\})/g, (_, plain?: string, braced?: string) => valueOf(plain ?? braced ?? '')),
    ]),
  );
}
