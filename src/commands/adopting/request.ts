import { ApiError } from '../../api/api-error.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import type { Client } from '../../api/client.ts';
import { refusedFields } from '../../config/refused-fields.ts';
import { whoChanged } from '../../engine/drift/who-changed.ts';
import { lookAtGround, numberOf, type Ready, type Wish } from '../../engine/merge-request/ground.ts';
import { keepRequest, withdrawRequest, type RequestOutcome } from '../../engine/merge-request/keep-request.ts';
import { userNumber } from '../../engine/merge-request/user-number.ts';
import { kinds as allKinds } from '../../kinds/index.ts';
import type { Desired, Touch } from '../../model.ts';
import {
  adoptCommit,
  adoptDescription,
  adoptTitle,
  soleAuthor,
  type RequestedAdoption,
} from '../../report/adopt-request.ts';
import { requestedText } from '../../report/adopt-text.ts';
import type { PostSubject } from '../../report/post.ts';
import type { PostingAccount } from '../posting/account.ts';
import { lackedScope, onPostingInstance, trouble, type Written } from '../posting/on-instance.ts';
import type { PostingOptions } from '../posting/posted.ts';
import { subjectOf } from '../posting/subject.ts';
import { interruptible, Interrupted } from '../terminal/interrupt.ts';
import type { Connection } from '../session/connect.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { checkoutOf, type Checkout } from './checkout.ts';
import type { Look } from './look.ts';
import { notAdopted, notAppliedYet } from './not-applied.ts';
import { proposeAll, type Proposal, type Sources } from './proposal.ts';
import { groundTrouble, lossTrouble } from './request-troubles.ts';
import { textsDiff } from './texts-diff.ts';
import { editedFiles, wishOf, type EditedFile } from './wish.ts';

/** What a merge request is made of that adopts what is live. */
export interface Adopting {
  readonly proposal: Proposal;
  /** The configuration that was read. */
  readonly desired: Desired;
  readonly sources: Sources;
  readonly look: Look;
  /** The client of the instance that was looked at. */
  readonly client: Client;
}

export interface RequestOptions extends Pick<PostingOptions, 'url' | 'tokenFile' | 'har' | 'traffic' | 'target'> {
  readonly dryRun?: boolean;
}

export const NOTHING = 'Nothing to adopt: the configuration says what is live, but for what is told above.';

/**
 * Brings the one merge request of a configuration to say what is live, in place of the files here: they stay as they are. With `dryRun` it is
 * said what would be done.
 */
export async function requested(
  project: string,
  adopting: Adopting,
  options: RequestOptions,
  terminal: Terminal,
): Promise<readonly Diagnostic[]> {
  const { proposal, sources, look } = adopting;
  const checkout = checkoutOf(sources.path);
  const files = editedFiles(proposal, sources, checkout);
  if ('severity' in files) return [files];
  if (files.length === 0 && !look.isWhole) {
    terminal.say(`${NOTHING} Since not all could be compared, a merge request is not closed.`);
    return [];
  }
  const who = await interruptible(() => touchesOf(adopting));
  const what: Written = { name: `the merge request in ${project}`, code: 'request-unwritten', role: 'Developer' };
  return interruptible(() =>
    onPostingInstance(what, options, terminal, async (connection, account) => {
      const { planned } = account;
      const subject = subjectOf({ type: 'configuration', path: sources.path }, planned, options);
      const wish = wishOf(project, files, subject, sources, checkout);
      const isSame = connection.instance.url === planned;
      const work: Work = { what, wish, subject, account, connection, terminal, isSame, checkout, who, adopting, files };
      const trouble = await kept(work, options.dryRun ?? false);
      return trouble === undefined ? [] : [trouble];
    }),
  ).catch((error: unknown) => {
    if (error instanceof Interrupted) terminal.say(`Whether ${what.name} is up to date is not known.`);
    throw error;
  });
}

interface Work {
  readonly what: Written;
  /** With all that is live otherwise than it is declared. */
  readonly wish: Wish;
  readonly files: readonly EditedFile[];
  readonly adopting: Adopting;
  readonly checkout: Checkout;
  readonly who: ReadonlyMap<string, Touch>;
  readonly subject: PostSubject;
  readonly account: PostingAccount;
  readonly connection: Connection;
  readonly terminal: Terminal;
  /** Whether it is written on the instance that was looked at: on another one a name may be that of somebody else. */
  readonly isSame: boolean;
}

