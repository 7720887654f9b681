import type { Diagnostic } from '../../base/diagnostic.ts';
import { placeText } from '../../base/place.ts';
import { occupiedSinks } from '../../engine/apply/occupied-sinks.ts';
import { swapTroubles } from '../../engine/guard/swap-consent.ts';
import type { Observed } from '../../engine/observe/observe.ts';
import { idleIgnore } from '../../engine/plan/idle-ignore.ts';
import { perhapsUnseen, saysWhatIsNot } from '../../engine/plan/perhaps-unseen.ts';
import type { Kinds } from '../../engine/kinds.ts';
import { creatorsAccess } from '../../engine/platform-checks/creators-access.ts';
import { toldOnce } from '../../engine/platform-checks/in-use.ts';
import { movedByHand } from '../../engine/platform-checks/moved-by-hand.ts';
import { movedProjects } from '../../engine/platform-checks/moved-projects.ts';
import { checkAgainstPlatform, type Foreseen } from '../../engine/platform-checks/platform-checks.ts';
import { createRenamings } from '../../engine/platform-checks/renamings.ts';
import { waitingProjects } from '../../engine/platform-checks/waiting-projects.ts';
import { wouldBeTwins } from '../../engine/platform-checks/would-be-twins.ts';
import type { Desired, Plan } from '../../model.ts';
import type { Connection } from '../session/connect.ts';
import type { PlanningOptions } from '../session/options.ts';
import type { Purpose } from './purpose.ts';

/** What a plan was made from. */
interface MadeFrom {
  readonly desired: Desired;
  /** What of it is planned. */
  readonly planned: Desired;
  readonly observed: Observed;
  readonly kinds: Kinds;
}

/** What was told before there was a plan, and what earlier runs have left. */
interface ToldBefore {
  readonly found: readonly Diagnostic[];
  readonly left: readonly Diagnostic[];
}

/** What is to be told of a plan, causes before what follows from them, with what was looked up for it. Throws ApiError. */
export async function toldOfPlan(
  made: Plan,
  { desired, planned, observed: { world, rowsOf, diagnostics: observed }, kinds }: MadeFrom,
  before: ToldBefore,
  options: Pick<PlanningOptions & Purpose, 'target' | 'shard' | 'allowSwap' | 'onlyLooks'>,
  waived: ReadonlySet<string>,
  { client, instance }: Connection,
): Promise<{ readonly told: readonly Diagnostic[]; readonly foreseen: Foreseen }> {
  const { changes } = made;
  const renamings = createRenamings(client);
  const foreseen = await checkAgainstPlatform(made, planned, world, kinds, client, renamings);
  // What is not found where it was may have been renamed, with all that is in it.
  const moved = await movedByHand(made, desired, world, kinds, client, rowsOf);
  const twins = options.onlyLooks ? [] : await wouldBeTwins(changes, desired, world, kinds, client, renamings);
  const elsewhere = [
    ...(await waitingProjects(changes, world, kinds, client)),
    ...(await movedProjects(changes, desired, world, kinds, client)),
  ];
  // Why something cannot be made here says more than that it cannot.
  const why = [...elsewhere, ...foreseen.diagnostics.filter(({ code }) => code === 'taken')];
  // Where something is that this token cannot see, nobody can say that there is nothing.
  const unseen = foreseen.diagnostics.filter(({ code }) => code === 'taken-unseen');
  const seen = observed.filter((one) => one.code !== 'former-missing' || withoutTold([one], unseen).length > 0);
  const ofPlan = made.diagnostics
    .filter((one) => one.code !== 'cannot-create' || withoutTold([one], why).length > 0)
    // Who only looks writes over nothing, and makes nothing beside what is there.
    .filter((one) => options.onlyLooks === undefined || one.code !== 'written-over');
  const softened = (told: readonly Diagnostic[]): readonly Diagnostic[] =>
    options.onlyLooks ? told.map((one) => ({ ...one, severity: 'warning' })) : told;
  const ofWriting = (told: readonly Diagnostic[]): readonly Diagnostic[] => (options.onlyLooks ? [] : told);
  // What fits nothing here may fit something in what another part of the configuration is about.
  const isWhole = options.target.length === 0 && options.shard === undefined;
  // A plan is untrue by what is hidden only where something is not to be there; who watches for drift asks what there is besides.
  const believed = planned.sections.filter((section) => options.onlyLooks ?? saysWhatIsNot(section, world, kinds));
  const told = [
    ...seen,
    ...twins,
    ...withoutTold(moved, twins),
    ...before.found,
    ...softened(before.left),
    ...softened(elsewhere),
    ...ofPlan,
    ...(isWhole ? idleIgnore(planned, world, kinds) : []),
    ...perhapsUnseen(believed, world, kinds),
    ...ofWriting(creatorsAccess(changes, desired, instance, kinds)),
    ...ofWriting(inTheWay(made)),
    ...softened(foreseen.diagnostics),
    ...(waived.has('swap') ? swapTroubles(world.swaps ?? [], changes, options.allowSwap ?? new Map()) : []),
  ];
  return { told: toldOnce(told), foreseen };
}

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
