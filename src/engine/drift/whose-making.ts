import { entryAddress, sectionAddress } from '../../address.ts';
import type { Client } from '../../api/client.ts';
import { identity, type Kind } from '../../kind.ts';
import type { Instance, LiveEntry, Touch, World } from '../../model.ts';
import { knownParts } from '../address-parts.ts';
import type { Making, Unfinished } from '../apply/unfinished.ts';
import type { Kinds } from '../kinds.ts';
import { whoChanged } from './who-changed.ts';

/** Who has made something that stands where an earlier run was to make it, as far as can be seen. */
export interface Maker {
  readonly id: number | string;
  /** Whether an earlier run has provably made it. */
  readonly isOwn: boolean;
  /** Whether it is the making of an earlier run whose secret nobody has. */
  readonly isLost: boolean;
  /** Set where it may be what a call has made that was answered with a refusal, and its secret is nowhere: a gateway may say no of what is done. */
  readonly isDenied?: true;
  /** Who has made it, and when. */
  readonly by?: string;
  readonly at?: string;
}

/** What stands at an address, each with its maker; nothing where no earlier run was to make anything. */
export type Makers = (address: string) => readonly Maker[];

/**
 * Two clocks may seem to differ so far, and a call be under way so long; what was made further from it is not of that call. A guess, in milliseconds:
 * people need longer to see that a run has ended, and to make by hand what it was to make.
 */
const AS_ONE_MOMENT = 10_000;

/**
 * Tells of what stands where earlier runs were to make something with a secret whether it is their making: by the number that the answer has shown;
 * or it was not there before the call, and the token's own user has made it, as it says itself or audit events tell. A name proves
 * nothing: where none of that is to be seen it may be anybody's. Throws ApiError.
 */
export async function whoseMaking(
  unfinished: readonly Unfinished[],
  { sections, instance }: Pick<World, 'sections' | 'instance'>,
  kinds: Kinds,
  client: Client,
): Promise<Makers> {
  const standing = unfinished.flatMap(({ address, makings = [] }) => {
    const parts = knownParts(address, kinds);
    if (makings.length === 0 || parts === undefined) return [];
    const { kind, scope, key } = parts;
    const entries = sections.get(sectionAddress(scope, kind.section)) ?? [];
    return entries.flatMap((entry) => {
      if (entry.id === undefined || identity(kind, entry.key) !== identity(kind, key)) return [];
      // Two may have one name: each by its number.
      const one = entryAddress(kind, scope, `${identity(kind, entry.key)}#${entry.id}`);
      return [{ address, makings, kind, entry: { ...entry, id: entry.id, address: one } }];
    });
  });
  // Nothing more is asked of what is known by its number.
  const asked = standing.filter(({ makings, entry }) => makings.every(({ made }) => made !== entry.id));
  const touches = await whoChanged(
    { changes: [], unmanaged: [{ entries: asked.map(({ entry }) => entry) }] },
    client,
    kinds,
  );
  const makers = new Map<string, readonly Maker[]>();
  for (const { address, makings, kind, entry } of standing) {
    const touch = touches.get(entry.address);
    const told = touch?.made ? touch : undefined;
    const at = kind.history?.madeAt?.(entry.live) ?? told?.at;
    const seen = { entry, at, isOurs: madeByUs(kind, entry, told?.author, instance) };
    const own = makings.filter((making) => !making.isRefused && isOf(making, seen));
    const isDenied = makings.some((making) => making.isRefused && !making.isKept && mayBeOf(making, seen));
    const maker: Maker = {
      id: entry.id,
      isOwn: own.length > 0,
      isLost: own.some(({ isKept }) => !isKept),
      ...(isDenied && { isDenied }),
      ...(told && { by: told.author }),
      ...(at !== undefined && { at }),
    };
    makers.set(address, [...(makers.get(address) ?? []), maker]);
  }
  return (address) => makers.get(address) ?? [];
}

/** What is seen of something that stands there. */
interface Seen {
  readonly entry: LiveEntry;
  readonly at: string | undefined;
  /** Whether the token's own user has made it; undefined where nothing tells. */
  readonly isOurs: boolean | undefined;
}

function isOf(making: Making, seen: Seen): boolean {
  if (making.made !== undefined) return making.made === seen.entry.id;
  return mayBeOf(making, seen) && seen.isOurs === true;
}

/** Whether a call whose answer showed no number may have made it: it was not there before, and nobody else is known to have made it. */
function mayBeOf({ before, at, there = at }: Making, { entry, at: made, isOurs }: Seen): boolean {
  if (entry.id === undefined || before?.includes(entry.id)) return false;
  if (made !== undefined && !isOneMoment(made, there)) return false;
  // It may have been there for long.
  if (before === undefined && made === undefined) return false;
  return isOurs !== false;
}

/** Whether the token's own user has made something, as it says itself or audit events tell; undefined where nothing tells. */
function madeByUs(
  { history }: Kind,
  { live }: LiveEntry,
  by: Touch['author'] | undefined,
  { me }: Instance,
): boolean | undefined {
  if (history?.maker !== undefined) return history.maker(live) === me.id;
  return by === undefined ? undefined : by === me.username;
}

function isOneMoment(one: string, other: string): boolean {
  return Math.abs(Date.parse(one) - Date.parse(other)) <= AS_ONE_MOMENT;
}
