import { ApiError } from '../../api/api-error.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { hideToken } from '../../base/hidden-values.ts';
import type { KeptOutcome } from '../../engine/keep-one.ts';
import type { ReportedCommand, RunRecord } from '../../report/pipeline/run-record.ts';
import type { ReportOptions } from '../files/pipeline-reports.ts';
import type { Connection } from '../session/connect.ts';
import type { PlanningOptions, Traffic } from '../session/options.ts';
import { EXIT, type ExitStatus } from '../terminal/exit-status.ts';
import { interruptible, Interrupted } from '../terminal/interrupt.ts';
import { openTerminal, type Terminal } from '../terminal/terminal.ts';
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
  /** Writes it for a run against the instance `planned`. Throws ApiError. */
  write(record: RunRecord, planned: string, connection: Connection): Promise<KeptOutcome | 'not there'>;
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
  hideToken((process.env['KEELSON_NOTE_TOKEN'] ?? '').trim());
  const traffic: Traffic = {};
  const status = await run({ ...options, record, traffic });
  if (status === EXIT.interrupted) return status;
  const terminal = openTerminal({ ...options, record });
  try {
    const what = writtenOf(post);
    const found = await interruptible(() =>
      onPostingInstance(what, { ...options, traffic }, terminal, (connection, planned) =>
        written(post, record, planned, connection, terminal),
      ),
    );
    if (found === undefined) return status;
    terminal.diagnose([found]);
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
  planned: string,
  connection: Connection,
  terminal: Terminal,
): Promise<Diagnostic | undefined> {
  const lacked = await lackedScope(connection, writtenOf(post));
  if (lacked !== undefined) return lacked;
  const outcome = await post.write(record, planned, connection).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'forbidden') return 'forbidden' as const;
    throw error;
  });
  terminal.progress.end();
  const said = saidOf(outcome, post);
  if (typeof said !== 'string') return said;
  terminal.say(said);
  return undefined;
}

/** A note and a snippet take no more than Reporter (POST …/notes, POST …/snippets, 18.9). */
function writtenOf({ name }: Post): Written {
  return { name, code: 'note-unwritten', role: 'Reporter' };
}

function saidOf(outcome: KeptOutcome | 'not there' | 'forbidden', post: Post): string | Diagnostic {
  const { name, place, form } = post;
  const what = writtenOf(post);
  switch (outcome) {
    case 'made':
      return `Made ${name}.`;
    case 'brought up to date':
      return `Brought ${name} up to date.`;
    case 'up to date':
      return `Nothing new for ${name}.`;
    case 'not there':
      return trouble(
        what,
        `there is no ${place}, or the user of the token does not see it: ${name} is not written`,
        `see that it is written as ${form}, and that the user is a member of the project, as Reporter at least`,
      );
    case 'forbidden':
      return trouble(
        what,
        `the user of the token may not write ${name}`,
        'make the user a member of the project, as Reporter at least; in an archived project, and in a locked discussion for others than members, nobody may',
      );
    case 'lost':
      return trouble(
        what,
        `GitLab was asked to make ${name}, and neither says that it did nor shows it`,
        'run it again: it is found where it is there by then, and not made a second time',
      );
  }
}
