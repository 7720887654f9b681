import { isScalar, type Pair, type YAMLSeq } from 'yaml';
import type { YamlValue } from '../yaml/yaml-value.ts';
import { itemAdded } from './additions.ts';
import { endOf, nextLine, startOf } from './extent.ts';
import type { OpenText } from './open-text.ts';
import { itemRemoved } from './removals.ts';
import { itemReplaced } from './replacements.ts';
import { collide, type Splice } from './splice.ts';
import { inline } from './written-value.ts';
import type { Hindrance } from './yaml-edit.ts';

/**
 * A list of short values that becomes another one: what is in both stays where it is, what is gone goes with its line, and what is new comes
 * last; where the order is another, or nothing is in both, the values take the places of those before, each with its comment. Undefined where the list
 * has to be written anew.
 */
export function listEdits(
  list: YAMLSeq,
  value: readonly YamlValue[],
  pair: Pair,
  open: OpenText,
): readonly Splice[] | undefined {
  if (!list.items.every((item) => isScalar(item))) return undefined;
  const before = list.items.map((item) => (isScalar(item) ? (item.value as YamlValue) : null));
  const kept = before.filter((item) => value.includes(item));
  // Neither the order of what stays may change, nor may something come between.
  if (kept.length === 0 || kept.some((item, index) => value[index] !== item))
    return inTheirPlaces(list, value, pair, open);
  const added = value.slice(kept.length);
  if (list.flow)
    return [{ start: startOf(list), end: endOf(list, open.text), text: withItems(list, kept, added, before, open) }];
  const removals = list.items.map((item, index) =>
    value.includes(before[index] ?? null) ? [] : itemRemoved(list, pair, item, open),
  );
  return together([...removals, ...added.map((item) => itemAdded(list, pair, item, open))]);
}

/** The values one by one in place of those before; of a list within brackets only where a comment would be lost otherwise. */
function inTheirPlaces(
  list: YAMLSeq,
  value: readonly YamlValue[],
  pair: Pair,
  open: OpenText,
): readonly Splice[] | undefined {
  const hasWords = open.text.slice(startOf(list), endOf(list, open.text)).includes('#');
  if (value.length === 0 || list.items.length === 0 || (list.flow === true && !hasWords)) return undefined;
  const written = list.items.map((item) => withComment(item, list, open.text));
  const texts = new Map(written.map((one) => [one.value, one]));
  const edits = list.items.map((item, index) => {
    const [own, old] = [value[index], written[index]];
    if (own === undefined || old === undefined) return itemRemoved(list, pair, item, open);
    const moved = texts.get(own);
    // A new value has the comment of one that is gone.
    if (moved === undefined && !value.includes(old.value)) return itemReplaced(item, own, open);
    return old.value === own ? [] : [{ start: old.start, end: old.end, text: moved?.text ?? inline(own) }];
  });
  return together([...edits, ...value.slice(edits.length).map((item) => itemAdded(list, pair, item, open))]);
}

interface WrittenItem {
  readonly value: YamlValue;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** An item as it is written, with the comment behind it on its line. */
function withComment(item: unknown, list: YAMLSeq, text: string): WrittenItem {
  const [start, end] = [startOf(item), endOf(item, text)];
  const words = list.flow === true ? undefined : /^[ \t]+#.*/.exec(text.slice(end, nextLine(text, end)))?.[0];
  const until = end + (words?.length ?? 0);
  const value = isScalar(item) ? (item.value as YamlValue) : null;
  return { value, start, end: until, text: text.slice(start, until) };
}

/** The splices of several edits; undefined where one of them cannot be made, or they get in each other's way. */
function together(edits: readonly (readonly Splice[] | Hindrance)[]): readonly Splice[] | undefined {
  const splices: Splice[] = [];
  for (const found of edits) {
    if (typeof found === 'string') return undefined;
    splices.push(...found);
  }
  const isApart = splices.every((one, index) => splices.slice(0, index).every((other) => !overlap(one, other)));
  return isApart ? splices : undefined;
}

/** What is taken out and what is added meet where the last item goes: the one ends where the other begins. */
function overlap(one: Splice, other: Splice): boolean {
  return collide(one, other) && one.start !== other.end && other.start !== one.end;
}

/** The text of a list within brackets with its items as they are written, without some, and with others behind them. */
function withItems(
  list: YAMLSeq,
  kept: readonly YamlValue[],
  added: readonly YamlValue[],
  before: readonly YamlValue[],
  { text }: OpenText,
): string {
  const [first, last] = [list.items[0], list.items.at(-1)];
  const opened = text.slice(startOf(list), startOf(first));
  const closed = text.slice(endOf(last, text), endOf(list, text));
  const written = list.items.flatMap((item, index) =>
    kept.includes(before[index] ?? null) ? [text.slice(startOf(item), endOf(item, text))] : [],
  );
  return `${opened}${[...written, ...added.map((item) => inline(item))].join(', ')}${closed}`;
}
