import { readFileSync } from 'node:fs';
import type { Diagnostic } from '../base/diagnostic.ts';
import { savedAs } from '../base/saved-text.ts';
import { shardLock } from '../engine/parts/shard.ts';
import { weighAgain } from '../engine/guard/weigh-again.ts';
import { kindsByName } from '../engine/kinds.ts';
import { kinds as allKinds } from '../kinds/index.ts';
import { readJournal } from '../engine/apply/journal-tale.ts';
import { filesOf } from '../engine/apply/secret-files.ts';
import { IN_THE_WHOLE, leftUnfinished, unfinishedElsewhere } from '../engine/apply/unfinished-changes.ts';
import type { Desired, Plan } from '../model.ts';
import { swapTroubles } from '../engine/guard/swap-consent.ts';
import { parsePlan } from '../report/parse-plan.ts';
import type { CarryOutOptions } from './applying/carry-out-options.ts';
import { carryOut } from './applying/carry-out.ts';
import { showAndCarryOut } from './applying/show-and-carry-out.ts';
import { planOfJob } from './reviewed/job-plan.ts';
import { jobFile, type JobName } from './reviewed/job-name.ts';
import { applyUndo } from './undo/apply-undo.ts';
import { undoOutput } from './undo/undoing.ts';
import type { Connection } from './session/connect.ts';
import { declaredSinks, secretOutput } from './files/declared-sinks.ts';
import { EXIT, type ExitStatus } from './terminal/exit-status.ts';
import { statusWithoutPlan } from './session/forecasting.ts';
import { hideSecretsOf } from './session/hide-secrets.ts';
import { withLock, type LockOptions } from './session/locked.ts';
import { madeInAnotherFolder } from './files/plan-folder.ts';
import { notApplied } from './planning/day-to-come.ts';
import { makePlan } from './planning/make-plan.ts';
import { refusalDiagnostics } from './planning/refused.ts';
import { withConfiguration, withConnection } from './session/session.ts';
import { interruptible } from './terminal/interrupt.ts';
import { isPlanFile } from './files/plan-file.ts';
import { openTerminal, type Terminal } from './terminal/terminal.ts';
import { overPlans } from './files/taken-files.ts';
import { reportsOf } from './files/pipeline-reports.ts';
import { newJournal, recordsOf, trafficOf, type Output } from './files/writable.ts';

export interface ApplyOptions extends CarryOutOptions, LockOptions {
  /** The job whose plan is applied, in place of a file. */
  readonly fromJob?: JobName;
  /** Where that job keeps it. */
  readonly artifact?: string;
}

/** Brings the instance to what a configuration, or a saved plan, says. */
export async function applyCommand(
  path: string | undefined,
  options: ApplyOptions,
  waived: ReadonlySet<string>,
): Promise<ExitStatus> {
  const { fromJob, artifact } = options;
  if (fromJob !== undefined || artifact !== undefined) return applyFromJob(path, fromJob, options, waived);
  if (path === undefined || !isPlanFile(path)) return applyConfiguration(path, options, waived);
  const text = readFileSync(path, 'utf8');
  return savedAs(text) === 'undo' ? applyUndo(path, text, options, waived) : applySaved(text, options, waived);
}

/** The plan goes from the answer to the apply, and to no file in between. */
async function applyFromJob(
  path: string | undefined,
  job: JobName | undefined,
  options: ApplyOptions,
  waived: ReadonlySet<string>,
): Promise<ExitStatus> {
  const against = job === undefined ? [noJob] : path === undefined ? notAsSaved(options) : [twoPlans(path)];
  if (job === undefined || against.length > 0) {
    openTerminal(options).diagnose(against);
    return EXIT.refused;
  }
  const connecting = { ...options, traffic: {} };
  const plan = await planOfJob(jobFile(job, options.artifact), connecting);
  return 'status' in plan ? plan.status : applySaved(plan.text, connecting, waived);
}

async function applyConfiguration(
  path: string | undefined,
  options: ApplyOptions,
  waived: ReadonlySet<string>,
): Promise<ExitStatus> {
  return withConfiguration(
    path,
    options,
    (desired, connection, terminal) =>
      withLock(shardLock(desired.lock, options.shard), connection, terminal, options, () =>
        planAndCarryOut(desired, connection, terminal, options, waived),
      ),
    (desired) => [
      ...recordsOf(options.journal, desired.ledger),
      ...declaredSinks(desired, options.target),
      ...undoOutput(options.undo),
    ],
    [...newJournal(options.journal), ...undoOutput(options.undo)],
  );
}

async function planAndCarryOut(
  desired: Desired,
  connection: Connection,
  terminal: Terminal,
  options: ApplyOptions,
  waived: ReadonlySet<string>,
): Promise<ExitStatus> {
  const purpose = options.undo === undefined ? options : { ...options, keepsGround: true as const };
  const made = await interruptible(() => makePlan(desired, connection, purpose, waived, terminal));
  // The bound is that of looking: what is begun is carried out.
  connection.permitReads(undefined);
  terminal.progress.end();
  if (!('plan' in made)) {
    terminal.diagnose(made);
    return statusWithoutPlan(made);
  }
  return showAndCarryOut(made, connection, terminal, options);
}

