import { addresses } from './addresses.ts';
import { alongWith, type AlongWith } from './along.ts';
import { absentGroups } from './absent-groups.ts';
import { accessByMove, type AccessByMove } from './access-by-move.ts';
import { barred } from './barred.ts';
import type { Client } from '../../api/client.ts';
import type { Desired, Plan, World } from '../../model.ts';
import { belowInheritedUnseen } from './below-inherited-unseen.ts';
import { deletionWaits } from './deletion-waits.ts';
import { endsTooLate } from './ends-too-late.ts';
import { goesAlong } from './goes-along.ts';
import { heldElsewhere } from './held-elsewhere.ts';
import type { Kinds } from '../kinds.ts';
import { keptFromUndeclared } from './kept-from-undeclared.ts';
import { lackingTier } from './lacking-tier.ts';
import { lackingVersion } from './lacking-version.ts';
import { lentElsewhere } from './lent-elsewhere.ts';
import { lostTies } from './lost-ties.ts';
import { moreInside } from './more-inside.ts';
import { nameOfAnother } from './name-of-another.ts';
import { namesTakenOver } from './names-taken-over.ts';
import { nothingAbove } from './nothing-above.ts';
import { lookForPreconditions, type Preconditions } from './preconditions.ts';
import { otherKindThere } from './other-kind-there.ts';
import { perhapsThere } from './perhaps-there.ts';
import { perhapsInvited } from './perhaps-invited.ts';
import { perhapsHeld } from './perhaps-held.ts';
import { reachesHolders } from './reaches-holders.ts';
import type { Renamings } from './renamings.ts';
import { sharedElsewhere, type SharedElsewhere } from './shared-elsewhere.ts';
import { staysByAnotherName } from './stays-by-another-name.ts';
import { takenPaths } from './taken-paths.ts';
import { untoldUses } from './untold-uses.ts';

/** What was found of a plan on the platform. */
export interface Foreseen extends Preconditions {
  readonly along: AlongWith;
  /** What moves give and take of access, by the addresses of the changes. */
  readonly byMove: AccessByMove['effects'];
  readonly things: SharedElsewhere['things'];
}

/**
 * What the platform would refuse of a plan for reasons outside of what is declared, looked up where a change calls for it alone, with
 * what was found of that which changes presume. Throws ApiError.
 */
export async function checkAgainstPlatform(
  { changes, unverifiable }: Pick<Plan, 'changes' | 'unverifiable'>,
  desired: Desired,
  world: World,
  kinds: Kinds,
  client: Client,
  renamings: Renamings,
): Promise<Foreseen> {
  const along = await alongWith(changes, world, kinds, client);
  const [preconditions, shared, moved, ...found] = await Promise.all([
    lookForPreconditions(changes, desired, world, kinds, client, renamings),
    sharedElsewhere(changes, desired, world, kinds, client),
    accessByMove(changes, world, kinds, client),
    lackingTier({ changes, unverifiable }, desired, world.instance, kinds, client),
    nothingAbove(changes, desired, world, kinds, client),
    otherKindThere(changes, world, kinds, client),
    takenPaths(desired, world, kinds, client),
    perhapsThere(desired, world, kinds, client),
    heldElsewhere(changes, desired, world, kinds, client),
    reachesHolders(changes, desired, world, kinds, client),
    lentElsewhere(changes, desired, world, kinds, client),
    keptFromUndeclared(changes, desired, world, kinds, client),
    belowInheritedUnseen(changes, desired, world, kinds, client),
    perhapsInvited(changes, desired, world, kinds, client),
    perhapsHeld(changes, world, kinds, client),
    barred(changes, desired, world, kinds, client),
    lostTies(changes, desired, world, kinds, client),
    moreInside(changes, world, kinds, client),
    addresses(changes, kinds, client),
    nameOfAnother(changes, kinds, client),
    endsTooLate(changes, desired, world.instance, kinds, client),
    namesTakenOver(changes, desired, world, kinds, client, renamings),
    staysByAnotherName(desired, world, kinds, client, renamings),
    absentGroups(desired, world, kinds, client),
    deletionWaits(changes, world, kinds, client),
  ]);
  const unknown = lackingVersion(changes, desired, world.instance, kinds);
  const untold = untoldUses(changes, desired, world, kinds);
  const told = [
    ...shared.diagnostics,
    ...moved.diagnostics,
    ...found.flat(),
    ...unknown,
    ...goesAlong(changes, kinds, along),
    ...untold,
  ];
  return {
    ...preconditions,
    diagnostics: [...preconditions.diagnostics, ...told],
    along,
    byMove: moved.effects,
    things: shared.things,
  };
}
