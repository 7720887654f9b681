import { hasErrors, type Diagnostic } from '../../base/diagnostic.ts';
import { readTraces, type Traces } from '../../engine/apply/own-work.ts';
import { kindsByName, type Kinds } from '../../engine/kinds.ts';
import { changedSince, type ChangedSince } from '../../engine/undo/changed-since.ts';
import { dayOfRun } from '../../engine/day-of-run.ts';
import { endedMeanwhile } from '../../engine/undo/ended-meanwhile.ts';
import { handedSince } from '../../engine/undo/handed-since.ts';
import { looksAlike } from '../../engine/undo/looks-alike.ts';
import type { Asked } from '../../engine/undo/meant.ts';
import { movedSince } from '../../engine/undo/moved-since.ts';
import { onTheirWay } from '../../engine/undo/on-their-way.ts';
import { othersMeant } from '../../engine/undo/others-meant.ts';
import { renamedSince } from '../../engine/undo/renamed-since.ts';
import { stillGuarding } from '../../engine/undo/still-guarding.ts';
import { stillHolding } from '../../engine/undo/still-holding.ts';
import { restOf, withoutChanged } from '../../engine/undo/without-changed.ts';
import { broughtBackTo } from '../../engine/undo/brought-back-to.ts';
import { desiredOf } from '../../engine/undo/desired-of.ts';
import type { Undo, UndoEntry } from '../../engine/undo/undo.ts';
import { whoseToken } from '../../engine/undo/whose-token.ts';
import { kinds as allKinds } from '../../kinds/index.ts';
import { parseUndo } from '../../report/parse-undo.ts';
import { lostLines } from '../../report/undo-text.ts';
import type { CarryOutOptions } from '../applying/carry-out-options.ts';
import { reportsOf } from '../files/pipeline-reports.ts';
import { newJournal, recordsOf, trafficOf } from '../files/writable.ts';
import { showAndCarryOut } from '../applying/show-and-carry-out.ts';
import { makePlan, type Planned } from '../planning/make-plan.ts';
import type { Connection } from '../session/connect.ts';
import { statusWithoutPlan } from '../session/forecasting.ts';
import { withLock, type LockOptions } from '../session/locked.ts';
import { withConnection } from '../session/session.ts';
import { EXIT, type ExitStatus } from '../terminal/exit-status.ts';
import { interruptible } from '../terminal/interrupt.ts';
import { openTerminal, type Terminal } from '../terminal/terminal.ts';
import { overUndo, secretsOf, type UndoFile } from './files-of-undo.ts';
import { placeIn } from './place-in.ts';
import { undoOutput } from './undoing.ts';
import { unjudged } from './unjudged.ts';

type Options = CarryOutOptions & LockOptions;

/** What an undo is applied with. */
interface Run extends UndoFile {
  readonly options: Options;
  readonly waived: ReadonlySet<string>;
  readonly kinds: Kinds;
}

/** Brings back what was live before an apply: planned afresh, shown, guarded and asked for as any other, and of nothing but what the file names. */
export async function applyUndo(
  file: string,
  text: string,
  options: Options,
  waived: ReadonlySet<string>,
): Promise<ExitStatus> {
  const parsed = parseUndo(text);
  const { undo: next } = options;
  const asked = [...reportsOf(options), ...trafficOf(options), ...newJournal(options.journal), ...undoOutput(next)];
  if ('diagnostic' in parsed) {
    openTerminal(options).diagnose([parsed.diagnostic]);
    return EXIT.refused;
  }
  const { undo } = parsed;
  const given = { file, text, undo };
  const taken = overUndo(given, asked, options.record);
  if (taken.length > 0) {
    openTerminal(options).diagnose(taken);
    return EXIT.failed;
  }
  const run = { ...given, options, waived, kinds: kindsByName(allKinds) };
  return withConnection(
    options,
    async (connection, terminal) => {
      const { url } = connection.instance;
      if (undo.target.url !== url) {
        terminal.diagnose([foreignUndo(undo, url)]);
        return EXIT.refused;
      }
      return withLock(undo.lock, connection, terminal, options, () => broughtBack(run, connection, terminal));
    },
    [...recordsOf(options.journal, undo.ledger), ...secretsOf(given), ...undoOutput(next)],
  );
}

