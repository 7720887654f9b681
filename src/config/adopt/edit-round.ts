import { isMap } from 'yaml';
import { splicesOf } from './edit-splices.ts';
import type { OpenText } from './open-text.ts';
import { reach } from './reach.ts';
import { collide, type Splice } from './splice.ts';
import { waysTaken, holderOf } from './ways-taken.ts';
import type { Hindrance, YamlEdit } from './yaml-edit.ts';

/** An edit by its place among all of them. */
export interface Numbered {
  readonly edit: YamlEdit;
  readonly index: number;
}

/** What is made of a text at once, the edits that have to wait for that, and those that cannot be made. */
export interface Round {
  readonly splices: readonly Splice[];
  readonly left: readonly Numbered[];
  readonly hindered: readonly (readonly [number, Hindrance])[];
}

/** As many of the edits as do not get in each other's way. */
export function oneRound(edits: readonly Numbered[], open: OpenText): Round {
  const ways = waysTaken();
  const made = madeSplices(open);
  const left: Numbered[] = [];
  const hindered: [number, Hindrance][] = [];
  for (const numbered of edits) {
    const { edit, index } = numbered;
    const wanted = ways.mayMeet(edit) ? undefined : splicesOf(edit, open);
    if (typeof wanted === 'string') hindered.push([index, wanted]);
    else if (wanted !== undefined && made.add(edit, wanted)) ways.add(edit);
    else left.push(numbered);
  }
  return { splices: made.all(), left, hindered };
}

interface Placed extends Splice {
  readonly holder: string;
  readonly order: number;
}

/** The splices of a round, among which others may be made: in the order in which they came, and found by where they are. */
function madeSplices(open: OpenText) {
  const byStart: Placed[] = [];
  let order = 0;
  const firstAt = (start: number): number => {
    let [low, high] = [0, byStart.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((byStart[middle]?.start ?? 0) < start) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  /** Those that may be in the way of a splice: no two overlap, so that none ends behind one that begins later. */
  const near = ({ start, end }: Splice): readonly Placed[] => {
    let from = firstAt(start);
    while (from > 0 && (byStart[from - 1]?.end ?? -1) >= start) from--;
    let to = from;
    while (to < byStart.length && (byStart[to]?.start ?? 0) <= end) to++;
    return byStart.slice(from, to);
  };
  return {
    all: (): readonly Splice[] => [...byStart].sort((a, b) => a.order - b.order),
    /** Whether they could be added: all of them or none. */
    add(edit: YamlEdit, splices: readonly Splice[]): boolean {
      const holder = holderOf(edit);
      const fits = (splice: Splice): boolean =>
        near(splice).every((one) => {
          // What is new in one map, each on lines of its own, comes one after the other.
          if (isLines(one) && isLines(splice) && one.holder === holder && isFilledMap(edit, open)) return true;
          return !collide(one, splice) && one.start !== splice.start;
        });
      if (!splices.every(fits)) return false;
      for (const splice of splices) byStart.splice(firstAt(splice.start), 0, { ...splice, holder, order: order++ });
      return true;
    },
  };
}

function isLines({ start, end, text }: Splice): boolean {
  return start === end && text.endsWith('\n');
}

/** Whether what is set comes into a map that has something. */
function isFilledMap({ path }: YamlEdit, { content: { tree } }: OpenText): boolean {
  const reached = reach(tree.root, path, tree.targets);
  return reached?.at === path.length - 1 && isMap(reached.holder) && reached.holder.items.length > 0;
}
