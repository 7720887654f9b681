import { INSTANCE, sectionAddress } from '../../address.ts';
import { identity, type Kind, type Moves } from '../../kind.ts';
import type { Attributes, Instance, LiveEntry, LiveObject, World } from '../../model.ts';
import { hostingKind, type Kinds } from '../kinds.ts';
import type { Draft } from './draft.ts';
import type { ResourceIndex } from './resource-index.ts';
import { parentPath } from '../../base/scope-path.ts';

/**
 * What a change does to the paths and names below the groups, and at the top, where others than groups have theirs: a slot is one of them,
 * which only one thing can have.
 */
export interface SlotChange {
  readonly draft: Draft;
  readonly leaves: ReadonlySet<string>;
  readonly takes: ReadonlySet<string>;
  /** The slots that it comes to on its way, and leaves again: those of the name that it gets rid of afterwards. */
  readonly passes: ReadonlySet<string>;
  /** Whether somebody has one of these now, is given it, or comes by it as well. */
  readonly passesTaken: boolean;
  /** What it is given beside what is declared. */
  readonly more: Attributes;
}

/** Two that would have the same slot. */
export interface Conflict {
  readonly slotChange: SlotChange;
  readonly slot: string;
  /** Who has it: in words. */
  readonly by: string;
  /** Where it is, if nothing changes it: it may be the same one, renamed by hand. */
  readonly standing?: string;
  /** Set where the other is to be deleted, and keeps the slot until it is gone for good. */
  readonly isDeleted?: true;
  /** The change of the other, where it has one. */
  readonly other: SlotChange | undefined;
}

/** What has a slot now. */
interface Holder {
  readonly kind: Kind;
  readonly entry: LiveEntry;
}

/** Who has which slot, and what the changes do about it. */
export interface Slots {
  readonly drafts: readonly Draft[];
  /** By the address of the change. */
  readonly slotChanges: ReadonlyMap<string, SlotChange>;
  /** Changes that take a slot, and those that leave it before: by their addresses. */
  readonly waits: readonly (readonly [later: string, earlier: string])[];
  readonly conflicts: readonly Conflict[];
}

/** Works out who has which slot, before and after these changes. A name that was made of an old path follows the path where it would be in the way. */
export function slotsOf(drafts: readonly Draft[], world: World, kinds: Kinds, resources: ResourceIndex): Slots {
  const holders = holdersIn(world, kinds);
  const following = new Map<string, Attributes>();
  let placed = drafts;
  for (;;) {
    const slotChanges = new Map<string, SlotChange>();
    for (const draft of placed) {
      if (!hasSlots(draft.kind)) continue;
      const more = following.get(draft.change.address) ?? {};
      slotChanges.set(
        draft.change.address,
        slotChangeOf(draft, more, resources, world.instance, hostingKind(kinds, 'group')),
      );
    }
    const { waits, conflicts } = encounters(slotChanges, holders, new Set([...(world.beside?.values() ?? [])].flat()));
    const next = conflicts
      .flatMap(({ other, slotChange }) => [other, slotChange])
      .find(
        (slotChange) =>
          slotChange !== undefined && !following.has(slotChange.draft.change.address) && canFollow(slotChange),
      );
    if (next === undefined) return { drafts: placed, slotChanges: passing(slotChanges, holders), waits, conflicts };
    const { draft } = next;
    const { live, from } = draft;
    const more = followingOf(draft);
    following.set(draft.change.address, more);
    placed = placed.map((one) => (one === draft && live !== undefined ? (from?.(live, more) ?? one) : one));
  }
}

/** Whether entries of a kind have names that no other thing may have, be it of another kind. */
export function hasSlots({ host, identity: { namespace } }: Kind): boolean {
  return host?.moves !== undefined || namespace !== undefined;
}

function canFollow({ draft }: SlotChange): boolean {
  return draft.from !== undefined && draft.live !== undefined && Object.keys(followingOf(draft)).length > 0;
}

function followingOf({ kind, live, key, declared }: Draft): Attributes {
  const all = live === undefined ? {} : (kind.host?.moves?.following(live.live, key) ?? {});
  return Object.fromEntries(Object.entries(all).filter(([name]) => declared?.spec[name] === undefined));
}

/** What is live, by the slots that it has. */
function holdersIn(world: World, kinds: Kinds): ReadonlyMap<string, Holder> {
  const holders = new Map<string, Holder>();
  for (const kind of kinds.values()) {
    if (!hasSlots(kind)) continue;
    const known = world.sections.get(sectionAddress(INSTANCE, kind.section)) ?? [];
    const beside = world.beside?.get(kind.section) ?? [];
    for (const entry of [...known, ...beside])
      for (const slot of slotsNow(kind, entry)) if (!holders.has(slot)) holders.set(slot, { kind, entry });
  }
  return holders;
}

