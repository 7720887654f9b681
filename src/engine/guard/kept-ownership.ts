import { INSTANCE, entryAddress } from '../../address.ts';
import type { Client } from '../../api/client.ts';
import { parallel } from '../../base/parallel.ts';
import { isList } from '../../base/shape.ts';
import type { Kind } from '../../kind.ts';
import type { Change, KeptOwnership, Scope } from '../../model.ts';
import type { Read } from '../../read.ts';
import { accessOf, OWNER } from '../access.ts';
import { dayOfRun } from '../day-of-run.ts';
import { partsOf } from '../address-parts.ts';
import { hostingKind, type Kinds } from '../kinds.ts';
import { decoded } from '../observe/decoded.ts';
import { createDecodeContext } from '../observe/decode-context.ts';
import type { GuardedPlan } from './guard.ts';
import { goesAlong, movesOf, type Move } from './moves.ts';
import { hostOf } from '../plan/host-of.ts';
import { parentPath, pathsTo } from '../../base/scope-path.ts';
import { isRefused } from '../../api/api-error.ts';

type Weighed = Omit<GuardedPlan, 'findings'>;

/**
 * Where it shows, for each move, whether the token's own user stays an owner of what has moved: by a membership of its own in what moves
 * along, or by all that counts in the first group above that stays where it is. Below a group that this plan makes nothing has to be
 * asked: who makes a group is its owner (POST /groups, 18.9).
 */
export function keptOwnershipOf(guarded: Weighed): readonly KeptOwnership[] {
  const { plan, kinds, keptOwnership } = guarded;
  const moves = movesOf(plan.changes, kinds);
  if (keptOwnership === undefined) return moves.flatMap((move) => ownershipAfter(move, moves, guarded) ?? []);
  // A saved plan brings them along: what stands where is not read again.
  const moving = new Set(moves.map(({ change }) => change.address));
  return keptOwnership.filter(({ address }) => moving.has(address));
}

/** Where it shows for one move; undefined where it goes below a group that this plan makes. */
function ownershipAfter({ change, to }: Move, moves: readonly Move[], guarded: Weighed): KeptOwnership | undefined {
  const { plan, world, kinds } = guarded;
  const groups = hostingKind(kinds, 'group');
  const own: number[] = [];
  const project = projectIn({ change, to }, guarded);
  const found = { address: change.address, own, ...(project !== undefined && { project }) };
  if (groups === undefined) return found;
  for (const path of pathsTo(isGroup(change, kinds) ? to : parentPath(to)).toReversed()) {
    const address = entryAddress(groups, INSTANCE, path);
    const keepsOwn = !changesOwn({ type: 'group', path }, guarded);
    const isMade = plan.changes.some((one) => one.action === 'create' && one.address === address);
    if (isMade && keepsOwn) return undefined;
    const live = hostOf({ type: 'group', path }, world, kinds);
    if (typeof live?.id !== 'number') continue;
    if (!goesAlong(groups, live, moves)) return { ...found, whole: live.id };
    if (keepsOwn) own.push(live.id);
  }
  return found;
}

function isGroup({ address }: Change, kinds: Kinds): boolean {
  return partsOf(address, kinds).kind.host?.type === 'group';
}

/** The number of a project that moves, where a membership in it stays as it is. */
function projectIn({ change, to }: Pick<Move, 'change' | 'to'>, guarded: Weighed): number | undefined {
  const scope: Scope = { type: 'project', path: to };
  const { world, kinds } = guarded;
  const live = isGroup(change, kinds) || changesOwn(scope, guarded) ? undefined : hostOf(scope, world, kinds);
  return typeof live?.id === 'number' ? live.id : undefined;
}

/** Whether the plan does something to the membership of the token's own user itself: what it is now says nothing then. */
function changesOwn(scope: Scope, { plan, world, kinds }: Weighed): boolean {
  const me = world.instance.me.username.toLowerCase();
  const own = asking(kinds).map((kind) => entryAddress(kind, scope, me));
  return plan.changes.some(({ address }) => own.includes(address));
}

function asking(kinds: Kinds): Kind[] {
  return [...kinds.values()].filter((kind) => kind.access?.ownershipReads !== undefined);
}

/**
 * The addresses of the moves after which the token's own user is seen to be an owner of what has moved. What may not be read shows
 * nothing. Throws ApiError for trouble that concerns every request.
 */
export async function firmMoves(guarded: Weighed, client: Client): Promise<ReadonlySet<string>> {
  const { me } = guarded.world.instance;
  const shown = new Map<string, Promise<boolean>>();
  const shows = (kind: Kind, read: Read): Promise<boolean> => {
    const found = shown.get(read.path) ?? showsOwner(kind, read, guarded, client);
    shown.set(read.path, found);
    return found;
  };
  const firm = await parallel(keptOwnershipOf(guarded), client.atATime, async ({ address, own, whole, project }) => {
    const asked = asking(guarded.kinds).flatMap((kind) => {
      const readsOf = (id: number, type: 'group' | 'project' = 'group') =>
        kind.access?.ownershipReads?.(me.id, { type, path: String(id) });
      const reads = [
        ...own.map((id) => readsOf(id)?.own),
        ...(project === undefined ? [] : [readsOf(project, 'project')?.own]),
        ...(whole === undefined ? [] : [readsOf(whole)?.total]),
      ];
      return reads.flatMap((read) => (read === undefined ? [] : [shows(kind, read)]));
    });
    return (await Promise.all(asked)).includes(true) ? [address] : [];
  });
  return new Set(firm.flat());
}

/** Whether what is shown of the token's own user is an owner's access, on the day on which the platform was asked. */
async function showsOwner(kind: Kind, read: Read, { world }: Weighed, client: Client): Promise<boolean> {
  const decodeContext = createDecodeContext(INSTANCE, world.instance, new Map());
  const today = dayOfRun(world.instance);
  try {
    const answer = await client.read(read);
    const rows = answer === undefined ? [] : isList(answer) ? answer : [answer];
    // No role has an owner's access for its base, so that nobody has to know it.
    return decoded(kind, rows, decodeContext).some(
      (entry) => (accessOf(kind, entry, () => undefined, today)?.level ?? 0) >= OWNER,
    );
  } catch (error) {
    if (isRefused(error)) return false;
    throw error;
  }
}
