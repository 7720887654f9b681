import { ApiError } from '../../api/api-error.ts';
import type { Client } from '../../api/client.ts';
import type { Call, Json, JsonObject } from '../../model.ts';
import type { Finding } from '../../placeholders.ts';
import type { Read } from '../../read.ts';
import type { ApplyContext } from './apply-context.ts';
import { failureOf, FoundAnother, LookUpFailed, NotFound } from './call-failure.ts';
import { findingsIn } from '../findings-in.ts';
import { findingName } from './find-ahead.ts';
import type { FailedCall } from './settle.ts';

/**
 * Looks up whatever these calls name, before the first of them is sent: what a later one does not find would leave the change done by half,
 * and what was to be replaced gone.
 */
export async function lookUpFirst(
  calls: readonly Call[],
  { client, found }: Pick<ApplyContext, 'client' | 'found'>,
): Promise<FailedCall | undefined> {
  const [first] = calls;
  for (const call of calls) {
    for (const finding of findingsIn(call.body)) {
      try {
        await findAsSeen(client, finding, found);
      } catch (error) {
        return { call: first ?? call, failure: failureOf(error, call) };
      }
    }
  }
  return undefined;
}

/** What a call names may have gone to somebody else since the plan was made: a username, say. */
export async function findAsSeen(
  client: Client,
  { read, field, seen }: Finding,
  found: ApplyContext['found'],
): Promise<Json> {
  const value = await findOnce(client, read, field, found);
  if (seen === undefined || value === seen) return value;
  throw new FoundAnother(
    `${asked(read)} is another one by now: ${field} ${JSON.stringify(value)}, and was ${seen}`,
    read.path,
  );
}

/** What is asked for once is not asked for again, unless it could not be had. */
export function findOnce(client: Client, read: Read, field: string, found: ApplyContext['found']): Promise<Json> {
  const name = findingName(read, field);
  const known = found.get(name);
  if (known !== undefined) return known;
  const asked = findOne(client, read, field);
  found.set(name, asked);
  asked.catch(() => found.delete(name));
  return asked;
}

async function findOne(client: Client, read: Read, field: string): Promise<Json> {
  const answer = await client.read({ ...read, unpaged: true }).catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
    if (error.code !== 'not-found') throw new LookUpFailed(error);
    return [];
  });
  const rows = (Array.isArray(answer) ? answer : [answer]) as readonly (JsonObject | undefined)[];
  const [only, ...more] = rows;
  const value = only?.[field];
  if (value === undefined || more.length > 0)
    throw new NotFound(
      `${only === undefined ? 'nothing is' : `${rows.length} objects are`} found by ${asked(read)}`,
      read.path,
    );
  return value;
}

function asked({ path, query = {} }: Read): string {
  return [`GET ${path}`, ...Object.values(query).map((word) => `for ${word}`)].join(' ');
}
