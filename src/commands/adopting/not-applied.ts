import type { Client } from '../../api/client.ts';
import { hasErrors, type Diagnostic } from '../../base/diagnostic.ts';
import { differencesIn, nameOf, saidBefore, type Difference, type Unapplied } from '../../engine/adopt/unapplied.ts';
import { isLater, touchOfField } from '../../engine/drift/touches.ts';
import type { Ready } from '../../engine/merge-request/ground.ts';
import { fileAtCommit } from '../../engine/repository/file-at-commit.ts';
import { commitsOf, landedAt, type Commit } from '../../engine/repository/history.ts';
import type { Desired, Touch } from '../../model.ts';
import { placeIn } from '../../report/adopt-text.ts';
import { moment } from '../../report/moment.ts';
import type { Look } from './look.ts';
import { load, type Proposal, type Sources } from './proposal.ts';
import type { EditedFile } from './wish.ts';

/** How many versions of a file are looked at. Each is a request, and is read and planned. */
const MOST_VERSIONS = 10;

/** What the history of a configuration is looked up for. */
export interface Asked {
  readonly proposal: Proposal;
  readonly sources: Sources;
  readonly look: Look;
  readonly files: readonly EditedFile[];
  readonly who: ReadonlyMap<string, Touch>;
}

/**
 * Those of the differences that come from what was merged and is not applied yet: what is live is what the file said before one of its last
 * commits, and no audit event tells that it was touched since. To adopt them would take back what was merged. Throws ApiError.
 */
export async function notAppliedYet(asked: Asked, ground: Ready, client: Client): Promise<readonly Unapplied[]> {
  const found: Unapplied[] = [];
  for (const { file, path } of asked.files) {
    const isOpen = ({ edit, value }: Difference): boolean =>
      !found.some((one) => one.edit === edit && one.value === value);
    const open = differencesIn(asked.proposal.edits).filter(isOpen);
    found.push(...(await ofFile(open, file, path, asked, ground, client)));
  }
  return found;
}

async function ofFile(
  differences: readonly Difference[],
  file: string,
  path: string,
  { sources, look, who }: Asked,
  { repository, base }: Ready,
  client: Client,
): Promise<readonly Unapplied[]> {
  const commits = await commitsOf(client, repository.path, { sha: base, file: path, most: MOST_VERSIONS });
  const found: Unapplied[] = [];
  let open = differences;
  for (const [index, commit] of commits.entries()) {
    const before = commits[index + 1];
    if (before === undefined || open.length === 0) break;
    const content = await fileAtCommit(client, repository.path, path, before.sha);
    if (!Buffer.isBuffer(content)) break;
    const isSaid = earlier(file, content, sources, look);
    const said = open.filter(isSaid);
    if (said.length === 0) continue;
    const at = await landedAt(client, repository.path, commit, repository.defaultBranch);
    found.push(
      ...said.filter((one) => !isTouchedSince(one, at, who)).map((one) => ({ ...one, commit: { ...commit, at } })),
    );
    open = open.filter((one) => !said.includes(one));
  }
  return found;
}

/** Whether the configuration with an earlier text of one file said what is live; of what cannot be read by itself nothing is known. */
function earlier(file: string, content: Buffer, sources: Sources, look: Look): (difference: Difference) => boolean {
  const text = content.toString('utf8').replace(/^\uFEFF/, '');
  const texts = sources.texts.map((one) => (one.file === file ? { file, text } : one));
  const { desired, diagnostics } = load(texts, sources);
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
