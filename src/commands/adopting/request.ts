import { ApiError } from '../../api/api-error.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { whoChanged } from '../../engine/drift/who-changed.ts';
import { lookAtGround } from '../../engine/merge-request/ground.ts';
import { keepRequest, withdrawRequest, type RequestText } from '../../engine/merge-request/keep-request.ts';
import { userNumber } from '../../engine/merge-request/user-number.ts';
import type { Touch } from '../../model.ts';
import {
  adoptCommit,
  adoptDescription,
  adoptTitle,
  differencesMark,
  soleAuthor,
  type RequestedAdoption,
} from '../../report/adopt-request.ts';
import type { PostSubject } from '../../report/post.ts';
import type { PostingAccount } from '../posting/account.ts';
import { lackedScope, onPostingInstance, trouble, type Written } from '../posting/on-instance.ts';
import type { PostingOptions } from '../posting/posted.ts';
import { subjectOf } from '../posting/subject.ts';
import { interruptible, Interrupted } from '../terminal/interrupt.ts';
import type { Connection } from '../session/connect.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { checkoutOf } from './checkout.ts';
import { NOTHING, outcomeText, wouldText } from './request-outcome.ts';
import { groundTrouble, lossTrouble } from './request-troubles.ts';
import { withoutUnapplied, type Adopting, type Settled, type Whole } from './settled.ts';
import { patchNumbers, textsDiff } from './texts-diff.ts';
import { editedFiles, wishOf } from './wish.ts';

export interface RequestOptions extends Pick<PostingOptions, 'url' | 'tokenFile' | 'har' | 'traffic' | 'target'> {
  readonly dryRun?: boolean;
}

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
      const whole: Whole = { wish, checkout, who };
      const work: Work = { what, whole, adopting, subject, account, connection, terminal, isSame };
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
  /** What is proposed: all that is live otherwise than it is declared. */
  readonly whole: Whole;
  readonly adopting: Adopting;
  readonly subject: PostSubject;
  readonly account: PostingAccount;
  readonly connection: Connection;
  readonly terminal: Terminal;
  /** Whether it is written on the instance that was looked at: on another one a name may be that of somebody else. */
  readonly isSame: boolean;
}

async function kept(work: Work, isDry: boolean): Promise<Diagnostic | undefined> {
  const { what, whole, account, connection, terminal, adopting } = work;
  const { client, instance } = connection;
  const lacked = isDry ? undefined : await lackedScope(connection, account, what);
  if (lacked !== undefined) return lacked;
  try {
    const ground = await lookAtGround(client, instance.me.id, whole.wish);
    if (ground.type !== 'ready') return groundTrouble(ground, whole.wish, what);
    const settled = await withoutUnapplied(whole, adopting, ground, client);
    if ('severity' in settled) return settled;
    const { wish, proposal } = settled;
    terminal.diagnose(settled.unapplied);
    const adoption = adoptionOf(work, settled);
    const text = await textOf(work, adoption);
    if (isDry) {
      terminal.progress.end();
      terminal.result(textsDiff(adopting.sources.texts, proposal.texts, proposal.desired));
      if (proposal.edits.length > 0) terminal.say(patchNumbers);
      terminal.say(wouldText(ground, wish, text));
      return undefined;
    }
    const outcome =
      wish.files.length === 0
        ? await withdrawRequest(client, ground, wish)
        : await keepRequest(client, ground, wish, text);
    terminal.progress.end();
    if (outcome.type === 'lost' || outcome.type === 'moved') return lossTrouble(outcome.type, wish, what);
    terminal.result(outcomeText(outcome, wish, adoption, terminal.paint));
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'forbidden')) throw error;
    return trouble(
      what,
      `the user of the token may not write ${what.name}: ${error.message}`,
      'make the user a member of the project, as Developer at least, who may push to branches like keelson/*; in an archived project nobody may',
    );
  }
}

async function textOf({ connection, subject, isSame }: Work, adoption: RequestedAdoption): Promise<RequestText> {
  const author = isSame ? soleAuthor(adoption) : undefined;
  return {
    title: adoptTitle,
    description: adoptDescription(adoption, subject),
    mark: differencesMark(adoption.edits),
    commit: adoptCommit(adoption),
    assignee: author === undefined ? undefined : await userNumber(connection.client, author),
  };
}

function adoptionOf({ adopting, whole, account }: Work, { wish, proposal, unapplied }: Settled): RequestedAdoption {
  const { edits, desired } = proposal;
  const left = proposal.left.length + unapplied.length + adopting.look.undeclared.length;
  const { who, checkout } = whole;
  return { edits, desired, who, pathOf: checkout.pathOf, url: account.planned, files: wish.files.length, left };
}

/** Who did what is adopted, as far as audit events tell. */
async function touchesOf({ proposal, look, client }: Adopting): Promise<ReadonlyMap<string, Touch>> {
  const edited = new Set(proposal.edits.map(({ address }) => address));
  const isEdited = ({ address }: { readonly address: string }): boolean => edited.has(address);
  if (edited.size === 0) return new Map();
  const unmanaged = look.plan.unmanaged.map(({ entries = [] }) => ({ entries: entries.filter(isEdited) }));
  return whoChanged({ changes: look.plan.changes.filter(isEdited), unmanaged }, client, look.kinds);
}
