import { ApiError } from '../api/api-error.ts';
import type { Client } from '../api/client.ts';
import { isMap } from '../base/shape.ts';
import type { JsonObject } from '../model.ts';
import type { Read } from '../read.ts';
import { sentOrLost } from './lost-answer.ts';

/** What this program keeps one of in a list of texts that people write there as well. */
export interface Kept {
  /** Where it is made, and listed with its authors; each is below that by its number. */
  readonly path: string;
  readonly query?: Read['query'];
  /** Whether a text has the mark of this one. */
  readonly isMarked: (row: JsonObject) => boolean;
  /** Whether it says already what it is to say. */
  readonly isCurrent: (row: JsonObject) => boolean;
  readonly create: JsonObject;
  readonly update: JsonObject;
  /** What takes the place of another one of the same mark, so that nobody reads there what no longer holds. */
  readonly instead: JsonObject;
  /** What an answer that shows one has. */
  readonly shows: readonly string[];
}

/** What became of it; nobody knows whether there is one where it is `lost`. */
export type KeptOutcome = 'made' | 'brought up to date' | 'up to date' | 'lost';

/**
 * Makes the one text of this mark, or brings the one up to date that the user with the number `me` has written: never a second one, and never
 * one of somebody else. Throws ApiError.
 */
export async function keepOne(client: Pick<Client, 'read' | 'send'>, me: number, kept: Kept): Promise<KeptOutcome> {
  const { path, isCurrent, create, update, instead, shows } = kept;
  const expects = { shows, mayBeQueued: false };
  const before = await ownRows(client, me, kept);
  const made = before.length > 0 ? undefined : await make(client, { method: 'POST', path, body: create, expects });
  // Looked at again, whatever was answered: the answer may be lost, and another run may have made one at the same moment.
  const [first, ...others] = before.length > 0 ? before : await ownRows(client, me, kept);
  if (first === undefined) return 'lost';
  const isDone = first.id === made || isCurrent(first.row);
  if (!isDone) await client.send({ method: 'PUT', path: `${path}/${first.id}`, body: update, expects });
  for (const { id } of others) {
    const other = `${path}/${id}`;
    // The one that this very run has made goes; of another one nothing stays but where the first is.
    await giveUp(
      client,
      id === made ? { method: 'DELETE', path: other } : { method: 'PUT', path: other, body: instead },
    );
  }
  if (before.length === 0) return 'made';
  return isDone ? 'up to date' : 'brought up to date';
}

/** Those of this user that have the mark, the oldest first. */
async function ownRows(
  client: Pick<Client, 'read'>,
  me: number,
  { path, query, isMarked }: Kept,
): Promise<readonly { readonly id: number; readonly row: JsonObject }[]> {
  const rows = await client.read({ path, ...(query && { query }), pages: true });
  if (!Array.isArray(rows)) return [];
  return (rows as readonly JsonObject[])
    .flatMap((row) => {
      const { id, author } = row;
      const isOwn = isMap(author) && author['id'] === me;
      return isOwn && typeof id === 'number' && isMarked(row) ? [{ id, row }] : [];
    })
    .sort((one, other) => one.id - other.id);
}

type Call = Parameters<Client['send']>[0];

/** The number of what was made; undefined where the answer was lost, so that nobody knows whether it is there. */
async function make(client: Pick<Client, 'send'>, call: Call): Promise<unknown> {
  const answer = await sentOrLost(client, call);
  return answer === 'lost' ? undefined : answer?.['id'];
}

async function giveUp(client: Pick<Client, 'send'>, call: Call): Promise<void> {
  await client.send(call).catch((error: unknown) => {
    // The run that has made it may have taken it away by now.
    if (!(error instanceof ApiError && error.code === 'not-found')) throw error;
  });
}
