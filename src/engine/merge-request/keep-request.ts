import { ApiError } from '../../api/api-error.ts';
import type { Client } from '../../api/client.ts';
import type { JsonObject } from '../../model.ts';
import { sentOrLost } from '../lost-answer.ts';
import { digestOf, markedMessage } from './commit-mark.ts';
import { numberOf, openRequests, type Ready, type Wish } from './ground.ts';
import { lookAtBranch } from './own-branch.ts';
import { branchOf, branchPath } from './repository.ts';

/** What a merge request and its commit say. */
export interface RequestText {
  readonly title: string;
  /** It begins with the marker, and has the mark of the differences. */
  readonly description: string;
  /** What stands in the description of a merge request of the same differences. */
  readonly mark: string;
  /** The message of the commit, but for its mark. */
  readonly commit: string;
  /** The number of the one user whom it is assigned to; undefined for nobody. */
  readonly assignee: number | undefined;
}

/** What became of it: where it is `lost`, nobody knows; `moved` is the branch, between two looks at it. */
export type RequestOutcome =
  | { readonly type: 'made' | 'brought up to date' | 'up to date'; readonly iid: number; readonly url: string }
  /** A person has closed it, and it would say the same again. */
  | { readonly type: 'declined'; readonly iid: number; readonly url: string; readonly by: string }
  | { readonly type: 'closed'; readonly iids: readonly number[]; readonly isBranchGone: boolean }
  | { readonly type: 'nothing' }
  | { readonly type: 'lost' }
  | { readonly type: 'moved' };

type Caller = Pick<Client, 'read' | 'send'>;

/**
 * Brings the branch to one commit on the default branch, and the one open merge request from it to what it is to say; what is so already is
 * left alone. A run that was cut anywhere is gone on with by the next one. Throws ApiError.
 */
export async function keepRequest(
  client: Caller,
  ground: Ready,
  wish: Wish,
  text: RequestText,
): Promise<RequestOutcome> {
  const declined = declinedRequest(ground, text);
  if (declined !== undefined) return declined;
  const committed = await keepCommit(client, ground, wish, text.commit);
  if (committed === 'lost' || committed === 'moved') return { type: committed };
  const [first, ...others] = ground.requests;
  for (const other of others) await closeRequest(client, ground, other);
  if (first === undefined) return openRequest(client, ground, wish, text);
  const target = ground.repository.defaultBranch;
  if (isCurrent(first, text, target)) return told(committed === 'made' ? 'brought up to date' : 'up to date', first);
  const answer = await client.send({
    method: 'PUT',
    path: requestPath(ground, first),
    body: { description: text.description, target_branch: target, assignee_ids: assignees(text) },
    expects: SHOWS_REQUEST,
  });
  // Somebody may have closed or merged it since it was looked at.
  return answer?.['state'] === 'opened' ? told('brought up to date', first) : { type: 'moved' };
}

/** The last merge request of ours, where none is open and a person has closed it as it would be made again. */
export function declinedRequest(
  { requests, closed }: Ready,
  text: RequestText,
): Extract<RequestOutcome, { type: 'declined' }> | undefined {
  const before = closed?.row['description'];
  const isSame = typeof before === 'string' && before.includes(text.mark);
  if (requests.length > 0 || closed === undefined || !isSame) return undefined;
  return { ...told('declined', closed.row), by: closed.by };
}

/** Closes what is open of ours, and removes our branch: there is nothing to be merged. Throws ApiError. */
export async function withdrawRequest(client: Caller, ground: Ready, wish: Wish): Promise<RequestOutcome> {
  const { branch, requests, repository } = ground;
  for (const row of requests) await closeRequest(client, ground, row);
  const iids = requests.map(numberOf);
  // What has no commit of ours may be anybody's, and holds nothing.
  if (branch.type !== 'ours') return iids.length === 0 ? { type: 'nothing' } : closed(iids, false);
  const now = await branchOf(client, repository, wish.branch);
  if (now !== undefined && now.head !== branch.head) return { type: 'moved' };
  if (now === undefined) return closed(iids, true);
  const path = branchPath(repository.path, wish.branch);
  const answer = await sentOrLost(client, { method: 'DELETE', path }).catch(goneAlready);
  const isThere = answer === 'lost' && (await branchOf(client, repository, wish.branch)) !== undefined;
  return isThere ? { type: 'lost' } : closed(iids, true);
}

function closed(iids: readonly number[], isBranchGone: boolean): RequestOutcome {
  return { type: 'closed', iids, isBranchGone };
}

