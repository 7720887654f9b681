import { withoutSecrets } from '../../base/hidden-values.ts';
import { hasErrors, type Diagnostic } from '../../base/diagnostic.ts';
import { placeText } from '../../base/place.ts';
import { occupiedSinks } from '../../engine/apply/occupied-sinks.ts';
import { readJournal, type JournalTale } from '../../engine/apply/journal-tale.ts';
import type { Unfinished } from '../../engine/apply/unfinished.ts';
import { guardBasis } from '../../engine/guard/guard-looks.ts';
import { ownShareEnds } from '../../engine/guard/own-share-ends.ts';
import { whoseMaking, type Makers } from '../../engine/drift/whose-making.ts';
import { refusalsOf } from '../../engine/guard/guards.ts';
import { pathIn, swapTroubles } from '../../engine/guard/swap-consent.ts';
import { kindsByName, type Kinds } from '../../engine/kinds.ts';
import { observe, type Observed } from '../../engine/observe/observe.ts';
import { seenPart } from '../../engine/observe/unseen.ts';
import { anyAddressTest } from '../../engine/parts/address-pattern.ts';
import { configurationFingerprint } from '../../engine/parts/configuration-fingerprint.ts';
import { creatorsAccess } from '../../engine/platform-checks/creators-access.ts';
import { idleIgnore } from '../../engine/plan/idle-ignore.ts';
import type { PlanOptions } from '../../engine/plan/plan-options.ts';
import { plan } from '../../engine/plan/plan.ts';
import { withVeiledFields } from '../../engine/plan/veiled-fields.ts';
import { asSeen } from '../../engine/platform-checks/as-seen.ts';
import { toldOnce } from '../../engine/platform-checks/in-use.ts';
import { movedByHand } from '../../engine/platform-checks/moved-by-hand.ts';
import { movedProjects } from '../../engine/platform-checks/moved-projects.ts';
import { checkAgainstPlatform } from '../../engine/platform-checks/platform-checks.ts';
import { createRenamings } from '../../engine/platform-checks/renamings.ts';
import { waitingProjects } from '../../engine/platform-checks/waiting-projects.ts';
import { wouldBeTwins } from '../../engine/platform-checks/would-be-twins.ts';
import type { IntendedGroups } from '../../engine/scopes/intended-groups.ts';
import { kinds as allKinds } from '../../kinds/index.ts';
import type { Desired, Plan, World } from '../../model.ts';
import type { Connection } from '../session/connect.ts';
import { forecasting } from '../session/forecasting.ts';
import type { PlanningOptions } from '../session/options.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { lastLookOf } from './last-look.ts';
import { leftBehind } from './left-behind.ts';
import { guardedBy, refusedBesides } from './refused.ts';
import { secretStates } from './secret-states.ts';
import { hopelessTargets, unfitTargets } from './targets.ts';
import { wantedPart } from './wanted-part.ts';

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

