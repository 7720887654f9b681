import { join } from 'node:path';
import type { Client } from '../../api/client.ts';
import { hasErrors, type Diagnostic } from '../../base/diagnostic.ts';
import { filesInMemory, isConfigurationFile } from '../../config/files.ts';
import { loadConfig } from '../../config/load.ts';
import { differencesIn, nameOf, saidBefore, type Difference, type Unapplied } from '../../engine/adopt/unapplied.ts';
import { isLater, touchOfField } from '../../engine/drift/touches.ts';
import type { Ready } from '../../engine/merge-request/ground.ts';
import { fileAtCommit } from '../../engine/repository/file-at-commit.ts';
import { changedFiles, commitsOf, landedAt, type ChangedFile, type Commit } from '../../engine/repository/history.ts';
import { kinds as allKinds } from '../../kinds/index.ts';
import type { Desired, Touch } from '../../model.ts';
import { placeIn } from '../../report/adopt-text.ts';
import { moment } from '../../report/moment.ts';
import type { Checkout } from './checkout.ts';
import type { Look } from './look.ts';
import type { Proposal, Sources } from './proposal.ts';

/** So many of the last commits are followed back. Of each its files are asked for, and the configuration before it is read and planned. */
const MOST_COMMITS = 20;

/** What the history of a configuration is looked up for. */
export interface Asked {
  readonly proposal: Proposal;
  readonly sources: Sources;
  readonly look: Look;
  readonly checkout: Checkout;
  readonly who: ReadonlyMap<string, Touch>;
}

/**
 * Those of the differences that come from what was merged and is not applied yet: what is live is what the configuration said before one of its last
 * commits, and no audit event tells that it was touched since. To adopt them would take back what was merged. Throws ApiError.
 */
export async function notAppliedYet(
  { proposal, sources, look, checkout, who }: Asked,
  { repository, base }: Ready,
  client: Client,
): Promise<readonly Unapplied[]> {
  let open = differencesIn(proposal.edits);
  if (open.length === 0) return [];
  const place = placeOf(sources, checkout);
  const commits = await commitsOf(client, repository.path, { sha: base, path: place.path, most: MOST_COMMITS });
  const found: Unapplied[] = [];
  let files: ReadonlyMap<string, string> | undefined = new Map(sources.texts.map(({ file, text }) => [file, text]));
  for (const commit of commits) {
    files = await filesBefore(files, commit, place, repository.path, client);
    if (files === undefined || open.length === 0) break;
    const said = open.filter(earlier(files, sources, look));
    if (said.length === 0) continue;
    const at = await landedAt(client, repository.path, commit, repository.defaultBranch);
    const unapplied = said.filter((one) => !isTouchedSince(one, at, who));
    found.push(...unapplied.map((one) => ({ ...one, commit: { ...commit, at } })));
    open = open.filter((one) => !said.includes(one));
  }
  return found;
}

/** Where the configuration stands in the repository, '' for all of that, and the name here that a file has or had. */
interface Place {
  readonly path: string;
  /** Of a file that a commit has changed before it, and since; undefined for what is no part of the configuration. */
  readonly names: (changed: ChangedFile) => { readonly before: string | undefined; readonly since: string | undefined };
}

function placeOf({ path, texts }: Sources, checkout: Checkout): Place {
  const within = checkout.pathOf(path) ?? '';
  const known = new Map(texts.map(({ file }) => [checkout.pathOf(file), file]));
  const isFolder = !known.has(within);
  const nameOf = (at: string | undefined): string | undefined => {
    const file = known.get(at);
    if (file !== undefined || at === undefined || !isFolder) return file;
    // It may have been there, and gone since.
    const below = within === '' ? at : at.startsWith(`${within}/`) ? at.slice(within.length + 1) : undefined;
    return below !== undefined && isConfigurationFile(below.split('/')) ? join(path, below) : undefined;
  };
  return {
    path: within,
    names: ({ from, to }) => {
      const since = nameOf(to);
      // A configuration of one file had another name before.
      return { since, before: from === undefined ? undefined : isFolder ? nameOf(from) : since };
    },
  };
}

/** The files as they were before a commit; undefined where that cannot be known. */
async function filesBefore(
  files: ReadonlyMap<string, string>,
  commit: Commit,
  place: Place,
  project: string,
  client: Client,
): Promise<ReadonlyMap<string, string> | undefined> {
  const changed = (await changedFiles(client, project, commit)).map((one) => ({ ...one, ...place.names(one) }));
  const gone = new Set(changed.flatMap(({ since }) => since ?? []));
  const before = new Map([...files].filter(([file]) => !gone.has(file)));
  for (const { from, before: file } of changed) {
    if (from === undefined || file === undefined) continue;
    const content = await fileAtCommit(client, project, from, commit.parent);
    if (!Buffer.isBuffer(content)) return undefined;
    before.set(file, content.toString('utf8'));
  }
  return before;
}

/** Whether the configuration with other files said what is live; of what is not right nothing is known. */
function earlier(
  files: ReadonlyMap<string, string>,
  { path, tokenFile }: Sources,
  look: Look,
): (difference: Difference) => boolean {
  const { desired, diagnostics } = loadConfig(path, allKinds, filesInMemory(files), process.env, tokenFile);
  if (desired === undefined || hasErrors(diagnostics)) return () => false;
  return saidBefore(desired, look.planOf(desired), look.kinds);
}

function isTouchedSince({ edit, value }: Difference, at: Commit['at'], who: ReadonlyMap<string, Touch>): boolean {
  const touch = who.get(edit.address);
  const last = value === undefined ? touch : touchOfField(touch, value.path[0]);
  return last !== undefined && isLater(last.at, at);
}

/** That a difference is not adopted, since applying is what is due. */
export function notAdopted(unapplied: Unapplied, desired: Desired): Diagnostic {
  const { edit, value, commit } = unapplied;
  return {
    severity: 'warning',
    code: 'not-applied-yet',
    message: `${nameOf(unapplied)} is live as the configuration said before ${commit.sha.slice(0, 8)} of ${moment(commit.at)}, and no audit event tells that it was touched since: it is taken for merged and not applied yet, and is not adopted`,
    place: placeIn(desired, edit, value?.path ?? []) ?? edit.place,
    remedy:
      'apply the configuration; if it was changed by hand, edit the file yourself, as `keelson adopt` without --merge-request does',
  };
}
