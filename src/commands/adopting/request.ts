import { ApiError } from '../../api/api-error.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import type { Client } from '../../api/client.ts';
import { whoChanged } from '../../engine/drift/who-changed.ts';
import type { FileOfCommit } from '../../engine/merge-request/commit-mark.ts';
import { lookAtGround, numberOf, type Ready, type Wish } from '../../engine/merge-request/ground.ts';
import { keepRequest, withdrawRequest, type RequestOutcome } from '../../engine/merge-request/keep-request.ts';
import { userNumber } from '../../engine/merge-request/user-number.ts';
import type { Touch } from '../../model.ts';
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
import { checkoutOf } from './checkout.ts';
import type { Look } from './look.ts';
import type { Proposal, Sources } from './proposal.ts';
import { groundTrouble, lossTrouble } from './request-troubles.ts';
import { editedFiles, wishOf } from './wish.ts';

/** What a merge request is made of that adopts what is live. */
export interface Adopting {
  readonly proposal: Proposal;
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
      const work: Work = {
        ...{ what, wish, subject, account, connection, terminal },
        isSame: connection.instance.url === planned,
      };
      const trouble = await kept(work, adoptionOf(adopting, files, who, planned), options.dryRun ?? false);
      return trouble === undefined ? [] : [trouble];
    }),
  ).catch((error: unknown) => {
    if (error instanceof Interrupted) terminal.say(`Whether ${what.name} is up to date is not known.`);
    throw error;
  });
}

interface Work {
  readonly what: Written;
  readonly wish: Wish;
  readonly subject: PostSubject;
  readonly account: PostingAccount;
  readonly connection: Connection;
  readonly terminal: Terminal;
  /** Whether it is written on the instance that was looked at: on another one a name may be that of somebody else. */
  readonly isSame: boolean;
}

async function kept(work: Work, adoption: RequestedAdoption, isDry: boolean): Promise<Diagnostic | undefined> {
  const { what, wish, account, connection, terminal } = work;
  const { client, instance } = connection;
  const lacked = isDry ? undefined : await lackedScope(connection, account, what);
  if (lacked !== undefined) return lacked;
  try {
    const ground = await lookAtGround(client, instance.me.id, wish);
    if (ground.type !== 'ready') return groundTrouble(ground, wish, what);
    if (isDry) {
      terminal.progress.end();
      terminal.say(wouldText(ground, wish));
      return undefined;
    }
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

function adoptionOf(
  { proposal, look }: Adopting,
  files: readonly FileOfCommit[],
  who: ReadonlyMap<string, Touch>,
  url: string,
): RequestedAdoption {
  const { edits, desired, left } = proposal;
  return { edits, desired, who, url, files: files.length, left: left.length + look.undeclared.length };
}

/** Who did what is adopted, as far as audit events tell. */
async function touchesOf({ proposal, look, client }: Adopting): Promise<ReadonlyMap<string, Touch>> {
  const edited = new Set(proposal.edits.map(({ address }) => address));
  const isEdited = ({ address }: { readonly address: string }): boolean => edited.has(address);
  if (edited.size === 0) return new Map();
  const unmanaged = look.plan.unmanaged.map(({ entries = [] }) => ({ entries: entries.filter(isEdited) }));
  return whoChanged({ changes: look.plan.changes.filter(isEdited), unmanaged }, client, look.kinds);
}
