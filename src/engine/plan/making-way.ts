import { entryAddress } from '../../address.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { nameField, type Moves } from '../../kind.ts';
import type { LiveEntry, LiveObject, Seen } from '../../model.ts';
import type { Draft } from './draft.ts';
import { stuck } from './refusals.ts';
import { slotKept, slotTaken } from './slot-refusals.ts';
import { makingWay } from './steps.ts';
import type { Slots, SlotChange } from './slots.ts';

/** Changes with what keeps them out of each other's way. */
export interface WayMade {
  readonly drafts: readonly Draft[];
  /** Each change waits for the other: by their addresses. */
  readonly edges: readonly (readonly [later: string, earlier: string])[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Puts renames and moves into an order in which each finds its path and its name free. Where they wait for each other in a circle, one
 * makes way under a name of its own: a step that the plan shows. `needs` is what they depend on otherwise.
 */
export function makeWay(
  { drafts, slotChanges, waits, conflicts }: Slots,
  needs: ReadonlyMap<string, ReadonlySet<string>>,
): WayMade {
  const strict = new Map([...needs].map(([later, earlier]) => [later, new Set(earlier)]));
  const slots = new Map<string, Set<string>>();
  for (const [later, earlier] of waits) add(slots, later, earlier);
  if (conflicts.length > 0)
    return {
      drafts,
      edges: [],
      diagnostics: conflicts.map(({ slotChange, slot, by, standing, isDeleted }) =>
        isDeleted ? slotKept(slotChange.draft, slot, by) : slotTaken(slotChange.draft, slot, by, standing),
      ),
    };

  const aside = new Set<string>();
  while (slots.size > 0) {
    const circle = circleIn(together(strict, slots));
    if (circle === undefined) break;
    const way = circle.find(
      ([later, earlier]) => slots.get(later)?.has(earlier) && canStepAside(slotChanges.get(earlier)),
    );
    if (way === undefined) return { drafts, edges: [], diagnostics: stuckIn(circle, slotChanges) };
    const [, maker] = way;
    aside.add(maker);
    for (const [later, earlier] of slots) if (earlier.delete(maker)) add(slots, later, stepAddress(maker));
    add(strict, maker, stepAddress(maker));
  }
  const edges = [...slots].flatMap(([later, earlier]) => [...earlier].map((one) => [later, one] as const));
  const own = [...aside].map((address) => [address, stepAddress(address)] as const);
  return {
    drafts: drafts.flatMap((draft) => withItsStep(draft, slotChanges.get(draft.change.address), aside, slots)),
    edges: [...edges, ...own],
    diagnostics: [],
  };
}

/** A change with its first step, as a change of its own where others wait for that. */
function withItsStep(
  draft: Draft,
  slotChange: SlotChange | undefined,
  aside: ReadonlySet<string>,
  slots: ReadonlyMap<string, ReadonlySet<string>>,
): Draft[] {
  const moves = draft.kind.host?.moves;
  const { live, from } = draft;
  if (moves === undefined || live === undefined || from === undefined || slotChange === undefined) return [draft];
  const { address } = draft.change;
  const isAside = aside.has(address);
  if (!isAside && !slotChange.passesTaken) return [draft];
  const stepped = stepFrom(moves, draft, live);
  const calls = stepped.calls.map((call) => ({ ...call, answer: 'partial' as const }));
  const last = from(stepped.live, slotChange.more);
  if (!isAside)
    return [{ ...last, change: { ...last.change, seen: draft.change.seen, calls: [...calls, ...last.change.calls] } }];
  const waiting = [...slots].filter(([, earlier]) => earlier.has(stepAddress(address))).map(([later]) => later);
  const name = fieldOf(draft);
  const step: Draft = {
    kind: draft.kind,
    scope: draft.scope,
    key: makingWay(draft.key),
    declared: undefined,
    live,
    stepOf: address,
    change: {
      address: entryAddress(draft.kind, draft.scope, makingWay(draft.key)),
      action: 'update',
      reason: { code: 'makes-way', for: waiting },
      fields: [{ path: name, from: moves.pathOf(live.live), to: moves.pathOf(stepped.live.live) }],
      calls,
      place: draft.change.place,
      seen: notYetWithin(draft.change.seen),
    },
  };
  // The name that it is to have is a part of that of its way, so that it is seen to have it when its last calls are sent.
  const { seen } = from(stepped.seen, slotChange.more).change;
  return [step, { ...last, change: { ...last.change, seen } }];
}

/** What makes way stays in what it stands in: what it comes into at last may not be there yet. */
function notYetWithin(seen: Seen): Seen {
  const { within, ...rest } = seen;
  return within === undefined ? seen : rest;
}

function stepFrom(
  moves: Moves<LiveObject>,
  { key, declared, ...draft }: Draft,
  live: LiveEntry,
): {
  readonly calls: ReturnType<Moves<LiveObject>['stepAside']>['calls'];
  /** As what it was, at the path of its way. */
  readonly live: LiveEntry;
  /** As it is seen there. */
  readonly seen: LiveEntry;
} {
  const wanted = declared?.spec['name'];
  const stepped = moves.stepAside(live.live, key, typeof wanted === 'string' ? wanted : undefined);
  const path = moves.pathOf(stepped.live);
  const spec = { ...live.spec, [fieldOf(draft)]: path };
  // From there it comes to its path, also where that was its own all along: whatever stands in it waits for that.
  const aside = { ...live, live: stepped.live, key: path, spec, renamedFrom: key };
  const seen = typeof wanted === 'string' ? { ...aside, spec: { ...spec, name: wanted } } : aside;
  return { calls: stepped.calls, live: aside, seen };
}

function fieldOf({ kind }: Pick<Draft, 'kind'>): string {
  return nameField(kind) ?? '';
}

function canStepAside(slotChange: SlotChange | undefined): boolean {
  return slotChange?.draft.from !== undefined && slotChange.draft.live?.pendingDeletion === undefined;
}

/** `group[a]` makes way as `group[a (makes way)]`. */
function stepAddress(address: string): string {
  return address.replace(/\]$/, `${makingWay('')}]`);
}

function stuckIn(circle: readonly Link[], slotChanges: ReadonlyMap<string, SlotChange>): Diagnostic[] {
  const [first] = circle;
  const draft = first && slotChanges.get(first[0])?.draft;
  return [
    stuck(
      circle.map(([address]) => address),
      draft?.declared,
    ),
  ];
}

type Link = readonly [later: string, earlier: string];

type Links = ReadonlyMap<string, ReadonlySet<string>>;

function together(one: Links, other: Links): Links {
  const all = new Map([...one].map(([later, earlier]) => [later, new Set(earlier)]));
  for (const [later, earlier] of other) for (const address of earlier) add(all, later, address);
  return all;
}

/** The links of a circle, if there is one. */
function circleIn(links: Links): readonly Link[] | undefined {
  const done = new Set<string>();
  const path: string[] = [];
  const search = (at: string): readonly Link[] | undefined => {
    const start = path.indexOf(at);
    if (start >= 0) {
      const circle = [...path.slice(start), at];
      return circle.slice(1).map((earlier, index): Link => [circle[index] ?? at, earlier]);
    }
    if (done.has(at)) return undefined;
    path.push(at);
    for (const next of links.get(at) ?? []) {
      const found = search(next);
      if (found !== undefined) return found;
    }
    path.pop();
    done.add(at);
    return undefined;
  };
  for (const start of links.keys()) {
    const found = search(start);
    if (found !== undefined) return found;
  }
  return undefined;
}

function add(links: Map<string, Set<string>>, later: string, earlier: string): void {
  const known = links.get(later);
  if (known === undefined) links.set(later, new Set([earlier]));
  else known.add(earlier);
}
