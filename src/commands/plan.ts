import { Secret } from '../base/secret.ts';
import { holdsSecret } from '../base/hidden-values.ts';
import type { Diagnostic } from '../base/diagnostic.ts';
import { secretsIn } from '../engine/fill-call.ts';
import type { Call, Plan, Value } from '../model.ts';
import { planJson } from '../report/plan-json.ts';
import { printedPlan, type PlanForm } from '../report/printed-plan.ts';
import type { NoteOptions } from './posting/note.ts';
import { declaredSinks } from './files/declared-sinks.ts';
import { EXIT, type ExitStatus } from './terminal/exit-status.ts';
import { statusWithoutPlan } from './session/forecasting.ts';
import type { PlanningOptions } from './session/options.ts';
import { lookOutputs } from './planning/last-look.ts';
import { asOf, notSaved } from './planning/day-to-come.ts';
import { makePlan } from './planning/make-plan.ts';
import { refusalDiagnostics } from './planning/refused.ts';
import { withConfiguration } from './session/session.ts';
import { newJournal, PLAN, recordsOf, type Output } from './files/writable.ts';
import { removeEarlierPlan } from './files/earlier-plan.ts';
import { writeOutput } from './files/write-output.ts';
import { interruptible } from './terminal/interrupt.ts';
import { openTerminal } from './terminal/terminal.ts';
import { kindsByName } from '../engine/kinds.ts';
import { kinds } from '../kinds/index.ts';

export interface PlanCommandOptions extends PlanningOptions, PlanForm, Pick<NoteOptions, 'note'> {
  readonly out?: string;
  /** The day to come that is looked ahead to, YYYY-MM-DD. */
  readonly at?: string;
  readonly detailedExitcode?: boolean;
}

/** Shows what apply would do. */
export async function planCommand(
  path: string | undefined,
  options: PlanCommandOptions,
  waived: ReadonlySet<string>,
): Promise<ExitStatus> {
  if (options.out === undefined) return planned(path, options, waived, () => undefined);
  const run = { hasSaved: false };
  // Whatever ends this run, nobody is to take the plan of an earlier one for its own.
  const hadEarlier = removeEarlierPlan(options.out);
  try {
    return await planned(path, options, waived, () => {
      run.hasSaved = true;
    });
  } finally {
    if (!run.hasSaved && hadEarlier)
      openTerminal(options).say(`Removed ${options.out}, which held the plan of an earlier run: there is no new one.`);
  }
}

async function planned(
  path: string | undefined,
  options: PlanCommandOptions,
  waived: ReadonlySet<string>,
  saved: () => void,
): Promise<ExitStatus> {
  const unsaved = notSaved(options);
  if (unsaved !== undefined) {
    openTerminal(options).diagnose([unsaved]);
    return EXIT.failed;
  }
  return withConfiguration(
    path,
    options,
    async (desired, asked, terminal) => {
      const connection = asOf(asked, options.at);
      if ('severity' in connection) {
        terminal.progress.end();
        terminal.diagnose([connection]);
        return EXIT.failed;
      }
      const made = await interruptible(() =>
        makePlan(desired, connection, { ...options, mayLackSecrets: true }, waived, terminal),
      );
      terminal.progress.end();
      if (!('plan' in made)) {
        terminal.diagnose(made);
        return statusWithoutPlan(made);
      }
      const { plan } = made;
      const { reads } = connection.counts;
      terminal.planned(plan, { reads });
      const unsavable = options.out === undefined ? undefined : plainSecretIn(plan);
      if (unsavable !== undefined) {
        terminal.diagnose([unsavable]);
        return EXIT.failed;
      }
      if (options.out !== undefined) {
        writeOutput(options.out, PLAN.what, planJson(plan, reads));
        saved();
      }
      terminal.result(printedPlan(plan, reads, options, terminal, kindsByName(kinds)));
      if (options.out !== undefined)
        terminal.say(`Saved to ${options.out}; \`keelson apply ${options.out}\` ${whatApplyDoes(plan)}.`);
      terminal.diagnose(refusalDiagnostics(plan.refusals ?? [], plan, 'warning'));
      terminal.diagnose(made.keepLook());
      return options.detailedExitcode && plan.changes.length > 0 ? EXIT.differs : EXIT.done;
    },
    (desired) => [
      ...planOutputs(options),
      ...lookOutputs(options),
      ...recordsOf(options.journal, desired.ledger).map((record) => ({ ...record, untouched: true })),
      ...declaredSinks(desired, options.target).map((sink) => ({ ...sink, untouched: true })),
    ],
    [...planOutputs(options), ...newJournal(options.journal), ...lookOutputs(options)],
  );
}

function planOutputs({ out }: PlanCommandOptions): readonly Output[] {
  return out === undefined ? [] : [{ file: out, ...PLAN }];
}

function whatApplyDoes({ refusals = [] }: Plan): string {
  return refusals.length === 0
    ? 'does exactly this'
    : 'refuses it, as told below, and does exactly this once it is allowed';
}

/** A saved plan holds no values, so that a secret which stands in the configuration itself could not be sent from it. */
function plainSecretIn(plan: Plan): Diagnostic | undefined {
  const named = plan.changes.find(({ address, calls }) => holdsSecret(address) || calls.some(isCalledBySecret));
  if (named !== undefined)
    return {
      severity: 'error',
      code: 'plain-secret',
      message: `${named.address} has a secret in its name, which no plan file may hold`,
      place: named.place,
      remedy: 'apply the configuration itself, without a plan file; and give the secret another value',
    };
  const change = plan.changes.find(({ calls }) =>
    calls.some(({ body }) => secretsIn(body).some(({ source }) => source.type === 'text') || inUrl(body)),
  );
  return (
    change && {
      severity: 'error',
      code: 'plain-secret',
      message: `${change.address} has a secret in plain text, which no plan file may hold`,
      place: change.place,
      remedy: 'write it as { env: NAME } or { file: path }, or apply the configuration itself',
    }
  );
}

/** Whether a call says a secret in its path or query: there what is live is called by its name. */
function isCalledBySecret({ path, query = {} }: Call): boolean {
  return [path, ...Object.values(query).map(String)].some(holdsSecret);
}

/** Whether a URL with a password or a token in it stands in a body. */
function inUrl(value: Value | undefined): boolean {
  if (typeof value === 'string') return holdsSecret(value);
  if (typeof value !== 'object' || value === null || value instanceof Secret) return false;
  return Object.values(value as { readonly [name: string]: Value }).some(inUrl);
}
