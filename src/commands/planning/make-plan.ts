import { hasErrors, type Diagnostic } from '../../base/diagnostic.ts';
import { readJournal } from '../../engine/apply/journal-tale.ts';
import { whoseMaking } from '../../engine/drift/whose-making.ts';
import { kindsByName, type Kinds } from '../../engine/kinds.ts';
import { observe, type Observed } from '../../engine/observe/observe.ts';
import { seenPart } from '../../engine/observe/unseen.ts';
import { configurationFingerprint } from '../../engine/parts/configuration-fingerprint.ts';
import type { PlanOptions } from '../../engine/plan/plan-options.ts';
import { plan } from '../../engine/plan/plan.ts';
import { withVeiledFields } from '../../engine/plan/veiled-fields.ts';
import { asSeen } from '../../engine/platform-checks/as-seen.ts';
import { kinds as allKinds } from '../../kinds/index.ts';
import type { Desired, Plan, World } from '../../model.ts';
import type { Connection } from '../session/connect.ts';
import { forecasting } from '../session/forecasting.ts';
import type { PlanningOptions } from '../session/options.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { intendedGroups } from './intended-groups.ts';
import { lastLookOf } from './last-look.ts';
import { leftBehind } from './left-behind.ts';
import type { Purpose } from './purpose.ts';
import { refusedBesides } from './refused.ts';
import { secretStates } from './secret-states.ts';
import { sentAgain } from './sent-again.ts';
import { hopelessTargets, unfitTargets } from './targets.ts';
import { toldOfPlan } from './told-of-plan.ts';
import { wantedPart } from './wanted-part.ts';
import { weighed } from './weighed.ts';

/** A plan, and the kinds that it speaks of. The world that it was made from is let go: of a large instance it is half of the memory. */
export interface Planned {
  readonly plan: Plan;
  readonly kinds: Kinds;
  /** Whether all that is declared could be compared. */
  readonly isWhole: boolean;
  /** The rows of a list that was read on the way, where nobody applies the plan. */
  readonly rowsOf?: Observed['rowsOf'];
  /** What it was made from, where somebody asks why. */
  readonly ground?: Ground;
  /** Keeps the look for the next run, where that was asked for; what keeps it from being kept, as a warning. */
  readonly keepLook: () => readonly Diagnostic[];
}

/** What a plan was made from. */
export interface Ground {
  readonly world: World;
  /** What could be compared of what is declared. */
  readonly compared: Desired;
  /** What the journal tells of the replacements that earlier runs have not finished. */
  readonly earlier: Pick<PlanOptions, 'replacedBefore' | 'madeBefore'>;
  /** The plan of all that was looked at, be it asked for or not. */
  readonly around: () => Plan;
}

/** Looks at the instance and makes the plan, with no more reads than are permitted; or says why there is none. Throws ApiError, and TooManyReads. */
export async function makePlan(
  desired: Desired,
  connection: Connection,
  options: PlanningOptions & Purpose,
  waived: ReadonlySet<string>,
  terminal: Pick<Terminal, 'say' | 'progress'>,
): Promise<Planned | readonly Diagnostic[]> {
  const kinds = kindsByName(allKinds);
  const { client, instance } = connection;
  // What fits nothing is told by whoever asks for the reasons, and so is what is wrong.
  const tellsAll = options.onlyLooks ?? options.explains ?? false;
  const hopeless = options.explains ? [] : hopelessTargets(options.target, desired, kinds);
  if (hopeless.length > 0) return hopeless;
  const part = wantedPart(desired, options, kinds);
  const permits = forecasting(options, connection, terminal);
  connection.permitReads(options.maxRequests);
  const tale = readJournal(options.journal, instance.url);
  const intended = intendedGroups(tale, options);
  const last = await lastLookOf(options, desired, kinds, connection);
  const { beliefs } = last;
  const observed = await observe(part.wanted, kinds, client, instance, permits, intended, options.verifyReads, beliefs);
  const { world, diagnostics } = observed;
  const unseen = tellsAll ? observed.unseen : undefined;
  // What was found on the way is told beside whatever keeps the plan from being made: it may be the cause.
  if (hasErrors(diagnostics) && unseen === undefined) return diagnostics;
  const { ofTargets, ofResent } = options.explains ? NONE_UNFIT : unfitTargets(options, desired, part, world, kinds);
  const unfit = [...ofTargets, ...(unseen === undefined ? ofResent : [])];
  if (hasErrors(unfit)) return [...diagnostics, ...unfit];
  if (tale.type === 'problem') return [...diagnostics, tale.problem];
  const secrets = await secretStates(desired, world, instance.url, kinds, options);
  if ('severity' in secrets) return [...diagnostics, secrets];

  const makers = await whoseMaking(tale.unfinished, world, kinds, client);
  const planned = unseen === undefined ? part.wanted : seenPart(part.wanted, unseen, kinds);
  const given = {
    ...sentAgain(tale.unfinished, makers, options),
    target: part.isTargeted,
    owns: part.owns,
    secretState: secrets.stateOf,
    dueWithin: options.dueWithin,
  };
  const made = plan(planned, world, kinds, given);
  const left = leftBehind(tale, made, { desired, world, kinds, makers }, part, options);
  const before = { found: [...secrets.diagnostics, ...unfit], left: left.diagnostics };
  const from = { desired, planned, observed, kinds };
  const { told, foreseen } = await toldOfPlan(made, from, before, options, waived, connection);
  const seenPlan = asSeen(made, foreseen);
  const whole = {
    ...seenPlan,
    changes: withVeiledFields(seenPlan.changes),
    diagnostics: told,
    ...(left.settled.length > 0 && { settled: left.settled }),
    ...last.told(part.wanted, world),
    ...(options.target.length > 0 && { targets: options.target }),
    ...(options.shard && { shard: { ...options.shard, configuration: configurationFingerprint(desired) } }),
  };
  const seen = { plan: whole, desired, world, kinds };
  if (!tellsAll && hasErrors(told)) return [...told, ...(await refusedBesides(seen, waived, connection))];
  return {
    plan: await weighed(seen, part.isTargeted, waived, connection),
    kinds,
    isWhole: !hasErrors(diagnostics),
    // Whoever prints a plan needs no list any more.
    ...(options.onlyLooks && { rowsOf: observed.rowsOf }),
    ...((options.explains ?? options.keepsGround) && {
      ground: {
        world,
        compared: planned,
        earlier: given,
        around: () => plan(planned, world, kinds, { ...given, target: () => true }),
      },
    }),
    keepLook: last.keeping({ desired, wanted: part.wanted, world, kinds }),
  };
}

const NONE_UNFIT = { ofTargets: [], ofResent: [] };
