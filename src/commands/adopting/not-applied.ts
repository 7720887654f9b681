import { join } from 'node:path';
import type { Client } from '../../api/client.ts';
import { hasErrors, type Diagnostic } from '../../base/diagnostic.ts';
import type { ConfigurationEdit } from '../../configuration-edit.ts';
import { filesInMemory, isConfigurationFile } from '../../config/files.ts';
import { loadConfig } from '../../config/load.ts';
import { differencesIn, nameOf, saidBefore, type Difference, type Unapplied } from '../../engine/adopt/unapplied.ts';
import { isLater, touchOfField } from '../../engine/drift/touches.ts';
import type { Ready } from '../../engine/merge-request/ground.ts';
import { fileAtCommit } from '../../engine/repository/file-at-commit.ts';
import {
  changedFiles,
  commitsBefore,
  landedAt,
  type ChangedFile,
  type Commit,
} from '../../engine/repository/history.ts';
import { kinds as allKinds } from '../../kinds/index.ts';
import type { Desired, Plan, Touch } from '../../model.ts';
import { placeIn } from '../../report/adopt-text.ts';
import { moment } from '../../report/moment.ts';
import type { Checkout } from './checkout.ts';
import type { Look } from './look.ts';
import type { Proposal, Sources } from './proposal.ts';

/** So many of the last commits are followed back. Of each its files are asked for, and where they are of the configuration that is read as it was before. */
const MOST_COMMITS = 50;

/** What the history of a configuration is looked up for. */
export interface Asked {
  readonly proposal: Proposal;
  /** The configuration that was read. */
  readonly desired: Desired;
  readonly sources: Sources;
  readonly look: Look;
  /** The user of the run, whose doing is an apply. */
  readonly me: string;
  readonly checkout: Checkout;
  readonly who: ReadonlyMap<string, Touch>;
}

/**
 * Those of the differences in what was merged and is not applied yet: one of the last commits has declared it otherwise than before, and no audit event
 * tells that somebody touched it since. To adopt them would take back what was merged. Throws ApiError.
 */
export async function notAppliedYet(
  asked: Asked,
  { repository, base }: Ready,
  client: Client,
): Promise<readonly Unapplied[]> {
  const { proposal, desired, sources, look } = asked;
  let open = differencesIn(proposal.edits);
  if (open.length === 0) return [];
  const names = namesIn(sources, asked.checkout);
  const found: Unapplied[] = [];
  let files = new Map(sources.texts.map(({ file, text }) => [file, text]));
  for (const commit of await commitsBefore(client, repository.path, base, MOST_COMMITS)) {
    const changed = (await changedFiles(client, repository.path, commit)).map((one) => ({ ...one, ...names(one) }));
    if (changed.every(({ before, since }) => before === undefined && since === undefined)) continue;
    const before = await filesBefore(files, changed, commit, repository.path, client);
    if (before === undefined) break;
    files = before;
    const earlier = readEarlier(files, sources);
    if (earlier === undefined) continue;
    const said = saidBefore(earlier, desired, look.world, look.kinds);
    const changedBy = open.filter((one) => said(one) !== 'as now');
    if (changedBy.length === 0) continue;
    const at = await landedAt(client, repository.path, commit, repository.defaultBranch);
    const unapplied = changedBy.filter((one) => isPending(one, said(one) === 'as live', at, asked));
    found.push(...unapplied.map((one) => ({ ...one, commit: { ...commit, at } })));
    open = open.filter((one) => !changedBy.includes(one));
    if (open.length === 0) break;
  }
  return found;
}

/** The names here that a file has that a commit has changed: before it, and since; undefined for what is no part of the configuration. */
interface Names {
  readonly before: string | undefined;
  readonly since: string | undefined;
}

