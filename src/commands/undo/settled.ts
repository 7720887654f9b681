import type { Diagnostic } from '../../base/diagnostic.ts';
import type { Traces } from '../../engine/apply/own-work.ts';
import type { Kinds } from '../../engine/kinds.ts';
import { broughtBackTo } from '../../engine/undo/brought-back-to.ts';
import { changedSince, type ChangedSince } from '../../engine/undo/changed-since.ts';
import { desiredOf } from '../../engine/undo/desired-of.ts';
import { goneWithHosts } from '../../engine/undo/gone-with-hosts.ts';
import { handedSince } from '../../engine/undo/handed-since.ts';
import type { Asked } from '../../engine/undo/meant.ts';
import { movedSince } from '../../engine/undo/moved-since.ts';
import { othersMeant } from '../../engine/undo/others-meant.ts';
import { renamedSince } from '../../engine/undo/renamed-since.ts';
import { stillGuarding } from '../../engine/undo/still-guarding.ts';
import { stillHolding } from '../../engine/undo/still-holding.ts';
import type { Undo, UndoEntry } from '../../engine/undo/undo.ts';
import { whoseToken } from '../../engine/undo/whose-token.ts';
import { restOf, withoutChanged } from '../../engine/undo/without-changed.ts';
import type { CarryOutOptions } from '../applying/carry-out-options.ts';
import { makePlan, type Planned } from '../planning/make-plan.ts';
import type { Connection } from '../session/connect.ts';
import type { LockOptions } from '../session/locked.ts';
import { interruptible } from '../terminal/interrupt.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { UndoFile } from './files-of-undo.ts';
import { placeIn } from './place-in.ts';

export type UndoOptions = CarryOutOptions & LockOptions;

/** What an undo is applied with. */
export interface UndoRun extends UndoFile {
  readonly options: UndoOptions;
  readonly waived: ReadonlySet<string>;
  readonly kinds: Kinds;
}

/**
 * Plans what an undo names, without what others have changed, and what cannot be done, where that is to be left out. What stood in something that
 * is left out may have no place then, which the next plan shows: it is planned until nothing more is left out.
 */
export async function settled(
  run: UndoRun,
  traces: Traces,
  connection: Connection,
  terminal: Terminal,
): Promise<{ readonly plan: Made; readonly changed: readonly ChangedSince[] }> {
  let undo = run.undo;
  const all: ChangedSince[] = [];
  for (;;) {
    const plan = await planOf(run, undo, connection, terminal);
    if (!('plan' in plan)) return { plan, changed: all };
    const gone = new Set(goneIn(undo, plan, run));
    if (gone.size > 0) {
      undo = { ...undo, entries: undo.entries.filter((entry) => !gone.has(entry)) };
      continue;
    }
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

/** What stands in something that the apply has made, and that is gone with it. */
function goneIn(undo: Undo, { plan: { changes, diagnostics } }: Planned, run: UndoRun): readonly UndoEntry[] {
  const misplaced = diagnostics.filter(({ code }) => code === 'missing-parent');
  const entries = misplaced.flatMap((error) => entryAt(error, undo.entries, run) ?? []);
  return goneWithHosts(undo, { changes, misplaced: entries }, run.kinds);
}

/** What of an undo cannot be done, each with its error as it is told where the rest is done. */
function refusedIn(
  { entries }: Undo,
  { plan: { diagnostics } }: Planned,
  run: UndoRun,
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
export function entryAt(
  { place }: Diagnostic,
  entries: readonly UndoEntry[],
  { file, text }: UndoRun,
): UndoEntry | undefined {
  return entries.find((entry) => placeIn(file, text, entry).line === place?.line);
}

const SEE_TO_IT = 'see to it in GitLab: what a configuration would say instead has no place in this file';

/** An error of an undo, whose file nobody may change. */
export function notToBeEdited(error: Diagnostic): Diagnostic {
  const remedy = `${SEE_TO_IT}; to bring back the rest and leave this as it is, give --on-stale skip`;
  return error.severity === 'error' ? { ...error, remedy } : error;
}

/** The plan of what an undo names, with all that is wrong told in it: what others have changed is told first. */
function planOf(
  { file, text, options, waived, kinds }: UndoRun,
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
  run: UndoRun,
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
export function askedOf(kinds: Kinds, { client, instance }: Connection): Asked {
  return { kinds, client, instance };
}

function overtaken(changed: ChangedSince, run: UndoRun): Diagnostic {
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
