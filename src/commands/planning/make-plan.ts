import { hasErrors, type Diagnostic } from '../../base/diagnostic.ts';
import { ApiError } from '../../api/api-error.ts';
import { findingsFor } from '../../engine/guard/findings.ts';
import type { GuardedPlan } from '../../engine/guard/guard.ts';
import { guardBasis } from '../../engine/guard/guard-looks.ts';
import { withUndeclaredPeople } from '../../engine/guard/undeclared-people.ts';
import { refusalsOf } from '../../engine/guard/guards.ts';
import { occupiedSinks } from '../../engine/apply/occupied-sinks.ts';
import { readJournal, type Unfinished } from '../../engine/apply/unfinished.ts';
import { settledBy, standings } from '../../engine/apply/standings.ts';
import { leftUnfinished, strandedMoves, unfinishedChanges } from '../../engine/apply/unfinished-changes.ts';
import type { SecretState } from '../../engine/ledger/ledger.ts';
import { openLedger } from '../../engine/ledger/open-ledger.ts';
import { kindsByName, type Kinds } from '../../engine/kinds.ts';
import { observe } from '../../engine/observe/observe.ts';
import { seenPart } from '../../engine/observe/unseen.ts';
import { plan, type PlanOptions } from '../../engine/plan/plan.ts';
import { toldOnce } from '../../engine/platform-checks/in-use.ts';
import { movedByHand } from '../../engine/platform-checks/moved-by-hand.ts';
import { checkAgainstPlatform } from '../../engine/platform-checks/platform-checks.ts';
import { halfMovedGroups } from '../../engine/scopes/half-moved.ts';
import type { IntendedGroups } from '../../engine/scopes/intended-groups.ts';
import { pathIn, swapFlag, swapTroubles } from '../../engine/guard/swap-consent.ts';
import { configurationFingerprint } from '../../engine/parts/configuration-fingerprint.ts';
import { partOf } from '../../engine/parts/shard.ts';
import { anyAddressTest } from '../../engine/parts/address-pattern.ts';
import { addressMeant, aimedAt, isHopeless, mayBeLive, mayBePruned, targetsOfNothing } from '../../engine/parts/target.ts';
import { kinds as allKinds } from '../../kinds/index.ts';
import type { Desired, Plan, Refusal, World } from '../../model.ts';
import type { Connection } from '../session/connect.ts';
import { forecasting } from '../session/forecasting.ts';
import type { PlanningOptions } from '../session/options.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** A plan, and the kinds that it speaks of. The world that it was made from is let go: of a large instance it is half of the memory. */
export interface Planned {
  readonly plan: Plan;
  readonly kinds: Kinds;
  /** Whether all that is declared could be compared. */
  readonly isWhole: boolean;
}

interface Purpose {
  /** Nobody applies it: what is wrong with it hides nothing of what has changed, and is told in the plan. */
  readonly onlyLooks?: true;
  /** It is to be looked at, where secrets need not be at hand. */
  readonly mayLackSecrets?: true;
}

