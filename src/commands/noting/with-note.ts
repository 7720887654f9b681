import { relative, resolve, sep } from 'node:path';
import { ApiError } from '../../api/api-error.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { hideToken } from '../../base/hidden-values.ts';
import { writeNote, type MergeRequest, type NoteOutcome } from '../../engine/note.ts';
import { tokenScopes, writesNoNotes } from '../../engine/token-scopes.ts';
import { noteMarker, planNote, supersededNote, type NoteSubject } from '../../report/plan-note.ts';
import type { RunRecord } from '../../report/pipeline/run-record.ts';
import { waitingText } from '../../report/waiting-text.ts';
import type { ReportOptions } from '../files/pipeline-reports.ts';
import { configPath } from '../session/configuration.ts';
import { connectTo, type Connection } from '../session/connect.ts';
import type { PlanningOptions, Traffic } from '../session/options.ts';
import { EXIT, type ExitStatus } from '../terminal/exit-status.ts';
import { explainError } from '../terminal/explain-error.ts';
import { interruptible, Interrupted } from '../terminal/interrupt.ts';
import { openTerminal, type Terminal } from '../terminal/terminal.ts';
import { noteAccount } from './note-account.ts';
import { mergeRequestText } from './merge-request.ts';

/** What a command can be told whose plan becomes a note; of the options of a plan, those that the note depends on. */
export interface NoteOptions
  extends ReportOptions, Partial<Pick<PlanningOptions, 'url' | 'tokenFile' | 'har' | 'target' | 'shard' | 'traffic'>> {
  /** The merge request that gets the plan as a note. */
  readonly note?: MergeRequest;
  readonly at?: string;
}

/** What is planned: the file or folder of a configuration, or plans of its parts, which do not tell theirs. */
export type Noted = { readonly type: 'configuration'; readonly path: string | undefined } | { readonly type: 'plans' };

/**
 * Runs a command that plans, and brings the note of it up to date, however it ends: also where there is no plan. That the note could not be
 * written is a failure of a run that was none otherwise.
 */
export async function withNote<Options extends NoteOptions>(
  noted: Noted,
  options: Options,
  run: (options: Options) => ExitStatus | Promise<ExitStatus>,
): Promise<ExitStatus> {
  const { note, record = { command: 'plan', diagnostics: [] } } = options;
  if (note === undefined) return run(options);
  hideToken((process.env['KEELSON_NOTE_TOKEN'] ?? '').trim());
  const traffic: Traffic = {};
  const status = await run({ ...options, record, traffic });
  if (status === EXIT.interrupted) return status;
  const terminal = openTerminal({ ...options, record });
  try {
    const trouble = await interruptible(() => noteOf(record, note, noted, { ...options, traffic }, terminal));
    if (trouble === undefined) return status;
    terminal.diagnose([trouble]);
    return status === EXIT.done || status === EXIT.differs ? EXIT.failed : status;
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error;
    terminal.say(`Interrupted: whether the note of ${mergeRequestText(note)} is up to date is not known.`);
    return EXIT.interrupted;
  } finally {
    terminal.progress.end();
  }
}

/** Writes the note of a run; why it is not written. */
async function noteOf(
  record: RunRecord,
  mergeRequest: MergeRequest,
  noted: Noted,
  options: NoteOptions,
  terminal: Terminal,
): Promise<Diagnostic | undefined> {
  const name = mergeRequestText(mergeRequest);
  try {
    const account = noteAccount(options.url, options.tokenFile);
    if ('severity' in account) return unwritten(name, account);
    // The file of the traffic was looked at where the plan came to have some.
    const { har, traffic } = options;
    const recorded = har !== undefined && traffic?.recorder !== undefined ? { har, traffic } : {};
    const connection = await connectTo(
      account,
      { concurrency: 1, ...recorded },
      (requests) => {
        terminal.progress.requests(requests);
      },
      (milliseconds) => {
        terminal.say(waitingText(milliseconds));
      },
    );
    if ('severity' in connection) return unwritten(name, connection);
    try {
      return await written(record, mergeRequest, subjectOf(noted, account.planned, options), connection, terminal);
    } finally {
      await connection.close();
    }
  } catch (error) {
    const told = explained(error);
    // What was read and written is one thing, and whether it could be recorded another.
    if (told.code === 'unwritable') return told;
    if (!(error instanceof ApiError && error.outcomeUnknown)) return unwritten(name, told);
    return trouble(`whether the note of ${name} is up to date is not known: ${told.message}`, told.remedy);
  }
}

