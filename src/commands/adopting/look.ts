import { hasErrors, type Diagnostic } from '../../base/diagnostic.ts';
import { placeText, type Place } from '../../base/place.ts';
import { namedLive, withNamed } from '../../engine/adopt/named-live.ts';
import { undeclaredGroups } from '../../engine/drift/undeclared-groups.ts';
import { withoutLocal } from '../../engine/drift/without-local.ts';
import { kindOf, kindsByName, type Kinds } from '../../engine/kinds.ts';
import { observe } from '../../engine/observe/observe.ts';
import { seenPart } from '../../engine/observe/unseen.ts';
import { anyAddressTest } from '../../engine/parts/address-pattern.ts';
import { plan } from '../../engine/plan/plan.ts';
import { WHOLE_PLAN } from '../../engine/plan/plan-options.ts';
import { movedByHand } from '../../engine/platform-checks/moved-by-hand.ts';
import { createRenamings } from '../../engine/platform-checks/renamings.ts';
import { renamedPeople } from '../../engine/platform-checks/renamed-people.ts';
import { kinds as allKinds } from '../../kinds/index.ts';
import type { Desired, Plan, World } from '../../model.ts';
import { secretStates } from '../planning/secret-states.ts';
import { hopelessTargets, unfitTargets } from '../planning/targets.ts';
import { wantedPart } from '../planning/wanted-part.ts';
import type { Connection } from '../session/connect.ts';

/** What is live, and the plan of a configuration against it: of the one that was read, and of any that it is edited to. */
export interface Look {
  readonly kinds: Kinds;
  readonly world: World;
  /** The part of a configuration that is meant and could be seen. */
  partOf(desired: Desired): Desired;
  planOf(desired: Desired): Plan;
  /** That of the configuration that was read. */
  readonly plan: Plan;
  /** The addresses of live groups that nobody declared. */
  readonly undeclared: readonly string[];
  /** What is to be told of the look itself. */
  readonly diagnostics: readonly Diagnostic[];
  /** Whether what is declared at a place is not gone, but called otherwise by now. */
  isRenamed(place: Place | undefined): boolean;
  /** Whether all that is declared could be compared. */
  readonly isWhole: boolean;
}

/** Looks at an instance as `drift` does, and in full at what nobody declares; or says why there is nothing to be seen. Throws ApiError. */
export async function lookToAdopt(
  desired: Desired,
  connection: Connection,
  target: readonly string[],
): Promise<Look | readonly Diagnostic[]> {
  const { client, instance } = connection;
  const kinds = kindsByName(allKinds);
  const hopeless = hopelessTargets(target, desired, kinds);
  if (hopeless.length > 0) return hopeless;
  const part = wantedPart(desired, { target }, kinds);
  const observed = await observe(inFull(part.wanted, kinds), kinds, client, instance);
  const { diagnostics, unseen } = observed;
  if (hasErrors(diagnostics) && unseen === undefined) return diagnostics;
  const { ofTargets } = unfitTargets({ target, resend: [] }, desired, part, observed.world, kinds);
  if (hasErrors(ofTargets)) return [...diagnostics, ...ofTargets];
  const world = await withAllNamed(observed.world, part.wanted, kinds, connection);
  const secrets = await secretStates(desired, world, instance.url, kinds, { mayLackSecrets: true });
  if ('severity' in secrets) return [...diagnostics, secrets];
  const partOf = (whole: Desired): Desired => {
    const { wanted } = wantedPart(whole, { target }, kinds);
    return unseen === undefined ? wanted : seenPart(wanted, unseen, kinds);
  };
  const planOf = (whole: Desired): Plan =>
    withoutLocal(
      plan(partOf(whole), world, kinds, { ...WHOLE_PLAN, target: part.isTargeted, secretState: secrets.stateOf }),
      kinds,
    );
  const asRead = planOf(desired);
  const moved = await movedByHand(asRead, desired, world, kinds, client, observed.rowsOf);
  const people = await renamedPeople(asRead.changes, desired, world, kinds, client, createRenamings(client));
  const renamed = new Set(people.map(({ place }) => placeKey(place)));
  const groups = await undeclaredGroups(part.wanted, kinds, client, instance, observed.rowsOf);
  const fits = target.length === 0 ? () => true : anyAddressTest(target);
  const undeclared = groups.told.flatMap(({ entries = [] }) => entries.map(({ address }) => address)).filter(fits);
  const told = [...diagnostics, ...ofTargets, ...secrets.diagnostics, ...moved, ...people.map(asWarning)];
  const isWhole = !hasErrors(diagnostics);
  const isRenamed = (place: Place | undefined): boolean => place !== undefined && renamed.has(placeKey(place));
  return { kinds, world, partOf, planOf, plan: asRead, undeclared, diagnostics: told, isWhole, isRenamed };
}

/** With what live entries name and nobody declares, so that what says so is held against what is there. What cannot be seen is not there. */
async function withAllNamed(
  world: World,
  { sections, guards }: Desired,
  kinds: Kinds,
  { client, instance }: Connection,
): Promise<World> {
  const alsoNamed = namedLive(world, sections, kinds);
  if (alsoNamed.length === 0) return world;
  const found = await observe({ sections: [], alsoNamed, guards }, kinds, client, instance);
  return withNamed(world, found.world);
}

function placeKey(place: Place | undefined): string {
  return place === undefined ? '' : placeText(place);
}

/** It keeps nothing else from being adopted. */
function asWarning(told: Diagnostic): Diagnostic {
  return { ...told, severity: 'warning' };
}

/** With `prune` the details of what nobody declares are read, too: a list may leave out what an entry has to say. */
function inFull(desired: Desired, kinds: Kinds): Desired {
  const sections = desired.sections.map((section) => {
    const { host, reads } = kindOf(kinds, section.name);
    const isRead = host === undefined && reads.detail !== undefined && reads.whole === undefined;
    return isRead ? { ...section, prune: true } : section;
  });
  return { ...desired, sections };
}