/** Looks at the instance and makes the plan, with no more reads than are permitted; or says why there is none. Throws ApiError, and TooManyReads. */
export async function makePlan(
  desired: Desired,
  connection: Connection,
  options: PlanningOptions & Purpose,
  waived: ReadonlySet<string>,
  terminal: Pick<Terminal, 'say'>,
): Promise<Planned | readonly Diagnostic[]> {
  const kinds = kindsByName(allKinds);
  const hopeless = options.target.filter((target) => isHopeless(target, desired, kinds));
  const meant = (pattern: string, { sections }: Pick<World, 'sections'> = { sections: new Map() }) =>
    addressMeant(pattern, desired, { sections }, kinds);
  if (hopeless.length > 0) return hopeless.map((pattern) => unknownTarget(pattern, meant(pattern)));
  const aimed = options.target.length === 0 ? desired : aimedAt(desired, options.target, kinds);
  const part = options.shard && partOf(aimed, options.shard, kinds);
  const wanted = part?.desired ?? aimed;
  const permits = forecasting(options, connection, terminal);
  connection.permitReads(options.maxRequests);
  const tale = readJournal(options.journal, connection.instance.url);
  const { allowSwap = new Map() } = options;
  const moving = tale.type === 'tale' ? tale.moving : [];
  const moved = moving.map(({ address, id }) => [pathIn(address).toLowerCase(), id] as const);
  const intended: IntendedGroups = new Map([...moved, ...allowSwap]);
  const { client, instance } = connection;
  const observed = await observe(wanted, kinds, client, instance, permits, intended);
  const { world, diagnostics } = observed;
  const unseen = options.onlyLooks ? observed.unseen : undefined;
  if (hasErrors(diagnostics) && unseen === undefined) return diagnostics;
  const planned = unseen === undefined ? wanted : seenPart(wanted, unseen, kinds);
  const unfit = targetsOfNothing(options.target, aimed, world, kinds).filter(
    // What another shard looks at may be there.
    (target) => options.shard === undefined || !mayBeLive(target, aimed, kinds),
  );
  const gone = new Set(unfit.filter((target) => mayBePruned(target, aimed, kinds)));
  const ofNothing = unfit.filter((target) => !gone.has(target));
  // What was found on the way is told beside whatever keeps the plan from being made: it may be the cause.
  if (ofNothing.length > 0)
    return [...diagnostics, ...ofNothing.map((pattern) => unknownTarget(pattern, meant(pattern, world)))];
  const resentNothing = targetsOfNothing(options.resend, wanted, world, kinds).filter(
    (one) => unseen === undefined && (options.shard === undefined || !mayBeLive(one, wanted, kinds)),
  );
  if (resentNothing.length > 0)
    return [
      ...diagnostics,
      ...resentNothing.map((pattern) => unknownTarget(pattern, meant(pattern, world), '--resend')),
    ];
  if (tale.type === 'problem') return [...diagnostics, tale.problem];
  const opened = openLedger(desired.ledger, connection.instance.url, process.env);
  const unopened = opened !== undefined && 'severity' in opened ? opened : undefined;
  const isForReview = options.mayLackSecrets === true && unopened?.code === 'no-ledger-key';
  if (unopened !== undefined && !isForReview) return [...diagnostics, unopened];
  const ledger = opened !== undefined && 'severity' in opened ? undefined : opened;
  const wrongKey = await ledger?.keyTrouble();
  if (wrongKey !== undefined) return [...diagnostics, wrongKey];
  const secretState = (await ledger?.states(desired, kinds)) ?? ((): SecretState => 'unknown');
  const made = plan(planned, world, kinds, {
    ...planOptions(options, tale.unfinished),
    owns: part?.owns ?? (() => true),
    secretState,
  });
  const occupied = options.onlyLooks ? [] : occupiedSinks(made.changes).map(({ diagnostic }) => diagnostic);
  const refused = (await checkAgainstPlatform(made.changes, planned, world, kinds, connection.client)).map(
    (diagnostic): Diagnostic => (options.onlyLooks ? { ...diagnostic, severity: 'warning' } : diagnostic),
  );
  const perhapsThere = await movedByHand(made, desired, world, kinds, client);
  const foreseen = [...occupied, ...refused, ...perhapsThere];
  const isTargeted = options.target.length === 0 ? () => true : anyAddressTest(options.target);
  const standing = standings(tale.unfinished, {
    changes: made.changes,
    desired,
    world,
    kinds,
    isOfPart: (address, { kind, scope, key }) =>
      isTargeted(address) && (part?.owns(kind.host === undefined ? scope : { type: 'group', path: key }) ?? true),
  });
  const stranded = strandedMoves(tale.unfinished, desired, world, made.changes, kinds);
  const isTold = (one: Unfinished): boolean => stranded.some(({ move }) => move === one);
  const left = { beside: standing.beside, foreign: standing.foreign.filter((one) => !isTold(one)) };
  const halfDone = [
    ...unfinishedChanges(standing.planned, world, made.changes),
    // What falls to another shard is told there.
    ...leftUnfinished(options.shard === undefined ? left : { ...left, beside: [] }, options.journal),
    ...stranded.map(({ diagnostic }) => diagnostic),
    ...halfMovedGroups(world, desired, made.changes, new Set(moving.map(({ id }) => id)), kinds),
  ];
  // Who only looks makes nothing beside it.
  const unfinished = halfDone.map((one): Diagnostic => (options.onlyLooks ? { ...one, severity: 'warning' } : one));
  const swaps = waived.has('swap') ? swapTroubles(world.swaps ?? [], made.changes, allowSwap) : [];
  const told = toldOnce([
    ...diagnostics,
    ...(unopened === undefined ? [] : [uncompared(unopened)]),
    ...[...gone].map(goneTarget),
    ...unfinished,
    ...made.diagnostics,
    ...foreseen,
    ...swaps,
  ]);
  const whole = {
    ...made,
    diagnostics: told,
    ...(standing.settled.length > 0 && { settled: settledBy(standing) }),
    ...(options.target.length > 0 && { targets: options.target }),
    ...(options.shard && { shard: { ...options.shard, configuration: configurationFingerprint(desired) } }),
  };
  const seen = { plan: whole, desired, world, kinds };
  if (!options.onlyLooks && hasErrors(told)) return [...told, ...(await refusedBesides(seen, waived, connection))];
  const guarded = await guardedBy(seen, waived, connection);
  const refusals = refusalsOf(guarded, waived);
  const basis = guardBasis(guarded, waived);
  return {
    plan: { ...whole, ...(refusals.length > 0 && { refusals }), ...(basis && { guards: basis }) },
    kinds,
    isWhole: !hasErrors(diagnostics),
  };
}