async function applySaved(text: string, options: ApplyOptions, waived: ReadonlySet<string>): Promise<ExitStatus> {
  const parsed = parsePlan(text);
  const asked = [...reportsOf(options), ...trafficOf(options)];
  const taken = overPlans(
    'plan' in parsed ? [parsed.plan] : [],
    [...asked, ...newJournal(options.journal)],
    options.record,
  );
  if (taken.length > 0) {
    openTerminal(options).diagnose(taken);
    return EXIT.failed;
  }
  const against = 'diagnostic' in parsed ? [parsed.diagnostic] : notAsSaved(options);
  if ('diagnostic' in parsed || against.length > 0) {
    openTerminal(options).diagnose(against);
    return EXIT.refused;
  }
  const { plan, reads } = parsed;
  hideSecretsOf(plan.changes.flatMap(({ calls }) => calls.map(({ body }) => body)));
  const unfit = notApplied(plan) ?? madeInAnotherFolder(plan);
  if (unfit !== undefined) {
    openTerminal(options).diagnose([unfit]);
    return EXIT.refused;
  }
  return withConnection(
    options,
    async (connection, terminal) => {
      terminal.planned(plan, { reads });
      const foreign = otherInstance(plan, connection);
      if (foreign !== undefined) {
        terminal.diagnose([foreign]);
        return EXIT.refused;
      }
      return withLock(plan.lock, connection, terminal, options, async () => {
        // What the guards said of it when it was made holds until it is waived.
        const { refusals, foreseen } = await interruptible(() =>
          weighAgain(plan, waived, connection, kindsByName(allKinds)),
        );
        const swaps = (plan.refusals ?? []).flatMap(({ guard, addresses }) => (guard === 'swap' ? [addresses] : []));
        const unsaid = waived.has('swap') ? swapTroubles(swaps, plan.changes, options.allowSwap ?? new Map()) : [];
        const against = [...refusalDiagnostics(refusals, plan, 'error'), ...unsaid, ...foreseen];
        terminal.planned({ ...plan, refusals }, { reads });
        terminal.progress.end();
        terminal.diagnose(besidePlan(plan, options.journal));
        if (against.length === 0) {
          if (plan.changes.length === 0 && !options.json) terminal.result(NOTHING_SAVED);
          return carryOut({ plan, age: 'saved' }, connection, terminal, options);
        }
        terminal.diagnose(against);
        return EXIT.refused;
      });
    },
    [...recordsOf(options.journal, plan.ledger), ...sinksOf(plan)],
  );
}

/** That the instance is as declared was seen when the plan was made, and is not said again. */
const NOTHING_SAVED = 'Nothing to do: the saved plan has no changes.\n';

/** What an earlier run left unfinished, here or at another address, that a saved plan does not hold, and had not found settled. */
function besidePlan({ changes, settled = [], target }: Plan, journal: string): readonly Diagnostic[] {
  const tale = readJournal(journal, target.url);
  // Whoever opens it to add to it refuses.
  if (tale.type === 'problem') return [];
  const held = new Set(changes.map(({ address }) => address));
  const beside = tale.unfinished.filter(
    (one) => !held.has(one.address) && !settled.some(({ address, at }) => address === one.address && at === one.at),
  );
  return [
    ...leftUnfinished({ beside, astray: [], foreign: [] }, IN_THE_WHOLE, journal),
    ...unfinishedElsewhere(tale.elsewhere, target.url, journal),
  ];
}

/** A saved plan is applied as it was saved, or not at all. */
function notAsSaved({ target, resend, shard, undo, config }: ApplyOptions): readonly Diagnostic[] {
  const given = [
    ...(target.length > 0 ? ['--target'] : []),
    ...(resend.length > 0 ? ['--resend'] : []),
    ...(shard === undefined ? [] : ['--shard']),
    ...(config === undefined ? [] : ['--config']),
  ];
  const unknown = undo === undefined ? [] : [noUndo];
  const asSaved = given.map((option): Diagnostic => ({
    severity: 'error',
    code: 'saved-plan-option',
    message: `${option} says what to plan, and a saved plan is applied exactly as it was saved`,
    remedy: `make the plan anew with \`keelson plan ${option} … --out FILE\`, or leave ${option} out`,
  }));
  return [...asSaved, ...unknown];
}

/** A saved plan holds what is to be, and of what is it knows what it compared alone. */
const noUndo: Diagnostic = {
  severity: 'error',
  code: 'saved-plan-option',
  message: '--undo keeps what is live, of which a saved plan holds no more than it needs',
  remedy: 'apply the configuration itself with --undo, or leave --undo out',
};

const noJob: Diagnostic = {
  severity: 'error',
  code: 'saved-plan-option',
  message: '--artifact names a file of a job, and no job is named',
  remedy: 'name the job by --from-job, or leave --artifact out',
};

function twoPlans(path: string): Diagnostic {
  return {
    severity: 'error',
    code: 'saved-plan-option',
    message: `--from-job names the plan that is applied, and ${path} is something else to apply`,
    remedy: 'leave one of the two out',
  };
}

function sinksOf({ changes }: Plan): readonly Output[] {
  return changes.flatMap((change) => filesOf(change).map((file) => secretOutput(file, change.address)));
}

function otherInstance(plan: Plan, { instance }: Connection): Diagnostic | undefined {
  if (plan.target.url === instance.url) return undefined;
  const message = `the plan was made for ${plan.target.url}, and this is ${instance.url}`;
  return { severity: 'error', code: 'plan-file-foreign', message, remedy: 'make a plan for this instance' };
}