interface Purpose {
  /** Nobody applies it: what is wrong with it hides nothing of what has changed, and is told in the plan. */
  readonly onlyLooks?: true;
  /** Somebody asks for the reasons of one thing: what is wrong hides nothing of it, and is told in the plan. */
  readonly explains?: true;
  /** Somebody goes on working with what it was made from. */
  readonly keepsGround?: true;
  /** It is to be looked at, where secrets need not be at hand. */
  readonly mayLackSecrets?: true;
  /** The groups that are known to be meant for a path: those that an undo brings back. */
  readonly intended?: IntendedGroups;
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
  // Who only looks makes nothing beside it.
  const softened = (found: readonly Diagnostic[]): readonly Diagnostic[] =>
    options.onlyLooks ? found.map((one) => ({ ...one, severity: 'warning' })) : found;
  const renamings = createRenamings(client);
  const foreseen = await checkAgainstPlatform(made, planned, world, kinds, client, renamings);
  const left = leftBehind(tale, made, { desired, world, kinds, makers }, part, options);
  // Causes stand before what follows from them: what is not found where it was may have been renamed, with all that is in it.
  const moved = await movedByHand(made, desired, world, kinds, client, observed.rowsOf);
  const twins = options.onlyLooks ? [] : await wouldBeTwins(made.changes, desired, world, kinds, client, renamings);
  const waiting = softened(await waitingProjects(made.changes, world, kinds, client));
  const elsewhere = softened(await movedProjects(made.changes, desired, world, kinds, client));
  // Why something cannot be made here says more than that it cannot.
  const why = [...waiting, ...elsewhere, ...foreseen.diagnostics.filter(({ code }) => code === 'taken')];
  // What fits nothing here may fit something in what another part of the configuration is about.
  const isWhole = options.target.length === 0 && options.shard === undefined;
  const told = toldOnce([
    ...diagnostics,
    ...twins,
    ...withoutTold(moved, twins),
    ...secrets.diagnostics,
    ...unfit,
    ...softened(left.diagnostics),
    ...waiting,
    ...elsewhere,
    ...made.diagnostics
      .filter((one) => one.code !== 'cannot-create' || withoutTold([one], why).length > 0)
      // Who only looks writes over nothing.
      .filter((one) => options.onlyLooks === undefined || one.code !== 'written-over'),
    ...(isWhole ? idleIgnore(planned, world, kinds) : []),
    ...(options.onlyLooks ? [] : creatorsAccess(made.changes, desired, instance, kinds)),
    ...(options.onlyLooks ? [] : inTheWay(made)),
    ...softened(foreseen.diagnostics),
    ...(waived.has('swap') ? swapTroubles(world.swaps ?? [], made.changes, options.allowSwap ?? new Map()) : []),
  ]);
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
  // What is permitted is told as well, so that nothing is left unread for its sake.
  const guarded = await guardedBy(seen, NONE_WAIVED, connection);
  const ends = await ownShareEnds(guarded, part.isTargeted, client);
  const all = refusalsOf(guarded, NONE_WAIVED);
  const refusals = all.filter(({ guard }) => !waived.has(guard));
  const permitted = all.filter(({ guard }) => waived.has(guard));
  const basis = guardBasis(guarded, waived);
  return {
    plan: {
      ...whole,
      diagnostics: [...told, ...ends],
      ...(refusals.length > 0 && { refusals }),
      ...(permitted.length > 0 && { permitted }),
      ...(basis && { guards: basis }),
    },
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

const NONE_WAIVED: ReadonlySet<string> = new Set();

const NONE_UNFIT = { ofTargets: [], ofResent: [] };

/** What is told for certain is not told as a guess besides. */
function withoutTold(guesses: readonly Diagnostic[], certain: readonly Diagnostic[]): readonly Diagnostic[] {
  const places = new Set(certain.flatMap(({ place }) => (place === undefined ? [] : [placeText(place)])));
  return guesses.filter(({ place }) => place === undefined || !places.has(placeText(place)));
}

/** What stands where secrets are to go: on a day to come it may be gone by then, and nothing is made before. */
function inTheWay({ changes, at }: Plan): readonly Diagnostic[] {
  const told = occupiedSinks(changes).map(({ diagnostic }) => diagnostic);
  return at === undefined ? told : told.map((one) => ({ ...one, severity: 'warning' }));
}

/**
 * The groups that are known to be meant for a path: those whose move an earlier run has begun, those of a permitted swap, and those that an
 * undo brings back, whose numbers no word of the user's takes the place of.
 */
function intendedGroups(
  tale: JournalTale,
  { allowSwap = new Map(), intended = new Map() }: Pick<PlanningOptions & Purpose, 'allowSwap' | 'intended'>,
): IntendedGroups {
  const moving = tale.type === 'tale' ? tale.moving : [];
  return new Map([
    ...moving.map(({ address, id }) => [pathIn(address).toLowerCase(), id] as const),
    ...allowSwap,
    ...intended,
  ]);
}

/** What an earlier run left unfinished is sent again in full: nobody can see which of its values arrived. */
function sentAgain(
  unfinished: readonly Unfinished[],
  makers: Makers,
  { resend }: Pick<PlanningOptions, 'resend'>,
): Pick<PlanOptions, 'resend' | 'secretLost' | 'madeBefore' | 'replacedBefore' | 'keptBefore'> {
  const left = new Map(unfinished.map((change) => [change.address, change]));
  // As the journal has it, which holds no secret.
  const leftAt = (address: string): Unfinished | undefined =>
    left.size === 0 ? undefined : left.get(withoutSecrets(address));
  const asked = anyAddressTest(resend);
  return {
    resend: (address) => leftAt(address) !== undefined || asked(address),
    secretLost: (address, id) => makers(address).some((one) => one.id === id && one.isLost),
    madeBefore: (address, id) =>
      (id !== undefined && leftAt(address)?.made === id) || makers(address).some((one) => one.id === id && one.isOwn),
    replacedBefore: (address) => leftAt(address)?.replaces ?? [],
    keptBefore: (address) => leftAt(address)?.keeps,
  };
}
