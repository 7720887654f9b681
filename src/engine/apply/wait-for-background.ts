import { setTimeout as wait } from 'node:timers/promises';
import { ApiError } from '../../api/api-error.ts';
import type { Client } from '../../api/client.ts';
import { withoutSecrets } from '../../base/hidden-values.ts';
import { isList } from '../../base/shape.ts';
import type { Call, Json, JsonObject } from '../../model.ts';
import type { Failure } from '../../outcome.ts';
import type { Background } from '../../read.ts';

/** How long is waited for what the platform goes on with, and how often it is looked, in milliseconds. */
const LONGEST = 20_000;
const SHORTEST_PAUSE = 50;
const LONGEST_PAUSE = 2_000;

/**
 * Waits for what the platform goes on with after an answer, for a while, and gives why that has failed. What takes longer has begun, and goes
 * on whether anybody looks or not; what cannot be looked at is not waited for.
 */
export async function waitForBackground(
  { method, path }: Call,
  background: Background,
  answer: JsonObject,
  client: Pick<Client, 'read'>,
  longest = LONGEST,
): Promise<Failure | undefined> {
  const { read, field, failed } = background;
  const at = read.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(inPath(answer[name])));
  const began = performance.now();
  let shown = answer;
  for (let pause = SHORTEST_PAUSE; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
    const now = shown[field];
    if (typeof now !== 'string') return undefined;
    if (failed.is.includes(now)) return cameToNothing({ method, path }, now, shown[failed.why] ?? null);
    if (!background.while.includes(now) || performance.now() - began + pause > longest) return undefined;
    await wait(pause);
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

function cameToNothing(call: Pick<Call, 'method' | 'path'>, now: string, why: Json): Failure {
  const because = typeof why === 'string' && why !== '' ? `: ${withoutSecrets(why)}` : '';
  return {
    code: 'not-accepted',
    message: `GitLab took the call, and what it went on with is ${now}${because}`,
    call,
    remedy: 'what it has made so far stands there: delete it in GitLab and apply again to have it anew, or let it be',
  };
}
