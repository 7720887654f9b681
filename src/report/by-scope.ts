import type { Change } from '../model.ts';
import { isMany } from './paragraphs/likeness.ts';
import { splitAddress } from './split-address.ts';

/** Changes of one scope that are printed together. */
export interface ScopeChanges {
  readonly scope: string;
  readonly changes: readonly Change[];
}

/** Changes that are printed as one paragraph with the list of where they stand, since they differ in nothing else. */
export interface AlikeChanges {
  readonly scope: undefined;
  readonly changes: readonly Change[];
}

/** By which name those changes go that are one paragraph; undefined for a change that stands in its scope. */
export type ParagraphOf = (change: Change) => string | undefined;

/**
 * The changes by scope, in an order in which they can be applied: none stands before what it needs, and removals and
 * the rest stay on their sides of each other. A scope comes twice where that order asks for it.
 */
export function byScope(changes: readonly Change[]): readonly ScopeChanges[] {
  return inBlocks(changes, () => undefined).flatMap((block) => (block.scope === undefined ? [] : [block]));
}

/**
 * The same with the changes of one paragraph together. A paragraph is cut in two where the order asks for it, and what is left of
 * it there is shown by scope where it is too little for one.
 */
export function inBlocks(
  changes: readonly Change[],
  paragraphOf: ParagraphOf,
): readonly (ScopeChanges | AlikeChanges)[] {
  const blocks: Block[] = [];
  for (const { isParagraph, changes: together } of phases(changes).flatMap((phase) => gathered(phase, paragraphOf))) {
    if (isParagraph && isMany(together)) blocks.push({ scope: undefined, changes: [...together] });
    else for (const change of together) addToScope(blocks, change);
  }
  return blocks;
}

type Block = { readonly scope: string; readonly changes: Change[] } | AlikeChanges;

function addToScope(blocks: Block[], change: Change): void {
  const { scope } = splitAddress(change.address);
  const last = blocks.at(-1);
  if (last?.scope !== undefined && last.scope === scope) last.changes.push(change);
  else blocks.push({ scope, changes: [change] });
}

/** The runs of removals, and of anything else, as they follow each other. */
function phases(changes: readonly Change[]): readonly (readonly Change[])[] {
  const runs: Change[][] = [];
  for (const change of changes) {
    const run = runs.at(-1);
    if (run !== undefined && (run[0]?.action === 'delete') === (change.action === 'delete')) run.push(change);
    else runs.push([change]);
  }
  return runs;
}

/** Changes of one scope or paragraph that follow each other. */
interface Together {
  readonly isParagraph: boolean;
  readonly changes: readonly Change[];
}

/**
 * One phase in an order that stays in a scope, or in a paragraph, for as long as what is left of it needs nothing from elsewhere. A
 * paragraph waits until all of it can be told, unless everything waits for a part of it.
 */
function gathered(phase: readonly Change[], paragraphOf: ParagraphOf): readonly Together[] {
  const places = phase.map((change) => placeOf(change, paragraphOf));
  const { followers, waitsFor, outside } = dependencies(phase, places);
  const ready = new Map<string, number[]>();
  const release = (index: number): void => {
    const place = places[index] ?? '';
    const queue = ready.get(place);
    if (queue === undefined) ready.set(place, [index]);
    else if (queue.push(index) > 1 && index < (queue.at(-2) ?? 0)) queue.sort((a, b) => a - b);
  };
  waitsFor.forEach((count, index) => {
    if (count === 0) release(index);
  });
  const order: Together[] = [];
  let told = 0;
  for (let place = earliest(ready, outside); place !== undefined; place = earliest(ready, outside)) {
    const changes: Change[] = [];
    for (let index = ready.get(place)?.shift(); index !== undefined; index = ready.get(place)?.shift()) {
      changes.push(...phase.slice(index, index + 1));
      for (const follower of followers.get(index) ?? []) {
        const at = places[follower] ?? '';
        if (at !== place) outside.set(at, (outside.get(at) ?? 0) - 1);
        const left = (waitsFor[follower] ?? 0) - 1;
        waitsFor[follower] = left;
        if (left === 0) release(follower);
      }
    }
    ready.delete(place);
    order.push({ isParagraph: isParagraph(place), changes });
    told += changes.length;
  }
  // Needs that go round in a circle cannot be ordered: then the phase stands as it came.
  return told === phase.length ? order : [{ isParagraph: false, changes: phase }];
}

/** A scope's begins with a letter, and a paragraph's with this. */
const PARAGRAPH = '¶';

function placeOf(change: Change, paragraphOf: ParagraphOf): string {
  const paragraph = paragraphOf(change);
  return paragraph === undefined ? splitAddress(change.address).scope : PARAGRAPH + paragraph;
}

function isParagraph(place: string): boolean {
  return place.startsWith(PARAGRAPH);
}

/** What the changes of a phase wait for. */
interface Dependencies {
  /** For each change, by its index, the changes that wait for it. */
  readonly followers: ReadonlyMap<number, readonly number[]>;
  /** For how many a change waits itself. */
  readonly waitsFor: number[];
  /** How often the changes of one place wait for one of another. */
  readonly outside: Map<string, number>;
}

function dependencies(phase: readonly Change[], places: readonly string[]): Dependencies {
  const position = new Map(phase.map((change, index) => [change.address, index]));
  const followers = new Map<number, number[]>();
  const outside = new Map<string, number>();
  const waitsFor = phase.map((change, index) => {
    const needs = [...new Set(change.needs)].flatMap((address) => position.get(address) ?? []);
    const place = places[index] ?? '';
    for (const need of needs) {
      if (places[need] !== place) outside.set(place, (outside.get(place) ?? 0) + 1);
      const queue = followers.get(need);
      if (queue === undefined) followers.set(need, [index]);
      else queue.push(index);
    }
    return needs.length;
  });
  return { followers, waitsFor, outside };
}

/** The scope, or the paragraph that waits for nothing, whose first ready change comes first; or else the first paragraph of which a part is ready. */
function earliest(
  ready: ReadonlyMap<string, readonly number[]>,
  outside: ReadonlyMap<string, number>,
): string | undefined {
  let whole: { place: string; index: number } | undefined;
  let part: { place: string; index: number } | undefined;
  for (const [place, [index]] of ready) {
    if (index === undefined) continue;
    const isPart = isParagraph(place) && (outside.get(place) ?? 0) > 0;
    if (isPart && (part === undefined || index < part.index)) part = { place, index };
    if (!isPart && (whole === undefined || index < whole.index)) whole = { place, index };
  }
  return (whole ?? part)?.place;
}
