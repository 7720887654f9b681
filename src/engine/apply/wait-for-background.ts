import { setTimeout as wait } from 'node:timers/promises';
import { ApiError } from '../../api/api-error.ts';
import type { Client } from '../../api/client.ts';
import { withoutSecrets } from '../../base/hidden-values.ts';
import { isList } from '../../base/shape.ts';
import type { Call, Json, JsonObject } from '../../model.ts';
import type { Failure } from '../../outcome.ts';
import type { Background } from '../../read.ts';
import type { ApplyContext } from './apply-context.ts';

/** How long is waited for what the platform goes on with where nothing depends on it, and how often it is looked, in milliseconds. */
const LONGEST = 20_000;
const SHORTEST_PAUSE = 50;
const LONGEST_PAUSE = 2_000;

/**
 * Waits for what the platform goes on with after an answer, for a while, and gives why that has failed. What takes longer has begun, and goes
 * on whether anybody looks or not: that is told where what comes next has to find it done. What cannot be looked at is not waited for.
 */
export async function waitForBackground(
  { method, path }: Call,
  background: Background,
  answer: JsonObject,
  { client, stop }: Pick<ApplyContext, 'stop'> & { readonly client: Pick<Client, 'read'> },
  longest = (background.patience ?? LONGEST / 1000) * 1000,
): Promise<Failure | undefined> {
  const { read, field, failed, patience } = background;
  const at = read.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(inPath(answer[name])));
  const began = performance.now();
  let shown = answer;
  for (let pause = SHORTEST_PAUSE; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
    const now = shown[field];
    if (typeof now !== 'string') return undefined;
    if (failed.is.includes(now)) return cameToNothing({ method, path }, now, shown[failed.why] ?? null);
    if (!background.while.includes(now)) return undefined;
    const isOver = performance.now() - began + pause > longest || (patience !== undefined && stop.aborted);
    if (isOver) return patience === undefined ? undefined : goesOn({ method, path }, now);
    await wait(pause, undefined, patience === undefined ? {} : { signal: stop }).catch(() => undefined);
    const looked = await client.read({ ...read, path: at, mayBeMissing: true }).catch((error: unknown) => {
      if (error instanceof ApiError) return undefined;
      throw error;
    });
    if (looked === undefined || isList(looked)) return undefined;
    shown = looked;
  }
}

function inPath(value: Json | undefined): string {
  return typeof value === 'number' || typeof value === 'string' ? String(value) : '';
}

function goesOn(call: Pick<Call, 'method' | 'path'>, now: string): Failure {
  return {
    code: 'not-accepted',
    message: `GitLab took the call, and goes on with it (${now}), so that nothing more was sent`,
    call,
    remedy: 'apply again once GitLab has finished',
  };
}

function cameToNothing(call: Pick<Call, 'method' | 'path'>, now: string, why: Json): Failure {
  const because = typeof why === 'string' && why !== '' ? `: ${withoutSecrets(why)}` : '';
  return {
    code: 'not-accepted',
    message: `GitLab took the call, and what it went on with is ${now}${because}`,
    call,
    remedy: 'what it has made so far stands there: delete it in GitLab and apply again to have it anew, or let it be',
  };
}