async function broughtBack(given: Run, connection: Connection, terminal: Terminal): Promise<ExitStatus> {
  const { options, kinds } = given;
  const traces = readTraces(options.journal, connection.instance.url, given.file);
  const left = await interruptible(() => onTheirWay(given.undo, askedOf(kinds, connection)));
  const undo = endedMeanwhile(left, kinds, dayOfRun(connection.instance));
  const run = { ...given, undo };
  const { plan: planned, changed } = await settled(run, traces, connection, terminal);
  const unknown = unjudged(run, options.journal, options.onStale);
  terminal.diagnose(unknown);
  const isStale = changed.length > 0 || unknown.length > 0;
  if (isStale && options.onStale === 'stop') {
    terminal.progress.end();
    return EXIT.refused;
  }
  if (!('plan' in planned)) return withoutPlan(planned, terminal);
  connection.permitReads(undefined);
  terminal.progress.end();
  if (hasErrors(planned.plan.diagnostics)) {
    const { entries } = undo;
    terminal.diagnose(planned.plan.diagnostics.map((one) => (entryAt(one, entries, run) ? notToBeEdited(one) : one)));
    return EXIT.failed;
  }
  lostLines(undo.lost).forEach(terminal.say);
  const plan = {
    ...planned.plan,
    undoes: true as const,
    diagnostics: [...planned.plan.diagnostics, ...alike(run, planned, traces), ...(await unseen(run, planned, traces))],
  };
  const status = await showAndCarryOut({ ...planned, plan }, connection, terminal, options);
  return status === EXIT.done && isStale ? EXIT.refused : status;
}

/**
 * Plans what an undo names, without what others have changed, and what cannot be done, where that is to be left out. What stood in something that
 * is left out may have no place then, which the next plan shows: it is planned until nothing more is left out.
 */
async function settled(
  run: Run,
  traces: Traces,
  connection: Connection,
  terminal: Terminal,
): Promise<{ readonly plan: Made; readonly changed: readonly ChangedSince[] }> {
  let undo = run.undo;
  const all: ChangedSince[] = [];
  for (;;) {
    const plan = await planOf(run, undo, connection, terminal);
    if (!('plan' in plan)) return { plan, changed: all };
    const { changed, rest } = await changedIn(undo, plan, traces, run, connection);
    if (changed.length > 0) terminal.diagnose(changed.map((one) => overtaken(one, run)));
    all.push(...changed);
    if (run.options.onStale === 'stop') return { plan, changed: all };
    const errors = changed.length > 0 ? [] : refusedIn(undo, plan, run);
    const refused = await interruptible(() => movedSince(errors, askedOf(run.kinds, connection)));
    if (changed.length === 0 && refused.length === 0) return { plan, changed: all };
    const holding = stillHolding(rest, refused, run.kinds);
    terminal.diagnose([...refused.map(({ told }) => told), ...holding.map((one) => overtaken(one, run))]);
    all.push(...refused, ...holding);
    undo = withoutChanged(rest, [...refused, ...holding], run.kinds);
  }
}

type Made = Planned | readonly Diagnostic[];

/** What of an undo cannot be done, each with its error as it is told where the rest is done. */
function refusedIn(
  { entries }: Undo,
  { plan: { diagnostics } }: Planned,
  run: Run,
): readonly (ChangedSince & { readonly told: Diagnostic })[] {
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  const left = errors.map((error) => ({ error, entry: entryAt(error, entries, run) }));
  // What is wrong with none of them is wrong with all.
  if (left.some(({ entry }) => entry === undefined)) return [];
  return left.flatMap(({ error, entry }) =>
    entry === undefined
      ? []
      : [
          {
            entry,
            how: error.message,
            told: { ...error, severity: 'warning', message: `${error.message}; it is left out`, remedy: SEE_TO_IT },
          },
        ],
  );
}

/** The entry that an error is about, by the line of the file at which it is told. */
function entryAt({ place }: Diagnostic, entries: readonly UndoEntry[], { file, text }: Run): UndoEntry | undefined {
  return entries.find((entry) => placeIn(file, text, entry).line === place?.line);
}

const SEE_TO_IT = 'see to it in GitLab: what a configuration would say instead has no place in this file';

/** An error of an undo, whose file nobody may change. */
function notToBeEdited(error: Diagnostic): Diagnostic {
  const remedy = `${SEE_TO_IT}; to bring back the rest and leave this as it is, give --on-stale skip`;
  return error.severity === 'error' ? { ...error, remedy } : error;
}

/** The plan of what an undo names, with all that is wrong told in it: what others have changed is told first. */
function planOf(
  { file, text, options, waived, kinds }: Run,
  undo: Undo,
  connection: Connection,
  terminal: Terminal,
): Promise<Made> {
  const desired = desiredOf(undo, kinds, (entry) => placeIn(file, text, entry));
  const purpose = { ...options, explains: true, intended: broughtBackTo(undo, kinds) } as const;
  return interruptible(() => makePlan(desired, connection, purpose, waived, terminal));
}

