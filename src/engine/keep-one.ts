import { ApiError, isRefused } from '../api/api-error.ts';
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
  /** Whether it was opened to others than those whom it was made for. */
  readonly isOpened: (row: JsonObject) => boolean;
  /** Whether it says already what it is to say. */
  readonly isCurrent: (row: JsonObject) => boolean;
  readonly create: JsonObject;
  readonly update: JsonObject;
  /** What takes the place of another one of the same mark, so that nobody reads there what no longer holds. */
  readonly instead: JsonObject;
  /** What becomes of several of this user: the oldest stays, or nobody can say which one it is, and nothing is written. */
  readonly ofSeveral: 'the oldest' | 'none';
  /** What an answer that shows one has. */
  readonly shows: readonly string[];
}

/** One of the same mark that somebody else has written. */
export interface Beside {
  readonly id: number;
  /** Who has written it, by the name that GitLab has for that user. */
  readonly author: string;
}

/** What became of it; nobody knows whether there is one where it is `lost`, and nothing is written to one that was `opened`, or where there are `several`. */
export type KeptOutcome =
  | { readonly type: 'made' | 'brought up to date' | 'up to date'; readonly beside: readonly Beside[] }
  | { readonly type: 'lost' | 'not there' }
  | { readonly type: 'opened'; readonly id: number }
  | { readonly type: 'several'; readonly ids: readonly number[] };

/**
 * Makes the one text of this mark, or brings the one up to date that the user with the number `me` has written: never a second one, and never
 * one of somebody else. That of the user of another token, such as the one before this,
 * says from then on where it stands, as far as this user may write
 * that. Throws ApiError.
 */
export async function keepOne(client: Pick<Client, 'read' | 'send'>, me: number, kept: Kept): Promise<KeptOutcome> {
  const { path, isCurrent, isOpened, create, update, instead, ofSeveral, shows } = kept;
  const expects = { shows, mayBeQueued: false };
  const before = await markedRows(client, me, kept);
  if (before.own.length > 1 && ofSeveral === 'none') return { type: 'several', ids: before.own.map(({ id }) => id) };
  const opened = before.own.find(({ row }) => isOpened(row));
  if (opened !== undefined) return { type: 'opened', id: opened.id };
  const made = before.own.length > 0 ? undefined : await make(client, { method: 'POST', path, body: create, expects });
  // Looked at again, whatever was answered: the answer may be lost, and another run may have made one at the same moment.
  const { own, foreign } = before.own.length > 0 ? before : await markedRows(client, me, kept);
  const [first, ...others] = own;
  if (first === undefined) return { type: 'lost' };
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
  const beside = await leftBeside(client, foreign, kept);
  if (before.own.length === 0) return { type: 'made', beside };
  return { type: isDone ? 'up to date' : 'brought up to date', beside };
}

interface Marked {
  readonly id: number;
  readonly author: JsonObject;
  readonly row: JsonObject;
}

/** Those that have the mark, of this user and of others, the oldest first. */
async function markedRows(
  client: Pick<Client, 'read'>,
  me: number,
  { path, query, isMarked }: Kept,
): Promise<{ readonly own: readonly Marked[]; readonly foreign: readonly Marked[] }> {
  const rows = await client.read({ path, ...(query && { query }), pages: true });
  if (!Array.isArray(rows)) return { own: [], foreign: [] };
  const marked = (rows as readonly JsonObject[])
    .flatMap((row) => {
      const { id, author } = row;
      return isMap(author) && typeof id === 'number' && isMarked(row) ? [{ id, author, row }] : [];
    })
    .sort((one, other) => one.id - other.id);
  const isOwn = ({ author }: Marked): boolean => author['id'] === me;
  return { own: marked.filter(isOwn), foreign: marked.filter((one) => !isOwn(one)) };
}

/** What of others stays as it is: what a person has written, and what this user may not write to. */
async function leftBeside(
  client: Pick<Client, 'read' | 'send'>,
  foreign: readonly Marked[],
  { path, instead, isOpened }: Kept,
): Promise<readonly Beside[]> {
  const left: Beside[] = [];
  for (const { id, author, row } of foreign) {
    const mayBeWritten = !isOpened(row) && (await isOfToken(client, author));
    const isWritten = mayBeWritten && (await tried(client, { method: 'PUT', path: `${path}/${id}`, body: instead }));
    const { username } = author;
    if (!isWritten) left.push({ id, author: typeof username === 'string' ? username : 'somebody' });
  }
  return left;
}

/** What GitLab calls the user that it makes for the token of a project or a group (18.9). */
const OF_TOKEN = /^(project|group)_\d+_bot/;

/**
 * Whether a user is that of a token. Its name alone does not tell, since anybody may have it, and neither does that it is no person: what people
 * have written is the ghost's once they are deleted (GET /users/:id, 18.9).
 */
async function isOfToken(client: Pick<Client, 'read'>, { id, username }: JsonObject): Promise<boolean> {
  if (typeof id !== 'number' || typeof username !== 'string' || !OF_TOKEN.test(username)) return false;
  try {
    const user = await client.read({ path: `/users/${id}`, mayBeMissing: true });
    return isMap(user) && user['bot'] === true;
  } catch (error) {
    if (isRefused(error)) return false;
    throw error;
  }
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

/** Whether something was written that this user may have no right to write. */
async function tried(client: Pick<Client, 'send'>, call: Call): Promise<boolean> {
  try {
    await client.send(call);
    return true;
  } catch (error) {
    if (isRefused(error)) return false;
    throw error;
  }
}