/** Who meets whom at a slot: the one before the other, or both at the same time. */
function encounters(
  slotChanges: ReadonlyMap<string, SlotChange>,
  holders: ReadonlyMap<string, Holder>,
  besides: ReadonlySet<LiveEntry>,
): Pick<Slots, 'waits' | 'conflicts'> {
  const byLive = new Map(
    [...slotChanges.values()].map((slotChange) => [liveName(slotChange.draft.kind, slotChange.draft.live), slotChange]),
  );
  const incoming = new Map<string, SlotChange>();
  const waits: (readonly [string, string])[] = [];
  const conflicts: Conflict[] = [];
  for (const slotChange of slotChanges.values()) {
    for (const slot of slotChange.takes) {
      if (slotChange.leaves.has(slot)) continue;
      const holder = holders.get(slot);
      const leaving = holder?.entry.id === undefined ? undefined : byLive.get(liveName(holder.kind, holder.entry));
      const rival = incoming.get(slot);
      if (rival !== undefined) conflicts.push({ slotChange, slot, by: rival.draft.change.address, other: rival });
      else if (holder !== undefined && (leaving === undefined || leaving.takes.has(slot)))
        conflicts.push({
          ...{ slotChange, slot, by: inWords(holder, slotChange), other: leaving },
          ...(besides.has(holder.entry) && { standing: holder.entry.key }),
          ...(leaving?.draft.change.action === 'delete' && { isDeleted: true }),
        });
      else if (leaving !== undefined) waits.push([slotChange.draft.change.address, leaving.draft.change.address]);
      incoming.set(slot, slotChange);
    }
  }
  return { waits, conflicts };
}

/** What tells live things of all kinds apart: a user and a group may have one number. */
function liveName({ section }: Kind, live: LiveEntry | undefined): string | undefined {
  return live?.id === undefined ? undefined : `${section} ${live.id}`;
}

function inWords({ kind, entry: { key, id } }: Holder, { draft }: SlotChange): string {
  return `${kind === draft.kind ? '' : `the ${kind.singular} `}${key} (id ${String(id)})`;
}

function slotChangeOf(
  draft: Draft,
  more: Attributes,
  resources: ResourceIndex,
  instance: Instance,
  groups: Kind | undefined,
): SlotChange {
  const { live, declared, key, change, kind } = draft;
  const moves = kind.host?.moves;
  const leaves = new Set(live === undefined ? [] : slotsNow(kind, live));
  const still = { draft, leaves, passes: new Set<string>(), passesTaken: false, more };
  if (change.action === 'delete')
    return { ...still, takes: moves?.keepsPath?.(instance) === true ? leaves : new Set() };
  if (moves === undefined) return { ...still, takes: new Set(slotsByName(kind, key)) };
  const above = parentPath(key);
  const holding = above === '' || groups === undefined ? undefined : resources.find(groups.section, above, INSTANCE);
  const now = live && moves.parentOf(live.live);
  const parent = above === '' ? undefined : (holding?.live?.id ?? holding?.address ?? now);
  const takes = new Set(slotsAt(kind, moves, { ...live?.spec, ...declared?.spec, ...more }, key, parent));
  if (live === undefined || now === parent) return { ...still, takes };
  const passes = slotsAt(kind, moves, live.live, moves.pathOf(live.live), parent).filter((slot) => !takes.has(slot));
  return { ...still, takes, passes: new Set(passes) };
}

/** Tells those that come by a slot of somebody else: nothing says which of the two is there first. */
function passing(
  slotChanges: ReadonlyMap<string, SlotChange>,
  holders: ReadonlyMap<string, Holder>,
): ReadonlyMap<string, SlotChange> {
  const users = new Map<string, number>();
  for (const { takes, passes } of slotChanges.values())
    for (const slot of [...takes, ...passes]) users.set(slot, (users.get(slot) ?? 0) + 1);
  const isTaken = (slot: string): boolean => holders.has(slot) || (users.get(slot) ?? 0) > 1;
  return new Map(
    [...slotChanges].map(([address, slotChange]) => [
      address,
      { ...slotChange, passesTaken: [...slotChange.passes].some(isTaken) },
    ]),
  );
}

function slotsNow(kind: Kind, { live, key }: LiveEntry): string[] {
  const moves = kind.host?.moves;
  return moves === undefined
    ? slotsByName(kind, key)
    : slotsAt(kind, moves, live, moves.pathOf(live), moves.parentOf(live));
}

/** The slot of what stands at the top, and has nothing in it: that of its name, in the words of those beside it. */
function slotsByName(kind: Kind, key: string): string[] {
  const { namespace } = kind.identity;
  return namespace === undefined ? [] : [` ${namespace} ${identity(kind, key)}`];
}

/** What is no path is of one list with those of its own kind alone. */
function slotsAt(
  { section, identity: { namespace } }: Kind,
  moves: Moves<LiveObject>,
  spec: Attributes,
  path: string,
  parent: number | string | undefined,
): string[] {
  return moves.slots(spec, path, parent === undefined).map((slot) => {
    const isShared = slot.slice(0, slot.indexOf(' ')) === namespace;
    return `${parent ?? ''}${isShared ? '' : `/${section}`} ${slot}`;
  });
}
