import { hasErrors, type Diagnostic } from '../../base/diagnostic.ts';
import { readTraces, type Traces } from '../../engine/apply/own-work.ts';
import { kindsByName } from '../../engine/kinds.ts';
import { dayOfRun } from '../../engine/day-of-run.ts';
import { endedMeanwhile } from '../../engine/undo/ended-meanwhile.ts';
import { withHostsMade } from '../../engine/undo/gone-with-hosts.ts';
import { handedSince } from '../../engine/undo/handed-since.ts';
import { looksAlike } from '../../engine/undo/looks-alike.ts';
import { onTheirWay } from '../../engine/undo/on-their-way.ts';
import type { Undo } from '../../engine/undo/undo.ts';
import { kinds as allKinds } from '../../kinds/index.ts';
import { parseUndo } from '../../report/parse-undo.ts';
import { lostLines } from '../../report/undo-text.ts';
import { reportsOf } from '../files/pipeline-reports.ts';
import { newJournal, recordsOf, trafficOf } from '../files/writable.ts';
import { showAndCarryOut } from '../applying/show-and-carry-out.ts';
import type { Planned } from '../planning/make-plan.ts';
import type { Connection } from '../session/connect.ts';
import { statusWithoutPlan } from '../session/forecasting.ts';
import { withLock } from '../session/locked.ts';
import { withConnection } from '../session/session.ts';
import { EXIT, type ExitStatus } from '../terminal/exit-status.ts';
import { interruptible } from '../terminal/interrupt.ts';
import { openTerminal, type Terminal } from '../terminal/terminal.ts';
import { overUndo, secretsOf } from './files-of-undo.ts';
import { placeIn } from './place-in.ts';
import { askedOf, entryAt, notToBeEdited, settled, type UndoOptions, type UndoRun } from './settled.ts';
import { undoOutput } from './undoing.ts';
import { unjudged } from './unjudged.ts';

/** Brings back what was live before an apply: planned afresh, shown, guarded and asked for as any other, and of nothing but what the file names. */
export async function applyUndo(
  file: string,
  text: string,
  options: UndoOptions,
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

async function broughtBack(given: UndoRun, connection: Connection, terminal: Terminal): Promise<ExitStatus> {
  const { options, kinds } = given;
  const traces = readTraces(options.journal, connection.instance.url, given.file);
  const left = await interruptible(() => onTheirWay(given.undo, askedOf(kinds, connection)));
  const undo = endedMeanwhile(withHostsMade(left, traces, kinds), kinds, dayOfRun(connection.instance));
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

/** Warnings of those who look as others did. */
function alike(run: UndoRun, { plan: { changes }, ground }: Planned, traces: Traces): readonly Diagnostic[] {
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
  { undo, file, text, kinds }: UndoRun,
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

function foreignUndo({ target }: Undo, url: string): Diagnostic {
  const message = `the undo is for ${target.url}, and this is ${url}`;
  return { severity: 'error', code: 'plan-file-foreign', message, remedy: 'give --url of the instance that it is for' };
}