/** What an error means; where it is the token, it may be another one than that of the run. */
function explained(error: unknown): Diagnostic {
  const told = explainError(error);
  const isOwn = process.env['KEELSON_NOTE_TOKEN'] !== undefined;
  const remedy = 'set KEELSON_NOTE_TOKEN to a token that is valid and not expired';
  return isOwn && told.code === 'unauthorized' ? { ...told, remedy } : told;
}

async function written(
  record: RunRecord,
  mergeRequest: MergeRequest,
  subject: NoteSubject,
  { client, instance }: Connection,
  terminal: Terminal,
): Promise<Diagnostic | undefined> {
  const name = mergeRequestText(mergeRequest);
  const scopes = await tokenScopes(client);
  if (scopes !== undefined && writesNoNotes(scopes)) return lacksScope(name, scopes);
  const text = { marker: noteMarker(subject), body: planNote(record, subject), instead: supersededNote() };
  const outcome = await writeNote(client, instance.me.id, mergeRequest, text).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'forbidden') return 'forbidden' as const;
    throw error;
  });
  terminal.progress.end();
  const said = saidOf(outcome, name);
  if (typeof said !== 'string') return said;
  terminal.say(said);
  return undefined;
}

function saidOf(outcome: NoteOutcome | 'forbidden', name: string): string | Diagnostic {
  switch (outcome) {
    case 'made':
      return `Written as a note of ${name}.`;
    case 'brought up to date':
      return `The note of ${name} is brought up to date.`;
    case 'up to date':
      return `The note of ${name} says this already.`;
    case 'no merge request':
      return trouble(
        `there is no merge request ${name}, or the user of the token does not see it: its note is not written`,
        'see that it is written as group/project!12, and that the user is a member of the project, as Reporter at least',
      );
    case 'forbidden':
      return trouble(
        `the user of the token may not write notes of ${name}`,
        'make the user a member of the project, as Reporter at least; a locked discussion takes notes of members alone',
      );
    case 'lost':
      return trouble(
        `GitLab's answer to the note of ${name} was lost, and no note is seen there`,
        'run it again: it finds the note where there is one by then, and makes no second one',
      );
  }
}

/** One note for each configuration, and for each part of one that is planned by itself: none takes the place of another. */
function subjectOf(noted: Noted, url: string, { target = [], shard, at }: NoteOptions): NoteSubject {
  const { CI_COMMIT_SHORT_SHA: commit, CI_JOB_URL: job } = process.env;
  const path = noted.type === 'plans' ? undefined : shownPath(configPath(noted.path));
  const part = shard === undefined ? '' : `${shard.index}/${shard.of}`;
  return {
    key: [url, path ?? '', part, at === undefined ? '' : 'ahead', ...[...target].sort()],
    path,
    ...(commit && { commit }),
    ...(job && { job }),
  };
}

/** The path as it is from here, however it was written. */
function shownPath(path: string): string {
  return relative('', resolve(path)).split(sep).join('/') || '.';
}

function lacksScope(name: string, scopes: readonly string[]): Diagnostic {
  return {
    severity: 'error',
    code: 'read-only-token',
    message: `the token lacks the scope api, which a note takes (it has ${scopes.join(', ')}): that of ${name} is not written`,
    remedy:
      'set KEELSON_NOTE_TOKEN to a token with the scope api, such as one of the project with the role Reporter; the plan itself needs no more than read_api',
  };
}

function unwritten(name: string, { message, remedy }: Diagnostic): Diagnostic {
  return trouble(`the note of ${name} is not written: ${message}`, remedy);
}

function trouble(message: string, remedy: string | undefined): Diagnostic {
  return { severity: 'error', code: 'note-unwritten', message, ...(remedy !== undefined && { remedy }) };
}
