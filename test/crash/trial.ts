import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { textOf } from '../../src/sandbox/store/json.ts';
import type { Snapshot } from '../../src/sandbox/store/state.ts';
import type { Mishap } from './mishap.ts';
import { normalState, survivors } from './normal-state.ts';
import { complete, runHere, start, type Ended } from './program.ts';
import { afterFile, applyArguments, journalOf, printed, secrets, type Stage } from './stage.ts';
import type { Aim, Seen } from './wire.ts';

/** What a run without faults sends, and what it leads to. */
export interface Reference {
  readonly requests: readonly Seen[];
  readonly state: readonly string[];
  readonly survivors: readonly string[];
}

/** The files that the tokens in the document go to, by what is made with them. */
const SINKS = {
  ...{ 'runner shared': 'shared', 'runner fleet': 'fleet', 'runner build': 'build', 'runner deploy': 'deploy' },
  ...{ 'runner cards': 'cards', 'runner app': 'app', 'deploy token pushes': 'pushes' },
  ...{ 'access token bot': 'bot-2', 'access token fresh': 'fresh', 'access token app': 'app-bot' },
  ...{ 'access token turning': 'turning-2' },
};

/** Two of one name, of a group and of a project. */
const TWO_SINKS = ['pulls-2', 'app-pulls-2'];

/** Applies the document without faults. Throws where that does not end well. */
export async function referenceRun(stage: Stage, concurrency: number): Promise<Reference> {
  const folder = stage.reset();
  complete(await runHere(folder, applyArguments(concurrency), stage.env), 'the run without faults');
  const requests = [...stage.wire.seen];
  const now = stage.sandbox.state();
  const wrong = [...lostSecrets(folder, now), ...(await nextPlan(stage, folder))];
  if (wrong.length > 0) throw new Error(`the run without faults: ${wrong.join('\n')}`);
  rmSync(folder, { recursive: true });
  return { requests, state: normalState(now), survivors: survivors(stage.before, now) };
}

/** Applies the document while one request comes to grief, applies it again if need be, and says what is not as it should be. */
export async function trial(
  stage: Stage,
  reference: Reference,
  request: number,
  mishap: Mishap,
  concurrency: number,
): Promise<string[]> {
  const folder = stage.reset();
  const first = mishap.startsWith('killed') ? runKilled : runThrough;
  const runs = [await first(stage, folder, request, mishap, concurrency)];
  stage.wire.disarm();
  if (runs[0]?.status !== 0) runs.push(await runHere(folder, applyArguments(concurrency), stage.env));
  const wrong = await judged(stage, reference, folder, runs);
  rmSync(folder, { recursive: true });
  return wrong.length === 0 ? [] : [...wrong, ...runs.map(({ text }) => text.slice(text.lastIndexOf('\nPlan: ')))];
}

/** Applies the document once while what is aimed at comes to grief, and says what is not as it should be; undefined where that run does not end well. */
export async function untroubled(
  stage: Stage,
  reference: Reference,
  aim: Aim,
  isStalled: boolean,
): Promise<string[] | undefined> {
  const folder = stage.reset();
  stage.wire.armAll(aim);
  const run = await runHere(folder, applyArguments(1), isStalled ? impatient(stage.env) : stage.env);
  stage.wire.disarm();
  const wrong = run.status === 0 ? await judged(stage, reference, folder, [run]) : undefined;
  rmSync(folder, { recursive: true });
  return wrong;
}

/** What is not as it should be once these runs are over. */
async function judged(stage: Stage, reference: Reference, folder: string, runs: readonly Ended[]): Promise<string[]> {
  const journal = journalOf(folder);
  // Whoever was deleted by the last of the requests is gone a moment later, before a request that comes then.
  await new Promise((resolve) => setTimeout(resolve, 120));
  await fetch(`${stage.sandbox.url}/api/v4/user`, { headers: { 'PRIVATE-TOKEN': stage.sandbox.token } });
  const now = stage.sandbox.state();
  return [
    ...(runs.at(-1)?.status === 0 ? [] : [`the run after it ends with ${String(runs.at(-1)?.status)}`]),
    ...differences(reference.state, normalState(now)),
    ...missing(reference.survivors, survivors(stage.before, now)).map((row) => `deleted without a plan: ${row}`),
    ...lostSecrets(folder, now),
    ...leaks(stage, now, `${printed(runs)}\n${journal}`),
    ...(await nextPlan(stage, folder)),
  ];
}

/** Only a stall is waited for; a busy machine is not to be taken for one. */
function impatient(env: Stage['env']): Stage['env'] {
  return { ...env, KEELSON_TIMEOUT: '1' };
}