async function kept(work: Work, isDry: boolean): Promise<Diagnostic | undefined> {
  const { what, account, connection, terminal, adopting } = work;
  const { client, instance } = connection;
  const lacked = isDry ? undefined : await lackedScope(connection, account, what);
  if (lacked !== undefined) return lacked;
  try {
    const ground = await lookAtGround(client, instance.me.id, work.wish);
    if (ground.type !== 'ready') return groundTrouble(ground, work.wish, what);
    const settled = await withoutUnapplied(work, ground);
    if ('severity' in settled) return settled;
    const { wish, proposal } = settled;
    if (isDry) {
      terminal.progress.end();
      terminal.result(textsDiff(adopting.sources.texts, proposal.texts, proposal.desired));
      terminal.say(wouldText(ground, wish));
      return undefined;
    }
    const adoption = adoptionOf(work, settled);
    const outcome =
      wish.files.length === 0
        ? await withdrawRequest(client, ground, wish)
        : await keepRequest(client, ground, wish, await textOf(work, adoption));
    terminal.progress.end();
    return told(outcome, work, adoption);
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'forbidden')) throw error;
    return trouble(
      what,
      `the user of the token may not write ${what.name}: ${error.message}`,
      'make the user a member of the project, as Developer at least, who may push to branches like keelson/*; in an archived project nobody may',
    );
  }
}

/** What is proposed in the end. */
interface Settled {
  readonly wish: Wish;
  readonly proposal: Proposal;
}

/** The proposal without what is merged and not applied yet, which is told. */
async function withoutUnapplied(work: Work, ground: Ready): Promise<Settled | Diagnostic> {
  const { wish, files, adopting, checkout, who, connection, terminal } = work;
  const { proposal, sources, look, desired } = adopting;
  const unapplied = await notAppliedYet({ proposal, sources, look, files, who }, ground, connection.client);
  if (unapplied.length === 0) return { wish, proposal };
  const told = unapplied.map((one) => notAdopted(one, desired));
  terminal.diagnose(told);
  const rest = proposeAll(desired, sources, look, refusedFields(allKinds), unapplied);
  if ('severity' in rest) return rest;
  const edited = editedFiles(rest, sources, checkout);
  if ('severity' in edited) return edited;
  const left = [...rest.left, ...told];
  return { wish: { ...wish, files: edited }, proposal: { ...rest, left } };
}

async function textOf({ connection, subject, isSame }: Work, adoption: RequestedAdoption) {
  const author = isSame ? soleAuthor(adoption) : undefined;
  return {
    title: adoptTitle,
    description: adoptDescription(adoption, subject),
    commit: adoptCommit(adoption),
    assignee: author === undefined ? undefined : await userNumber(connection.client, author),
  };
}

function told(outcome: RequestOutcome, work: Work, adoption: RequestedAdoption): Diagnostic | undefined {
  const { wish, what, terminal } = work;
  switch (outcome.type) {
    case 'made':
    case 'brought up to date':
    case 'up to date': {
      const became = BECAME[outcome.type](`${wish.project}!${outcome.iid}`);
      terminal.result(requestedText(adoption, adoption.files, became, outcome.url, terminal.paint));
      return undefined;
    }
    case 'closed': {
      const requests = outcome.iids.map((iid) => `Closed ${wish.project}!${iid}.`);
      const branch = outcome.isBranchGone ? [`Removed the branch ${wish.branch}.`] : [];
      terminal.result(`${[NOTHING, ...requests, ...branch].join('\n')}\n`);
      return undefined;
    }
    case 'nothing':
      terminal.result(`${NOTHING}\n`);
      return undefined;
    case 'lost':
    case 'moved':
      return lossTrouble(outcome.type, wish, what);
  }
}

const BECAME = {
  made: (name: string) => `Made ${name}`,
  'brought up to date': (name: string) => `Brought ${name} up to date`,
  'up to date': (name: string) => `Nothing new for ${name}`,
};

function wouldText({ requests, repository, branch }: Ready, wish: Wish): string {
  const names = requests.map((row) => `${wish.project}!${numberOf(row)}`).join(', ');
  if (wish.files.length > 0)
    return names === ''
      ? `A merge request from ${wish.branch} into ${repository.defaultBranch} of ${wish.project} would be made.`
      : `${names} would be brought up to date.`;
  if (names === '' && branch.type !== 'ours') return NOTHING;
  return `${NOTHING} ${names === '' ? `The branch ${wish.branch} would be removed.` : `${names} would be closed.`}`;
}

function adoptionOf({ adopting, who, account }: Work, { wish, proposal }: Settled): RequestedAdoption {
  const { edits, desired, left } = proposal;
  const all = left.length + adopting.look.undeclared.length;
  return { edits, desired, who, url: account.planned, files: wish.files.length, left: all };
}

/** Who did what is adopted, as far as audit events tell. */
async function touchesOf({ proposal, look, client }: Adopting): Promise<ReadonlyMap<string, Touch>> {
  const edited = new Set(proposal.edits.map(({ address }) => address));
  const isEdited = ({ address }: { readonly address: string }): boolean => edited.has(address);
  if (edited.size === 0) return new Map();
  const unmanaged = look.plan.unmanaged.map(({ entries = [] }) => ({ entries: entries.filter(isEdited) }));
  return whoChanged({ changes: look.plan.changes.filter(isEdited), unmanaged }, client, look.kinds);
}