/** What others have changed, and then what would go to others: who is brought back by an entry that stays behind, is not brought back. */
async function changedIn(
  undo: Undo,
  { plan, ground }: Planned,
  traces: Traces,
  run: Run,
  connection: Connection,
): Promise<{ readonly changed: readonly ChangedSince[]; readonly rest: Undo }> {
  if (ground === undefined) return { changed: [], rest: undo };
  const { world, earlier } = ground;
  const { kinds } = run;
  const asked = askedOf(kinds, connection);
  const seen = await interruptible(() => movedSince(changedSince(undo, plan, ground, kinds, traces), asked));
  const unchanged = withoutChanged(undo, seen, kinds);
  const renamed = await interruptible(() => renamedSince(unchanged, world, traces, asked));
  const rest = withoutChanged(unchanged, renamed, kinds);
  const made = { changes: plan.changes, world, earlier, traces };
  const errors = plan.diagnostics.filter(({ severity }) => severity === 'error');
  const refused = new Set(errors.flatMap((error) => entryAt(error, rest.entries, run) ?? []));
  const others = await interruptible(() => othersMeant(rest, made, refused, asked));
  const meant = withoutChanged(rest, others, kinds);
  const { changed: handed } = await handedSince(meant, made, kinds);
  const anothers = await whoseToken(meant, made, kinds);
  const left = [...seen, ...renamed, ...others, ...handed, ...anothers];
  const holding = [...stillHolding(rest, left, kinds), ...stillGuarding(rest, left, kinds)];
  return {
    changed: [...left, ...holding],
    rest: withoutChanged(rest, [...others, ...handed, ...anothers, ...holding], kinds),
  };
}

/** What the instance is asked by for what an undo names. */
function askedOf(kinds: Kinds, { client, instance }: Connection): Asked {
  return { kinds, client, instance };
}

/** Warnings of those who look as others did. */
function alike(run: Run, { plan: { changes }, ground }: Planned, traces: Traces): readonly Diagnostic[] {
  if (ground === undefined) return [];
  const found = looksAlike(run.undo, { changes, world: ground.world, earlier: ground.earlier, traces }, run.kinds);
  return found.map(({ entry, how }) => ({
    ...{ severity: 'warning', code: 'undo-stale', place: placeIn(run.file, run.text, entry) },
    message: `${entry.address} ${how}: nothing is done for it, and it may be somebody else`,
    remedy: 'see who made it, unless that was this undo',
  }));
}

/** Warnings of variables that are written over and hide what they hold. */
async function unseen(
  { undo, file, text, kinds }: Run,
  { plan: { changes }, ground }: Planned,
  traces: Traces,
): Promise<readonly Diagnostic[]> {
  if (ground === undefined) return [];
  const { unseen: hidden } = await handedSince(undo, { changes, world: ground.world, traces }, kinds);
  return hidden.map(({ entry, how }) => ({
    ...{ severity: 'warning', code: 'undo-stale', place: placeIn(file, text, entry) },
    message: `${entry.address} ${how}`,
    remedy: 'see that nobody else needs what it holds',
  }));
}

function withoutPlan(made: readonly Diagnostic[], terminal: Terminal): ExitStatus {
  terminal.progress.end();
  terminal.diagnose(made);
  return statusWithoutPlan(made);
}

function overtaken(changed: ChangedSince, run: Run): Diagnostic {
  const { entry, how, remedy = 'see who did that, and why' } = changed;
  const place = placeIn(run.file, run.text, entry);
  const told = { code: 'undo-stale', place } as const;
  if (run.options.onStale === 'stop')
    return {
      ...told,
      severity: 'error',
      message: `${entry.address} ${how}`,
      remedy: `${remedy}; to bring back the rest and leave this as it is, give --on-stale skip`,
    };
  const what =
    restOf(changed, run.kinds) === undefined ? 'it is left out' : 'that is left as it is, and the rest is brought back';
  return {
    ...told,
    severity: 'warning',
    message: `${entry.address} ${how}; ${what}`,
    remedy,
  };
}

function foreignUndo({ target }: Undo, url: string): Diagnostic {
  const message = `the undo is for ${target.url}, and this is ${url}`;
  return { severity: 'error', code: 'plan-file-foreign', message, remedy: 'give --url of the instance that it is for' };
}
