import { isScalar, type Pair, type YAMLSeq } from 'yaml';
import type { YamlValue } from '../yaml/yaml-value.ts';
import { itemAdded } from './additions.ts';
import { endOf, startOf } from './extent.ts';
import type { OpenText } from './open-text.ts';
import { itemRemoved } from './removals.ts';
import { collide, type Splice } from './splice.ts';
import { inline } from './written-value.ts';

/**
 * A list of short values that becomes another one: what is in both stays where it is, what is gone goes with its line, and what is new comes
 * last. Undefined where that would not be the new list, so that it has to be written anew.
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
  const added = value.slice(kept.length);
  // Neither the order of what stays may change, nor may something come between.
  if (kept.length === 0 || kept.some((item, index) => value[index] !== item)) return undefined;
  if (list.flow)
    return [{ start: startOf(list), end: endOf(list, open.text), text: withItems(list, kept, added, before, open) }];
  const removals = list.items.map((item, index) =>
    value.includes(before[index] ?? null) ? [] : itemRemoved(list, pair, item, open),
  );
  const additions = added.map((item) => itemAdded(list, pair, item, open));
  const splices: Splice[] = [];
  for (const found of [...removals, ...additions]) {
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
