import { entryAddress, scopeAddress, sectionAddress } from '../../address.ts';
import type { Kind } from '../../kind.ts';
import type { Change, Scope } from '../../model.ts';
import { partsOf } from '../address-parts.ts';
import { keptOwnershipOf } from './kept-ownership.ts';
import type { Guard, GuardedPlan } from './guard.ts';
import { liveEntryOf } from './live-entry.ts';
import { leavingPeople } from './leaving-people.ts';
import { locksOut } from './locks-out.ts';
import { loweredShares } from './own-shares.ts';
import { pathsAbove } from '../../base/scope-path.ts';
import { weighedAccess, type WeighedAccess } from './weighed-access.ts';

type Refusal = ReturnType<Guard['refusals']>[number];

/** Less access for the user whose token this is, or a setting that shuts its token out: the next run could not undo this one. */
export const ownAccess: Guard = {
  name: 'own-access',
  weighedAgain: true,
  refusals(guarded) {
    const access = weighedAccess(guarded);
    return [
      ...guarded.plan.changes.flatMap((change) => lessening(change, guarded, access)),
      ...leavingBehind(guarded),
      ...administratingNoMore(guarded),
      ...lentByShares(guarded, access),
      ...locksOut(guarded, 'token').map(({ address, path, why }) => ({
        message: `${address}: ${path} may shut this token out, so that the next run could not undo it: ${why}`,
        addresses: [address],
      })),
    ];
  },
};

function lessening(change: Change, guarded: GuardedPlan, access: WeighedAccess): Refusal[] {
  const { kind, scope, key } = partsOf(change.address, guarded.kinds);
  if (kind.access?.grants === undefined) return [];
  const live = liveEntryOf(change, guarded);
  const before = live && access.before(kind, scope, live);
  if (before === undefined) return [];
  const after = access.after(kind, scope, key, live, change);
  // A share lends to the members of a group, and is looked at by itself.
  if (kind.access.lentTo !== undefined) return [];
  if (before.username === undefined)
    return (after?.level ?? 0) < before.level ? lentAway(change, scope, guarded, access) : [];
  const me = guarded.world.instance.me.username.toLowerCase();
  if (before.username !== me) return [];
  const inherited = inheritedLevel(kind, scope, guarded, access);
  const level = Math.max(after?.level ?? 0, inherited);
  const isLess = level < before.level || (change.action === 'delete' && inherited < before.level);
  if (!isLess) return [];
  const fate =
    after === undefined
      ? 'be removed'
      : after.level === 0 && after.ends !== undefined
        ? `end on ${after.ends}`
        : 'be lowered';
  return [
    {
      message: isMade(scope, guarded)
        ? `${change.address} is the access of this token's own user, whom GitLab makes an owner of the group that it creates, and would ${fate}: declare it as owner, or not at all`
        : `${change.address} is the access of this token's own user, and would ${fate}`,
      addresses: [change.address],
    },
  ];
}

/** The token's own user administers the instance no more, so that it could change nobody any more, itself included. */
function administratingNoMore(guarded: GuardedPlan): Refusal[] {
  const { me } = guarded.world.instance;
  return leavingPeople(guarded)
    .filter(({ id }) => id === me.id)
    .map(({ change: { address } }) => ({
      message: `${address} is this token's own user, and would administer the instance no more`,
      addresses: [address],
    }));
}

/** Whether the plan makes what the entries of a scope stand in. */
function isMade(scope: Scope, { plan }: GuardedPlan): boolean {
  const address = scopeAddress(scope);
  return plan.changes.some((change) => change.action === 'create' && change.address === address);
}

/** What the token's user has in the groups above, once the plan is done, as far as they were looked at. */
function inheritedLevel(kind: Kind, scope: Scope, guarded: GuardedPlan, access: WeighedAccess): number {
  if (scope.type === 'instance') return 0;
  const above = pathsAbove(scope.path).map((path): Scope => ({ type: 'group', path }));
  return levelIn(kind, above, guarded, access);
}

/** What goes elsewhere leaves behind what its old parents gave the token's user. An administrator can undo it all the same. */
function leavingBehind(guarded: GuardedPlan): Refusal[] {
  const { world, findings } = guarded;
  const { username, admin } = world.instance.me;
  if (admin) return [];
  return keptOwnershipOf(guarded)
    .filter(({ address }) => findings?.firmMoves.has(address) !== true)
    .map(({ address }) => ({
      message: `${address} would go where this token's own user is not seen to be its owner, so that the next run could not bring it back: make ${username} a direct owner of it first`,
      addresses: [address],
    }));
}

/** A share goes, or gives less, by which the token's own user may have its access; an entry of its own once the plan is done makes up for it. */
function lentByShares(guarded: GuardedPlan, access: WeighedAccess): Refusal[] {
  const members = [...guarded.kinds.values()].filter((kind) => kind.access?.ownershipReads !== undefined);
  return loweredShares(guarded).flatMap(({ address, scope, from, to, isGap }) => {
    if (guarded.findings?.harmlessShares.has(address) === true || scope.type === 'instance') return [];
    const own = [...pathsAbove(scope.path).map((path): Scope => ({ type: 'group', path })), scope];
    if (members.some((kind) => levelIn(kind, own, guarded, access) >= from)) return [];
    const fate =
      isGap && to >= from
        ? 'be taken away before it is made anew, which that user could not do then: make it a direct member first'
        : to === 0
          ? 'be removed'
          : 'be lowered';
    const message = `${address} may be where this token's own user has the access from, and would ${fate}`;
    return [{ message, addresses: [address] }];
  });
}

/** A link goes, and the token's user is a member whom a directory lends the access. */
function lentAway(change: Change, scope: Scope, { kinds, world }: GuardedPlan, access: WeighedAccess): Refusal[] {
  const me = world.instance.me.username.toLowerCase();
  const isLent = [...kinds.values()].some((kind) =>
    (world.sections.get(sectionAddress(scope, kind.section)) ?? []).some((entry) => {
      const own = access.before(kind, scope, entry);
      return own?.username === me && own.lent;
    }),
  );
  if (!isLent) return [];
  const message = `${change.address} may be where this token's own user has the access from, and would be lowered or removed`;
  return [{ message, addresses: [change.address] }];
}

function levelIn(kind: Kind, scopes: readonly Scope[], { plan, world }: GuardedPlan, access: WeighedAccess): number {
  const me = world.instance.me.username.toLowerCase();
  const levels = scopes.map((scope) => {
    const live = (world.sections.get(sectionAddress(scope, kind.section)) ?? []).find(
      (entry) => access.before(kind, scope, entry)?.username === me,
    );
    const address = entryAddress(kind, scope, live?.key ?? me);
    const change = plan.changes.find((one) => one.address === address);
    const found =
      change === undefined
        ? live && access.before(kind, scope, live)
        : access.after(kind, scope, live?.key ?? me, live, change);
    return found?.level ?? 0;
  });
  return Math.max(0, ...levels);
}
