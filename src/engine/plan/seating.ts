import { INSTANCE, sectionAddress } from '../../address.ts';
import type { Moves } from '../../kind.ts';
import type { Attributes, LiveEntry, LiveObject, World } from '../../model.ts';
import type { Draft } from './draft.ts';
import type { ResourceIndex } from './resource-index.ts';
import { parentPath } from '../../base/scope-path.ts';

/** What a change does to the paths and names below the groups: a seat is one of them, which only one thing can have. */
export interface Stance {
  readonly draft: Draft;
  readonly leaves: ReadonlySet<string>;
  readonly takes: ReadonlySet<string>;
  /** The seats that it comes to on its way, and leaves again: those of the name that it gets rid of afterwards. */
  readonly passes: ReadonlySet<string>;
  /** Whether somebody has one of these now, is given it, or comes by it as well. */
  readonly passesTaken: boolean;
  /** What it is given beside what is declared. */
  readonly more: Attributes;
}

/** Two that would have the same seat. */
export interface Conflict {
  readonly stance: Stance;
  readonly seat: string;
  /** Who has it: in words. */
  readonly by: string;
  /** The change of the other, where it has one. */
  readonly other: Stance | undefined;
}

/** Who has which seat, and what the changes do about it. */
export interface Seating {
  readonly drafts: readonly Draft[];
  /** By the address of the change. */
  readonly stances: ReadonlyMap<string, Stance>;
  /** Changes that take a seat, and those that leave it before: by their addresses. */
  readonly waits: readonly (readonly [later: string, earlier: string])[];
  readonly conflicts: readonly Conflict[];
}

/** Works out who sits where, before and after these changes. A name that was made of an old path follows the path where it would be in the way. */
export function seatingOf(drafts: readonly Draft[], world: World, resources: ResourceIndex): Seating {
  const holders = holdersIn(drafts, world);
  const following = new Map<string, Attributes>();
  let seated = drafts;
  for (;;) {
    const stances = new Map<string, Stance>();
    for (const draft of seated) {
      const moves = draft.kind.host?.moves;
      const more = following.get(draft.change.address) ?? {};
      if (moves !== undefined) stances.set(draft.change.address, stanceOf(draft, more, moves, resources));
    }
    const { waits, conflicts } = encounters(stances, holders);
    const next = conflicts
      .flatMap(({ other, stance }) => [other, stance])
      .find((stance) => stance !== undefined && !following.has(stance.draft.change.address) && canFollow(stance));
    if (next === undefined) return { drafts: seated, stances: passing(stances, holders), waits, conflicts };
    const { draft } = next;
    const { live, from } = draft;
    const more = followingOf(draft);
    following.set(draft.change.address, more);
    seated = seated.map((one) => (one === draft && live !== undefined ? (from?.(live, more) ?? one) : one));
  }
}

function canFollow({ draft }: Stance): boolean {
  return draft.from !== undefined && draft.live !== undefined && Object.keys(followingOf(draft)).length > 0;
}

function followingOf({ kind, live, key, declared }: Draft): Attributes {
  const all = live === undefined ? {} : (kind.host?.moves?.following(live.live, key) ?? {});
  return Object.fromEntries(Object.entries(all).filter(([name]) => declared?.spec[name] === undefined));
}

/** What is live, by the seats that it has. */
function holdersIn(drafts: readonly Draft[], world: World): ReadonlyMap<string, LiveEntry> {
  const holders = new Map<string, LiveEntry>();
  for (const { section, host } of new Set(drafts.map(({ kind }) => kind))) {
    const moves = host?.moves;
    if (moves === undefined) continue;
    const known = world.sections.get(sectionAddress(INSTANCE, section)) ?? [];
    for (const entry of [...known, ...(world.beside ?? [])])
      for (const seat of seatsNow(moves, entry)) if (!holders.has(seat)) holders.set(seat, entry);
  }
  return holders;
}

/** Who meets whom at a seat: the one before the other, or both at the same time. */
function encounters(
  stances: ReadonlyMap<string, Stance>,
  holders: ReadonlyMap<string, LiveEntry>,
): Pick<Seating, 'waits' | 'conflicts'> {
  const byId = new Map([...stances.values()].map((stance) => [stance.draft.live?.id, stance]));
  const incoming = new Map<string, Stance>();
  const waits: (readonly [string, string])[] = [];
  const conflicts: Conflict[] = [];
  for (const stance of stances.values()) {
    for (const seat of stance.takes) {
      if (stance.leaves.has(seat)) continue;
      const holder = holders.get(seat);
      const leaving = holder?.id === undefined ? undefined : byId.get(holder.id);
      const rival = incoming.get(seat);
      if (rival !== undefined) conflicts.push({ stance, seat, by: rival.draft.change.address, other: rival });
      else if (holder !== undefined && (leaving === undefined || leaving.takes.has(seat)))
        conflicts.push({ stance, seat, by: `${holder.key} (id ${String(holder.id)})`, other: leaving });
      else if (leaving !== undefined) waits.push([stance.draft.change.address, leaving.draft.change.address]);
      incoming.set(seat, stance);
    }
  }
  return { waits, conflicts };
}

function stanceOf(draft: Draft, more: Attributes, moves: Moves<LiveObject>, resources: ResourceIndex): Stance {
  const { live, declared, key, change, kind } = draft;
  const leaves = new Set(live === undefined ? [] : seatsNow(moves, live));
  const still = { draft, leaves, passes: new Set<string>(), passesTaken: false, more };
  if (change.action === 'delete') return { ...still, takes: new Set() };
  const above = parentPath(key);
  const holding = above === '' ? undefined : resources.find(kind.section, above, INSTANCE);
  const now = live && moves.parentOf(live.live);
  const parent = above === '' ? undefined : (holding?.live?.id ?? holding?.address ?? now);
  const takes = new Set(seatsAt(moves, { ...live?.spec, ...declared?.spec, ...more }, key, parent));
  if (live === undefined || now === parent) return { ...still, takes };
  const passes = seatsAt(moves, live.live, moves.pathOf(live.live), parent).filter((seat) => !takes.has(seat));
  return { ...still, takes, passes: new Set(passes) };
}

/** Tells those that come by a seat of somebody else: nothing says which of the two is there first. */
function passing(
  stances: ReadonlyMap<string, Stance>,
  holders: ReadonlyMap<string, LiveEntry>,
): ReadonlyMap<string, Stance> {
  const users = new Map<string, number>();
  for (const { takes, passes } of stances.values())
    for (const seat of [...takes, ...passes]) users.set(seat, (users.get(seat) ?? 0) + 1);
  const isTaken = (seat: string): boolean => holders.has(seat) || (users.get(seat) ?? 0) > 1;
  return new Map(
    [...stances].map(([address, stance]) => [address, { ...stance, passesTaken: [...stance.passes].some(isTaken) }]),
  );
}

function seatsNow(moves: Moves<LiveObject>, { live }: LiveEntry): string[] {
  return seatsAt(moves, live, moves.pathOf(live), moves.parentOf(live));
}

function seatsAt(
  moves: Moves<LiveObject>,
  spec: Attributes,
  path: string,
  parent: number | string | undefined,
): string[] {
  return moves.seats(spec, path, parent === undefined).map((seat) => `${parent ?? ''} ${seat}`);
}
