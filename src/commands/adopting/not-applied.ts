import type { Client } from '../../api/client.ts';
import { hasErrors, type Diagnostic } from '../../base/diagnostic.ts';
import type { ConfigurationEdit } from '../../configuration-edit.ts';
import { filesInMemory } from '../../config/files.ts';
import { loadConfig } from '../../config/load.ts';
import { differencesIn, nameOf, saidBefore, type Difference, type Unapplied } from '../../engine/adopt/unapplied.ts';
import { isPending, makings, type Known } from '../../engine/adopt/evidence.ts';
import type { Ready } from '../../engine/merge-request/ground.ts';
import { commitsBefore, landedAt } from '../../engine/repository/history.ts';
import { kinds as allKinds } from '../../kinds/index.ts';
import type { Desired, Plan, Touch } from '../../model.ts';
import { placeIn } from '../../report/adopt-text.ts';
import { moment } from '../../report/moment.ts';
import type { Checkout } from './checkout.ts';
import { filesBefore, filesNow } from './earlier-files.ts';
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
  /** The client of the instance that was looked at. */
  readonly client: Client;
}

/**
 * Those of the differences in what was merged and is not applied yet: one of the last commits has declared it otherwise than before, and no audit event
 * tells that somebody touched it since; or, where these do not tell, what is live is as it was declared before. To adopt them would take back what
 * was merged. Throws ApiError.
 */
export async function notAppliedYet(
  asked: Asked,
  { repository, base }: Ready,
  client: Client,
): Promise<readonly Unapplied[]> {
  const { proposal, desired, sources, look } = asked;
  let open = differencesIn(proposal.edits);
  if (open.length === 0) return [];
  const known: Known = { ...asked, made: await makings(open, look.world, look.kinds, asked.client) };
  const found: Unapplied[] = [];
  // Of which it is known since when it is declared so, and not whether that was applied.
  const since = new Map<Difference, Pick<Unapplied, 'commit' | 'said'>>();
  const saidIn = saidBefore(desired, look.world, look.kinds);
  let files = filesNow(sources, asked.checkout);
  for (const commit of await commitsBefore(client, repository.path, base, MOST_COMMITS)) {
    const before = await filesBefore(files, commit, repository.path, client);
    if (before === 'unknown') break;
    if (before === undefined) continue;
    files = before;
    const earlier = readEarlier(files.texts, sources);
    if (earlier === undefined) continue;
    const said = [...saidIn(open, earlier)].filter(([one, what]) => since.has(one) || what !== 'as now');
    if (said.length === 0) continue;
    const isNew = said.some(([one]) => !since.has(one));
    const at = isNew ? await landedAt(client, repository.path, commit, repository.defaultBranch) : commit.at;
    const settled = new Set<Difference>();
    for (const [one, what] of said) {
      const verdict = since.has(one) ? 'unknown' : isPending(one, what, at, known, look.kinds);
      const by = since.get(one) ?? { commit: { ...commit, at }, said: what };
      since.set(one, by);
      const isDue = verdict === 'yes' || (verdict === 'unknown' && what === 'as live');
      if (isDue) found.push({ ...one, ...by });
      if (isDue || verdict === 'no') settled.add(one);
    }
    open = open.filter((one) => !settled.has(one));
    if (open.length === 0) break;
  }
  return found;
}

/** The configuration with other files; undefined where it is not right, so that nobody knows what it said. */
function readEarlier(files: ReadonlyMap<string, string>, { path, tokenFile }: Sources): Desired | undefined {
  const { desired, diagnostics } = loadConfig(path, allKinds, filesInMemory(files), process.env, tokenFile);
  return hasErrors(diagnostics) ? undefined : desired;
}

/** That a difference is not adopted, since an apply is what is due. */
export function notAdopted(unapplied: Unapplied, desired: Desired, plan: Plan): Diagnostic {
  const { edit, value, commit, said } = unapplied;
  const by = `${commit.sha.slice(0, 8)} of ${moment(commit.at)}`;
  return {
    severity: 'warning',
    code: 'not-applied-yet',
    message: `${nameOf(unapplied)} ${edit.does === 'add' && said === 'undeclared' ? TO_GO : SAID[edit.does]} ${by}, and no audit event tells that anybody touched it since: that is taken for merged and not applied yet, and it is not adopted`,
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

/** Nobody declared it, before or since. */
const TO_GO = 'is live, and to be removed since';

/** Whether it stays whatever is applied. */
function isLeft({ does, address }: ConfigurationEdit, { changes }: Plan): boolean {
  return does === 'add' && changes.every((change) => change.address !== address);
}