function goneAlready(error: unknown): undefined {
  if (!(error instanceof ApiError && error.code === 'not-found')) throw error;
}

/** POST and PUT …/merge_requests (18.9). */
const SHOWS_REQUEST = { shows: ['iid', 'source_branch', 'state'], mayBeQueued: false };
/** POST …/repository/commits (18.9). */
const SHOWS_COMMIT = { shows: ['id', 'parent_ids'], mayBeQueued: false };

/**
 * The commit in one call, on the very commit of the default branch whose files were looked at: what others merge meanwhile is in nobody's
 * way. Where the branch is there it is made anew, unless it has moved since it was looked at: the call itself has no word for that.
 */
async function keepCommit(
  client: Caller,
  { repository, base, branch }: Ready,
  { branch: name, key, files }: Wish,
  about: string,
): Promise<'there' | 'made' | 'lost' | 'moved'> {
  const digest = digestOf(about, files);
  if (branch.type === 'ours' && branch.parent === base && branch.digest === digest) return 'there';
  if (branch.type !== 'none') {
    const now = await branchOf(client, repository, name);
    if (now?.head !== branch.head || now.isGuarded) return 'moved';
  }
  const answer = await sentOrLost(client, {
    method: 'POST',
    path: `${repository.path}/repository/commits`,
    body: {
      branch: name,
      start_sha: base,
      // Without it a branch that has come up since is refused.
      ...(branch.type !== 'none' && { force: true }),
      commit_message: markedMessage(about, { key, digest }),
      actions: files.map(({ path, text }) => ({ action: 'update', file_path: path, content: text })),
      stats: false,
    },
    expects: SHOWS_COMMIT,
  }).catch(async (error: unknown): Promise<'moved'> => {
    if (!(error instanceof ApiError && error.code === 'refused')) throw error;
    // Refused it is, too, where somebody has pushed since the last look.
    const now = await branchOf(client, repository, name);
    if (now?.head === (branch.type === 'none' ? undefined : branch.head)) throw error;
    return 'moved';
  });
  if (answer === 'moved') return 'moved';
  if (answer !== 'lost') return 'made';
  const now = await lookAtBranch(client, repository, { name, key, base });
  return now.type === 'ours' && now.parent === base && now.digest === digest ? 'made' : 'lost';
}

async function openRequest(
  client: Caller,
  { repository }: Ready,
  { branch }: Wish,
  text: RequestText,
): Promise<RequestOutcome> {
  const { title, description } = text;
  const answer = await sentOrLost(client, {
    method: 'POST',
    path: `${repository.path}/merge_requests`,
    body: {
      ...{ source_branch: branch, target_branch: repository.defaultBranch, title, description },
      ...{ assignee_ids: assignees(text), remove_source_branch: true },
    },
    expects: SHOWS_REQUEST,
  }).catch((error: unknown): 'moved' => {
    // There is one from this branch by now (409, 18.9).
    if (!(error instanceof ApiError && error.status === 409)) throw error;
    return 'moved';
  });
  if (typeof answer === 'object') return told('made', answer);
  const rows = await openRequests(client, repository, branch);
  const made = rows.find((row) => isCurrent(row, text, repository.defaultBranch));
  return made === undefined ? { type: answer ?? 'lost' } : told('made', made);
}

async function closeRequest(client: Caller, ground: Ready, row: JsonObject): Promise<void> {
  const path = requestPath(ground, row);
  await client.send({ method: 'PUT', path, body: { state_event: 'close' }, expects: SHOWS_REQUEST });
}

function requestPath({ repository }: Ready, row: JsonObject): string {
  return `${repository.path}/merge_requests/${numberOf(row)}`;
}

/** Whom it is assigned to, and its title, are people's to change as long as it says the same. */
function isCurrent({ description, target_branch: into }: JsonObject, text: RequestText, target: string): boolean {
  return typeof description === 'string' && description.trimEnd() === text.description.trimEnd() && into === target;
}

/** An empty list assigns it to nobody (PUT …/merge_requests/:iid, 18.9). */
function assignees({ assignee }: RequestText): readonly number[] {
  return assignee === undefined ? [] : [assignee];
}

function told<Type extends 'made' | 'brought up to date' | 'up to date' | 'declined'>(type: Type, row: JsonObject) {
  const url = row['web_url'];
  return { type, iid: numberOf(row), url: typeof url === 'string' ? url : '' };
}
