import { handedWith } from '../../handed-down.ts';
import { pathsTo } from '../../base/scope-path.ts';
import type { Edge } from './order/access-order.ts';
import type { Draft } from './draft.ts';

/** A field that has to be set by one change before the same field is set by another. */
export interface FieldEdge {
  readonly later: Draft;
  readonly earlier: Draft;
  readonly field: string;
}

/** The changes, some of them in several calls that others come between, and what waits for what. */
export interface InSteps {
  readonly drafts: readonly Draft[];
  readonly edges: readonly Edge[];
}

/**
 * Puts changes of groups into an order in which each of their fields can be set. Where one field has to be set above first and another below
 * first, neither group can have all of its call before the other: the upper one sets ahead what it can, in a change of its own. So one
 * split serves all that is below.
 */
export function inSteps(drafts: readonly Draft[], order: readonly FieldEdge[]): InSteps {
  const kept = withoutOpposites(order);
  const turns = turnsOf(kept);
  const split = new Map(
    [...turns].filter(([, all]) => all.length > 1).map(([draft, all]) => [draft, piecesOf(draft, all)]),
  );
  const pieceWith = (draft: Draft, field: string): Draft =>
    split.get(draft)?.find((piece) => sets(piece, field)) ?? draft;
  const within = [...split.values()].flatMap((pieces) =>
    pieces.slice(1).map((piece, index): Edge => [piece, pieces[index] ?? piece]),
  );
  const between = kept.map(({ later, earlier, field }): Edge => [pieceWith(later, field), pieceWith(earlier, field)]);
  return { drafts: drafts.flatMap((draft) => split.get(draft) ?? [draft]), edges: [...within, ...between] };
}

/** Of two rules that say the opposite of one field of two changes the first counts. */
function withoutOpposites(order: readonly FieldEdge[]): readonly FieldEdge[] {
  const known = new Map<Draft, Map<Draft, Set<string>>>();
  return order.filter(({ later, earlier, field }) => {
    if (known.get(earlier)?.get(later)?.has(field)) return false;
    const after = known.get(later) ?? new Map<Draft, Set<string>>();
    known.set(later, after.set(earlier, (after.get(earlier) ?? new Set()).add(field)));
    return true;
  });
}

/** The fields that each change has an order for, by the turns in which they can be set; in one where that is possible. */
function turnsOf(order: readonly FieldEdge[]): ReadonlyMap<Draft, readonly (readonly string[])[]> {
  /** How many others each field that is not set yet waits for. */
  const open = new Map<Draft, Map<string, number>>();
  const waiting = new Map<Draft, Map<string, Draft[]>>();
  const turns = new Map<Draft, string[][]>();
  for (const { later, earlier, field } of order) {
    const counts = fieldsOf(open, later);
    counts.set(field, (counts.get(field) ?? 0) + 1);
    const before = fieldsOf(open, earlier);
    before.set(field, before.get(field) ?? 0);
    const after = fieldsOf(waiting, earlier);
    after.set(field, [...(after.get(field) ?? []), later]);
  }
  const freed: Draft[] = [...open.keys()];
  const take = (draft: Draft, fields: readonly string[]): void => {
    turns.set(draft, [...(turns.get(draft) ?? []), [...fields]]);
    for (const field of fields) {
      open.get(draft)?.delete(field);
      for (const later of waiting.get(draft)?.get(field) ?? []) {
        const counts = fieldsOf(open, later);
        counts.set(field, (counts.get(field) ?? 0) - 1);
        freed.push(later);
      }
    }
    if (open.get(draft)?.size === 0) open.delete(draft);
  };
  for (;;) {
    for (let draft = freed.pop(); draft !== undefined; draft = freed.pop()) {
      const counts = open.get(draft);
      if (counts !== undefined && [...counts.values()].every((count) => count === 0)) take(draft, [...counts.keys()]);
    }
    const stuck = [...open].flatMap(([draft, counts]) => {
      const fields = [...counts].flatMap(([field, count]) => (count === 0 ? [field] : []));
      return draft.part === undefined || fields.length === 0
        ? []
        : [{ draft, fields, depth: pathsTo(draft.key).length }];
    });
    if (stuck.length === 0) break;
    const top = Math.min(...stuck.map(({ depth }) => depth));
    for (const { draft, fields, depth } of stuck) if (depth === top) take(draft, fields);
  }
  return turns;
}

function fieldsOf<Item>(all: Map<Draft, Map<string, Item>>, draft: Draft): Map<string, Item> {
  const known = all.get(draft) ?? new Map<string, Item>();
  all.set(draft, known);
  return known;
}

/** A change as several: what is set ahead, each in a change of its own, and the rest. */
function piecesOf(draft: Draft, turns: readonly (readonly string[])[]): readonly Draft[] {
  const names = turns.slice(0, -1).map((fields) => new Set(fields.flatMap((field) => handedWith(draft.kind, field))));
  return draft.part?.(names) ?? [draft];
}

function sets({ change, kind }: Draft, field: string): boolean {
  const names = handedWith(kind, field);
  return change.fields.some(({ path }) => names.includes(path));
}
