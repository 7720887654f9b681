import type { Client } from '../../api/client.ts';
import { isRefused } from '../../api/api-error.ts';
import { parallel } from '../../base/parallel.ts';
import { parentPath } from '../../base/scope-path.ts';
import { isList } from '../../base/shape.ts';
import { INSTANCE } from '../../address.ts';
import type { Kind } from '../../kind.ts';
import type { Change, Scope } from '../../model.ts';
import type { Read } from '../../read.ts';
import { accessOf, hasEnded } from '../access.ts';
import { dayOfRun } from '../day-of-run.ts';
import { partsOf } from '../address-parts.ts';
import { createDecodeContext } from '../observe/decode-context.ts';
import { decoded } from '../observe/decoded.ts';
import { hostOf } from '../plan/host-of.ts';
import type { GuardedPlan } from './guard.ts';
import { liveEntryOf } from './live-entry.ts';
import { weighedAccess } from './weighed-access.ts';

type Weighed = Omit<GuardedPlan, 'findings'>;

/** Maintainers may change shares, and nobody below them: a plan that does rests on none that gives less (POST and DELETE …/share, 18.9). */
const MANAGING = 40;

/** A change that takes away, or lowers, what the members of an invited group have in a scope. */
export interface Lowered {
  readonly address: string;
  readonly scope: Scope;
  /** The scope by its number, where that is known. */
  readonly at: Scope;
  /** The group whose members have the access. */
  readonly invited: Scope;
  readonly from: number;
  readonly to: number;
  /** Set where it is taken away to be made anew, since nothing changes a share: in between there is none of it. */
  readonly isGap?: true;
}

/** The changes that leave less to the members of an invited group than they have by that. */
export function loweredShares(guarded: Weighed): readonly Lowered[] {
  const access = weighedAccess(guarded);
  return guarded.plan.changes.flatMap((change): Lowered[] => {
    const { kind, scope, key } = partsOf(change.address, guarded.kinds);
    const live = kind.access?.lentTo === undefined ? undefined : liveEntryOf(change, guarded);
    if (live === undefined || kind.access?.lentTo === undefined || scope.type === 'instance') return [];
    const from = access.before(kind, scope, live)?.level ?? 0;
    const to = access.after(kind, scope, key, live, change)?.level ?? 0;
    // Whoever has the access by it alone could not make it anew; an administrator may all the same.
    const isGap = isTakenFirst(change) && !guarded.world.instance.me.admin;
    if (to >= from && !isGap) return [];
    const invited = kind.access.lentTo(live.live);
    const lowered = { address: change.address, scope, at: numbered(scope, change), invited, from, to };
    return [{ ...lowered, ...(isGap && { isGap }) }];
  });
}

function isTakenFirst({ action, calls: [first] }: Change): boolean {
  return action === 'replace' && first?.method === 'DELETE';
}

function numbered(scope: Scope, { seen: { within } }: Change): Scope {
  return scope.type === 'instance' || within === undefined ? scope : { ...scope, path: String(within) };
}

/**
 * The addresses of the changes of shares by which the token's own user is seen to lose nothing: it is no member of the invited group, or
 * has as much by an entry of its own in the scope, or by what counts above it. What may not be read shows nothing. Throws ApiError for
 * trouble that concerns every request.
 */
export async function harmlessShares(
  guarded: Weighed,
  shares: readonly Lowered[],
  client: Client,
): Promise<ReadonlySet<string>> {
  const { world, kinds } = guarded;
  const asking = [...kinds.values()].filter(({ access }) => access?.ownershipReads !== undefined);
  const known = new Map<string, Promise<number | undefined>>();
  /** The highest level that reads show; undefined where one of them may not be made. */
  const highest = async (what: 'own' | 'total', scope: Scope): Promise<number | undefined> => {
    const levels = await Promise.all(
      asking.flatMap((kind) => {
        const read = kind.access?.ownershipReads?.(world.instance.me.id, scope)[what];
        if (read === undefined) return [];
        const found = known.get(read.path) ?? levelShown(kind, read, guarded, client);
        known.set(read.path, found);
        return [found];
      }),
    );
    return levels.includes(undefined) ? undefined : Math.max(0, ...levels.flatMap((level) => level ?? []));
  };
  const harmless = await parallel(shares, client.atATime, async (share): Promise<string[]> => {
    const lent = await highest('total', share.invited);
    if (lent === undefined) return [];
    const before = Math.min(lent, share.from);
    const least = share.isGap && before >= MANAGING ? 0 : share.to;
    if (before <= Math.min(lent, least)) return [share.address];
    if (((await highest('own', share.at)) ?? 0) >= before) return [share.address];
    // What it has by this share is among all that counts there: more than that comes another way.
    if (((await highest('total', share.at)) ?? 0) > before) return [share.address];
    const path = share.scope.type === 'instance' ? '' : (hostOf(share.scope, world, kinds)?.key ?? share.scope.path);
    const above = parentPath(path);
    const inherited = above === '' ? 0 : ((await highest('total', { type: 'group', path: above })) ?? 0);
    return inherited >= before ? [share.address] : [];
  });
  return new Set(harmless.flat());
}

async function levelShown(kind: Kind, read: Read, { world }: Weighed, client: Client): Promise<number | undefined> {
  const decodeContext = createDecodeContext(INSTANCE, world.instance, new Map());
  const today = dayOfRun(world.instance);
  try {
    const answer = await client.read(read);
    const rows = answer === undefined ? [] : isList(answer) ? answer : [answer];
    const levels = decoded(kind, rows, decodeContext).map((entry) => {
      const ends = accessOf(kind, entry, () => undefined, today)?.ends ?? null;
      // The number counts, which a role that nobody knows here stands on.
      return hasEnded(ends, today) ? 0 : (kind.access?.everybody?.level(entry.live) ?? 0);
    });
    return Math.max(0, ...levels);
  } catch (error) {
    if (isRefused(error)) return undefined;
    throw error;
  }
}
