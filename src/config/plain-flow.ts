import type { CST } from 'yaml';
import { areBlank, markIn } from './plain-gaps.ts';
import { addPair, isBlock, type Growing, type PlainReader } from './plain-reader.ts';
import type { YamlValue } from './yaml-value.ts';

type Key = CST.FlowScalar | undefined;

/** Reads a map in braces. */
export function flowMap(reader: PlainReader, at: Key, map: CST.FlowCollection, depth: number): YamlValue | undefined {
  const opened = reader.offsets.open(at, map.offset);
  const items = itemsOf(map, 'flow-map-end');
  if (items === undefined) return undefined;
  const read: Growing = {};
  for (const item of items) {
    // A name alone, as in a set, is no plain map.
    if (item.value === undefined || !addPair(reader, read, item, depth)) return undefined;
  }
  reader.offsets.close(opened);
  return read;
}

/** Reads a list in brackets. */
export function flowList(reader: PlainReader, at: Key, list: CST.FlowCollection, depth: number): YamlValue | undefined {
  const opened = reader.offsets.open(at, list.offset);
  const items = itemsOf(list, 'flow-seq-end');
  if (items === undefined) return undefined;
  const read: YamlValue[] = [];
  for (const { key, sep, value } of items) {
    if (key !== undefined || sep !== undefined || value === undefined) return undefined;
    const inner = reader.read(undefined, value, depth + 1);
    if (inner === undefined) return undefined;
    read.push(inner);
  }
  reader.offsets.close(opened);
  return read;
}

/** What is in brackets that are closed as they were opened, with one comma between any two; undefined where there is anything else. */
function itemsOf(
  { items, end }: CST.FlowCollection,
  close: 'flow-map-end' | 'flow-seq-end',
): readonly CST.CollectionItem[] | undefined {
  if (end[0]?.type !== close || !areBlank(end, 'a value', 1)) return undefined;
  const last = items.at(-1);
  const whole = last !== undefined && isEmpty(last) ? items.slice(0, -1) : items;
  if (whole !== items && !isRest(last?.start ?? [], whole.length)) return undefined;
  for (const [index, { start, value }] of whole.entries())
    if (isBlock(value) || !isApart(start, index)) return undefined;
  return whole;
}

function isEmpty({ key, sep, value }: CST.CollectionItem): boolean {
  return key === undefined && sep === undefined && value === undefined;
}

/** There is one comma before each but the first. */
function isApart(start: readonly CST.SourceToken[], index: number): boolean {
  return index === 0 ? areBlank(start, 'a value') : markIn(start, 'comma', 'a value') >= 0;
}

/** Behind the last there may be a comma. */
function isRest(start: readonly CST.SourceToken[], index: number): boolean {
  return areBlank(start, 'a value') || isApart(start, index);
}