/** What a plan without the key of its ledger says: it can be looked at all the same. */
function uncompared(trouble: Diagnostic): Diagnostic {
  const message = `${trouble.message}: secrets are not compared with what was last sent`;
  return { ...trouble, severity: 'warning', message };
}

/** A plan with all that its guards look at. Throws ApiError for trouble that concerns every request. */
async function guardedBy(
  seen: Omit<GuardedPlan, 'findings'>,
  waived: ReadonlySet<string>,
  { client }: Connection,
): Promise<GuardedPlan> {
  const unlooked = { ...seen, world: await withUndeclaredPeople(seen, waived, client) };
  return { ...unlooked, findings: await findingsFor(unlooked, waived, client) };
}

/** What the guards say of a plan with errors in it: whoever mends these learns in the same run what is refused next. */
async function refusedBesides(
  seen: Omit<GuardedPlan, 'findings'> & { readonly plan: Plan },
  waived: ReadonlySet<string>,
  connection: Connection,
): Promise<Diagnostic[]> {
  try {
    const refusals = refusalsOf(await guardedBy(seen, waived, connection), waived);
    return refusalDiagnostics(refusals, seen.plan, 'warning');
  } catch (error) {
    // The errors themselves are told, whatever keeps the guards from looking.
    if (error instanceof ApiError) return [];
    throw error;
  }
}

/** What an earlier run left unfinished is sent again in full: nobody can see which of its values arrived. */
function planOptions(
  { target, resend }: PlanningOptions,
  unfinished: readonly Unfinished[],
): Omit<PlanOptions, 'secretState' | 'owns'> {
  const left = new Map(unfinished.map((change) => [change.address, change]));
  const asked = anyAddressTest(resend);
  return {
    target: target.length === 0 ? () => true : anyAddressTest(target),
    resend: (address) => left.has(address) || asked(address),
    secretLost: (address) => left.get(address)?.secretLost ?? false,
  };
}

/** A target, or what is to be sent again, that fits nothing is a misspelling, and a plan without it would hide it. */
export function unknownTarget(
  target: string,
  meant: string | undefined,
  option: '--target' | '--resend' = '--target',
): Diagnostic {
  const stars = '* and ** stand for parts of them';
  return {
    severity: 'error',
    code: 'unknown-target',
    message: `nothing declared or live has an address that fits ${option} ${target}`,
    remedy:
      meant === undefined
        ? `write addresses as the plan prints them, like group[platform]/hook[ci], without the last name for all of a kind, like group[platform]/hook, or group[platform]** for a group with all that is in it; ${stars}`
        : `write ${meant}, as the plan prints addresses; ${stars}`,
  };
}

/** Where a section is pruned, what nobody declared is to be gone: that it is not there is what was asked for, or its name is misspelt. */
function goneTarget(target: string): Diagnostic {
  return {
    severity: 'warning',
    code: 'gone-target',
    message: `nothing that fits --target ${target} is there, and none is declared: in a section that is pruned, that is as it should be`,
    remedy: 'see that the name is right, and leave the target out once it is gone',
  };
}

/** Refusals as diagnostics, each at the first entry that it is about, with the flag that waives its guard for one run. */
export function refusalDiagnostics(
  refusals: readonly Refusal[],
  { changes }: Pick<Plan, 'changes'>,
  severity: Diagnostic['severity'],
): Diagnostic[] {
  const places = new Map(changes.map(({ address, place }) => [address, place]));
  return refusals.map(({ guard, message, addresses }) => ({
    severity,
    code: `guard-${guard}`,
    message: addresses.length > 1 ? `${message}: ${listed(addresses)}` : message,
    place: addresses.map((address) => places.get(address)).find((place) => place !== undefined),
    remedy: `look at the plan again; to apply it all the same, give ${guard === 'swap' ? swapFlag(addresses, changes) : `--allow-${guard}`}`,
  }));
}

function listed(addresses: readonly string[]): string {
  const some = addresses.slice(0, 3).join(', ');
  return addresses.length > 3 ? `${some} and ${addresses.length - 3} more` : some;
}
