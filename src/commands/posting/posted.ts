import { ApiError } from '../../api/api-error.ts';
import { hasErrors, type Diagnostic } from '../../base/diagnostic.ts';
import { listed } from '../../base/listed.ts';
import { hideToken } from '../../base/hidden-values.ts';
import type { Beside, KeptOutcome } from '../../engine/keep-one.ts';
import type { ReportedCommand, RunRecord } from '../../report/pipeline/run-record.ts';
import type { ReportOptions } from '../files/pipeline-reports.ts';
import type { Connection } from '../session/connect.ts';
import type { PlanningOptions, Traffic } from '../session/options.ts';
import { EXIT, type ExitStatus } from '../terminal/exit-status.ts';
import { interruptible, Interrupted } from '../terminal/interrupt.ts';
import { openTerminal, type Terminal } from '../terminal/terminal.ts';
import { NOTE_TOKEN, type PostingAccount } from './account.ts';
import { lackedScope, onPostingInstance, trouble, type Written } from './on-instance.ts';

/** What the post of a run depends on, of all that a command can be told. */
export interface PostingOptions
  extends ReportOptions, Partial<Pick<PlanningOptions, 'url' | 'tokenFile' | 'har' | 'target' | 'shard' | 'traffic'>> {
  readonly at?: string;
}

/** What a run tells on the instance itself: the note of a merge request, or a snippet. */
export interface Post {
  /** What is told of it: `the note of group/project!12`. */
  readonly name: string;
  /** Where it stands, and how that is written. */
  readonly place: string;
  readonly form: string;
  /** What whoever writes it needs. */
  readonly needs: string;
  /** Writes it for a run against the instance `planned`. Throws ApiError. */
  write(record: RunRecord, planned: string, connection: Connection): Promise<KeptOutcome>;
}

/**
 * Runs a command and brings its post up to date, however it ends: also where there is no plan. That it could not be written is a failure of a
 * run that was none otherwise.
 */
export async function posted<Options extends PostingOptions>(
  command: ReportedCommand,
  post: Post,
  options: Options,
  run: (options: Options) => ExitStatus | Promise<ExitStatus>,
): Promise<ExitStatus> {
  const { record = { command, diagnostics: [] } } = options;
  hideToken((process.env[NOTE_TOKEN] ?? '').trim());
  const traffic: Traffic = {};
  const status = await run({ ...options, record, traffic });
  if (status === EXIT.interrupted) return status;
  const terminal = openTerminal({ ...options, record });
  try {
    const told = await interruptible(() =>
      onPostingInstance(writtenOf(post), { ...options, traffic }, terminal, (connection, account) =>
        written(post, record, account, connection, terminal),
      ),
    );
    if (told.length > 0) terminal.diagnose(told);
    if (!hasErrors(told)) return status;
    return status === EXIT.done || status === EXIT.differs ? EXIT.failed : status;
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error;
    terminal.say(`Interrupted: whether ${post.name} is up to date is not known.`);
    return EXIT.interrupted;
  } finally {
    terminal.progress.end();
  }
}

async function written(
  post: Post,
  record: RunRecord,
  account: PostingAccount,
  connection: Connection,
  terminal: Terminal,
): Promise<readonly Diagnostic[]> {
  const lacked = await lackedScope(connection, account, writtenOf(post));
  if (lacked !== undefined) return [lacked];
  const outcome = await post.write(record, account.planned, connection).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'forbidden') return { type: 'forbidden' } as const;
    throw error;
  });
  terminal.progress.end();
  if (!('beside' in outcome)) return [whyNot(outcome, post)];
  terminal.say(saidOf(outcome.type, post));
  return outcome.beside.map((one) => standsBeside(one, post));
}

type Outcome = KeptOutcome | { readonly type: 'forbidden' };
type Kept = Extract<Outcome, { readonly beside: unknown }>;

function saidOf(type: Kept['type'], { name }: Post): string {
  switch (type) {
    case 'made':
      return `Made ${name}.`;
    case 'brought up to date':
      return `Brought ${name} up to date.`;
    case 'up to date':
      return `Nothing new for ${name}.`;
  }
}

/** A note and a snippet take no more than Reporter (POST …/notes, POST …/snippets, 18.9). */
function writtenOf({ name }: Post): Written {
  return { name, code: 'note-unwritten', role: 'Reporter' };
}

function whyNot(outcome: Exclude<Outcome, Kept>, post: Post): Diagnostic {
  const { name, place, form, needs } = post;
  const what = writtenOf(post);
  switch (outcome.type) {
    case 'not there':
      return trouble(
        what,
        `there is no ${place}, or the user of the token does not see it: ${name} is not written`,
        `see that it is written as ${form}, and that the user is a member of the project, as Reporter at least`,
      );
    case 'forbidden':
      return trouble(what, `the user of the token may not write ${name}`, needs);
    case 'lost':
      return trouble(
        what,
        `GitLab was asked to make ${name}, and neither says that it did nor shows it`,
        'run it again: it is found where it is there by then, and not made a second time',
      );
    case 'several':
      return trouble(
        what,
        `the user of the token has several with the mark of ${name} (ids ${listed(outcome.ids.map(String))}), and nobody can say which one it is: nothing is written`,
        'delete those that are not it, or take the first line out of their descriptions',
      );
    case 'opened':
      return trouble(
        what,
        `somebody has made ${name} (id ${outcome.id}) visible to others than the members of the project: nothing is written to it`,
        'make it private again in GitLab; or delete it, and the next run makes a private one: what it says is open to them until then',
      );
  }
}

/** A reader may take it for what this run has written. */
function standsBeside({ id, author }: Beside, { name }: Post): Diagnostic {
  return {
    severity: 'warning',
    code: 'note-beside',
    message: `beside ${name} stands one with the same mark by ${author} (id ${id}): it is left as it is, and may say what holds no more`,
    remedy: `have ${author}, or a Maintainer of the project, delete it; the user of a token stays the same where GitLab rotates it, and is another one where the token is made anew`,
  };
}