/** Applies the document while somebody else makes one of its requests a moment before, applies it again, and says what of theirs is gone. */
export async function overtakenTrial(stage: Stage, request: number): Promise<string[]> {
  const folder = stage.reset();
  let then = stage.before;
  stage.wire.arm(request, 'overtaken', () => {
    then = stage.sandbox.state();
  });
  const runs = [await runHere(folder, applyArguments(1), stage.env)];
  stage.wire.disarm();
  if (runs[0]?.status !== 0) runs.push(await runHere(folder, applyArguments(1), stage.env));
  const now = stage.sandbox.state();
  rmSync(folder, { recursive: true });
  // What was there before the run may be declared away; what has come since is this run's, or theirs.
  const since = missing(survivors(then, then), survivors(stage.before, stage.before));
  const gone = missing(since, survivors(then, now)).map((row) => `deleted without a plan: ${row}`);
  return gone.length === 0 ? [] : [...gone, ...runs.map(({ text }) => text.slice(text.lastIndexOf('\nPlan: ')))];
}

async function runThrough(
  stage: Stage,
  folder: string,
  request: number,
  mishap: Mishap,
  concurrency: number,
): Promise<Ended> {
  stage.wire.arm(request, mishap);
  const env = mishap.startsWith('stall') ? impatient(stage.env) : stage.env;
  return runHere(folder, applyArguments(concurrency), env);
}

async function runKilled(
  stage: Stage,
  folder: string,
  request: number,
  mishap: Mishap,
  concurrency: number,
): Promise<Ended> {
  const started = start(folder, applyArguments(concurrency), stage.env);
  stage.wire.arm(request, mishap, () => {
    started.signal('SIGKILL');
  });
  const ended = await started.ended;
  // Two reads of one list at the same time are one or two: a run may be over before the last requests of the reference come.
  const came = stage.wire.seen.length > request;
  if (came && ended.status !== null) throw new Error(`it was not killed: ${ended.text}`);
  return ended;
}

/** A plan made now is empty. */
async function nextPlan(stage: Stage, folder: string): Promise<string[]> {
  const { status, text } = await runHere(folder, ['plan', afterFile, '--detailed-exitcode'], stage.env);
  if (text.includes('[unfinished]')) return [`the next plan still tells of an unfinished run:\n${text}`];
  return status === 0 ? [] : [`the next plan is not empty:\n${text}`];
}

/** Others have things of the same names, whose tokens are nobody's here. */
function lostSecrets(folder: string, now: Snapshot): string[] {
  const made = madeSecrets(now).map(({ what, secret }) => `${what} ${secret}`);
  const wanted = [...Object.entries(SINKS), ...TWO_SINKS.map((file) => ['deploy token pulls', file] as const)];
  return wanted.flatMap(([what, file]) => {
    const kept = readFileSync(join(folder, `${file}.token`), { encoding: 'utf8', flag: 'a+' }).trim();
    return made.includes(`${what} ${kept}`) ? [] : [`the secret of the ${what} is lost: ${file}.token holds "${kept}"`];
  });
}

/** The secrets that the platform has made and that are good still, with what each is of. */
function madeSecrets({ tables }: Snapshot): { readonly what: string; readonly secret: string }[] {
  const rows = (table: string): { readonly [column: string]: unknown }[] =>
    (tables[table] ?? []).map((row) => ({ ...(row as object) }));
  const of = (what: string, name: unknown, secret: unknown) => ({
    what: `${what} ${textOf(name)}`,
    secret: textOf(secret),
  });
  return [
    ...rows('runners').map(({ description, token }) => of('runner', description, token)),
    ...rows('deployTokens').map(({ name, secret }) => of('deploy token', name, secret)),
    ...rows('tokens').flatMap(({ kind, name, secret, revoked }) =>
      revoked === true || (kind !== 'group' && kind !== 'project') ? [] : [of('access token', name, secret)],
    ),
  ];
}

function leaks({ sandbox }: Stage, now: Snapshot, text: string): string[] {
  const tokens = madeSecrets(now).map(({ secret }) => secret);
  return [sandbox.token, ...tokens, ...Object.values(secrets)]
    .filter((secret) => text.includes(secret))
    .map((secret) => `a secret was printed: ${secret}`);
}

function differences(wanted: readonly string[], found: readonly string[]): string[] {
  return [
    ...missing(wanted, found).map((line) => `missing: ${line}`),
    ...missing(found, wanted).map((line) => `too much: ${line}`),
  ];
}

/** The lines of the first list that the second one lacks; twice there has to be twice here. */
function missing(these: readonly string[], those: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const line of those) left.set(line, (left.get(line) ?? 0) + 1);
  return these.filter((line) => {
    const count = left.get(line) ?? 0;
    left.set(line, count - 1);
    return count <= 0;
  });
}