function namesIn({ path, texts }: Sources, checkout: Checkout): (changed: ChangedFile) => Names {
  const within = checkout.pathOf(path) ?? '';
  const known = new Map(texts.map(({ file }) => [checkout.pathOf(file), file]));
  const isFolder = !known.has(within);
  const nameHere = (at: string | undefined): string | undefined => {
    const file = known.get(at);
    if (file !== undefined || at === undefined || !isFolder) return file;
    // It may have been there, and gone since.
    const below = within === '' ? at : at.startsWith(`${within}/`) ? at.slice(within.length + 1) : undefined;
    return below !== undefined && isConfigurationFile(below.split('/')) ? join(path, below) : undefined;
  };
  return ({ from, to }) => {
    const since = nameHere(to);
    // A configuration of one file had another name before.
    return { since, before: from === undefined ? undefined : isFolder ? nameHere(from) : since };
  };
}

/** The files as they were before a commit; undefined where that cannot be known. */
async function filesBefore(
  files: ReadonlyMap<string, string>,
  changed: readonly (ChangedFile & Names)[],
  { parent }: Commit,
  project: string,
  client: Client,
): Promise<Map<string, string> | undefined> {
  const gone = new Set(changed.flatMap(({ since }) => since ?? []));
  const before = new Map([...files].filter(([file]) => !gone.has(file)));
  for (const { from, before: file } of changed) {
    if (from === undefined || file === undefined) continue;
    const content = await fileAtCommit(client, project, from, parent);
    if (!Buffer.isBuffer(content)) return undefined;
    before.set(file, content.toString('utf8'));
  }
  return before;
}

/** The configuration with other files; undefined where it is not right, so that nobody knows what it said. */
function readEarlier(files: ReadonlyMap<string, string>, { path, tokenFile }: Sources): Desired | undefined {
  const { desired, diagnostics } = loadConfig(path, allKinds, filesInMemory(files), process.env, tokenFile);
  return hasErrors(diagnostics) ? undefined : desired;
}

/**
 * Whether a difference waits for its apply since a commit landed: where nobody touched it since, by the audit events; where these tell of nobody,
 * or of the user of the run, whose doing is an apply of whichever version, only what is live as it was declared before.
 */
function isPending({ edit, value }: Difference, wasDeclared: boolean, at: string, { who, me }: Asked): boolean {
  const touch = who.get(edit.address);
  const last = value === undefined ? touch : touchOfField(touch, value.path[0]);
  const isSince = last !== undefined && isLater(last.at, at);
  if (isSince && last.author !== me) return false;
  // After its making there may have been changes that leave no event.
  return last === undefined || isSince || last.made === true ? wasDeclared : true;
}

/** That a difference is not adopted, since an apply is what is due. */
export function notAdopted(unapplied: Unapplied, desired: Desired, plan: Plan): Diagnostic {
  const { edit, value, commit } = unapplied;
  const by = `${commit.sha.slice(0, 8)} of ${moment(commit.at)}`;
  return {
    severity: 'warning',
    code: 'not-applied-yet',
    message: `${nameOf(unapplied)} ${SAID[edit.does]} ${by}, and no audit event tells that anybody touched it since: that is taken for merged and not applied yet, and it is not adopted`,
    place: placeIn(desired, edit, value?.path ?? []) ?? edit.place,
    remedy: isLeft(edit, plan)
      ? 'take it out in GitLab, or declare it with `state: absent`: an apply leaves what is undeclared in a section that is not pruned; or declare it again'
      : 'apply the configuration; if it was changed by hand, edit the file yourself, as `keelson adopt` without --merge-request does',
  };
}

const SAID: { readonly [does in ConfigurationEdit['does']]: string } = {
  set: 'is declared otherwise since',
  add: 'is live, and no longer declared since',
  remove: 'is not there, and declared since',
  keep: 'is there, and declared absent since',
};

/** Whether it stays whatever is applied. */
function isLeft({ does, address }: ConfigurationEdit, { changes }: Plan): boolean {
  return does === 'add' && changes.every((change) => change.address !== address);
}
