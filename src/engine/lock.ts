import { isMap } from '../base/shape.ts';
import { toldWords } from '../base/told-words.ts';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '../api/api-error.ts';
import type { Client } from '../api/client.ts';
import type { Desired, Json, JsonObject } from '../model.ts';

type OutOfReach = 'forbidden' | 'not-found';

/** The lock of a run, who has it, or that its project keeps it from this token. */
export type Lock =
  | { readonly type: 'held'; release(): Promise<'released' | 'lost'> }
  | { readonly type: 'taken'; readonly holder: string; readonly since: string }
  | { readonly type: 'out of reach'; readonly why: OutOfReach };

const BETWEEN_TRIES = 2_000;

/** Somebody else who has the lock, as they have said. */
export type Holder = Pick<Extract<Lock, { readonly type: 'taken' }>, 'holder' | 'since'>;

/**
 * Takes the lock of a configuration: that of a Terraform state, which every project has (POST
 * /projects/:id/terraform/state/:name/lock, 18.9). Tries for `patience` milliseconds while somebody else has it, and no longer than until it is told to stop. Each holder that is
 * waited for is told once. Throws ApiError.
 */
export async function takeLock(
  client: Client,
  lock: NonNullable<Desired['lock']>,
  patience: number,
  stop: AbortSignal = new AbortController().signal,
  waiting: (holder: Holder) => void = () => undefined,
): Promise<Lock> {
  const path = lockPath(lock);
  const id = randomUUID();
  const body = { ID: id, Operation: 'apply', Info: 'keelson apply', Version: '1', Path: '', Created: now(), Who: '' };
  const until = performance.now() + patience;
  let told: Holder | undefined;
  for (;;) {
    const holder = await client
      .send({ method: 'POST', path, body, mayBeAnything: true })
      .then(() => undefined, refusalOf);
    if (typeof holder === 'string') return { type: 'out of reach', why: holder };
    // An answer may have been lost on the way to a request that was repeated: then the holder is this run.
    if (holder === undefined || holder['ID'] === id) {
      const kept = lockPath({ ...lock, project: await numberOf(client, lock.project) });
      return { type: 'held', release: () => release(client, kept, id) };
    }
    const taken: Lock = { type: 'taken', holder: text(holder['Who']), since: text(holder['Created']) };
    if (performance.now() >= until) return taken;
    if (told?.holder !== taken.holder || told.since !== taken.since) waiting(taken);
    told = taken;
    await sleep(BETWEEN_TRIES, undefined, { signal: stop }).catch(() => undefined);
    if (stop.aborted) return taken;
  }
}

/** Takes the lock away from whoever has it: its holder has died. Throws ApiError. */
export async function breakLock(client: Client, lock: NonNullable<Desired['lock']>): Promise<void> {
  await client.send({ method: 'DELETE', path: lockPath(lock), mayBeAnything: true }).catch((error: unknown) => {
    // There is none to break; and where the project keeps it from this token, taking it says so.
    if (!(error instanceof ApiError && isOutOfReach(error))) throw error;
  });
}

/** Gives a lock back; `lost` where it is this run's no longer, since somebody has forced it open (409, and 423 in newer versions). */
async function release(client: Client, path: string, id: string): Promise<'released' | 'lost'> {
  try {
    await client.send({ method: 'DELETE', path, query: { ID: id }, mayBeAnything: true });
    return 'released';
  } catch (error) {
    if (error instanceof ApiError && (error.status === 409 || error.status === 423)) return 'lost';
    throw error;
  }
}

/**
 * The number of the project of a lock, or its path where that is all there is: the run may rename the groups it is in, and what was moved
 * answers under its old path to reads alone (405, 18.9).
 */
async function numberOf(client: Client, project: string): Promise<string | number> {
  const found = await client.read({ path: `/projects/${encodeURIComponent(project)}` }).catch(() => undefined);
  const id = isMap(found) ? found['id'] : undefined;
  return typeof id === 'number' ? id : project;
}

function lockPath({ project, name }: { readonly project: string | number; readonly name: string }): string {
  return `/projects/${encodeURIComponent(project)}/terraform/state/${encodeURIComponent(name)}/lock`;
}

/**
 * A lock that is taken answers 409, and newer versions 423, with what its holder has said of itself; one in a project that the token does not
 * see 404, and where its user is no maintainer 403.
 */
function refusalOf(error: unknown): JsonObject | OutOfReach {
  if (!(error instanceof ApiError)) throw error;
  if (isOutOfReach(error)) return error.code;
  if (error.status !== 409 && error.status !== 423) throw error;
  return isMap(error.body) ? error.body : {};
}

function isOutOfReach(error: ApiError): error is ApiError & { readonly code: OutOfReach } {
  return error.code === 'forbidden' || error.code === 'not-found';
}

function text(value: Json | undefined): string {
  return typeof value === 'string' && value !== '' ? toldWords(value) : 'unknown';
}

function now(): string {
  return new Date().toISOString();
}
