import type { CST } from 'yaml';
import { areBlank, emptyAfter, hasNewline, markIn } from './plain-gaps.ts';
import { addPair, isBlock, isScalar, type Growing, type PlainReader } from './plain-reader.ts';
import type { YamlValue } from './yaml-value.ts';

type Key = CST.FlowScalar | undefined;

/** Reads a map with a line, or several, for each key. */
export function blockMap(reader: PlainReader, at: Key, map: CST.BlockMap, depth: number): YamlValue | undefined {
  const { offset, indent, items } = map;
  const opened = reader.offsets.open(at, offset);
  const read: Growing = {};
  for (const item of items) {
    const { start, key, sep, value } = item;
    if (!areBlank(start, 'a line')) return undefined;
    if (sep === undefined) {
      // Comments, which stand behind everything that is in the map.
      if (item !== items.at(-1)) return undefined;
      break;
    }
    if (!isScalar(key) || key.indent !== indent || isLong(key, sep, indent)) return undefined;
    if (isBlock(value) && !hasNewline(sep)) return undefined;
    if (!addPair(reader, read, item, depth)) return undefined;
  }
  reader.offsets.close(opened);
  return read;
}

/** The library takes no key whose colon is more than 1024 characters away, at times counting the spaces before it. */
const LONGEST = 1000;

function isLong(key: CST.FlowScalar, sep: readonly CST.SourceToken[], indent: number): boolean {
  return sep.some(({ type, offset }) => type === 'map-value-ind' && indent + offset - key.offset > LONGEST);
}

/** Reads a list with a line, or several, for each item. */
export function blockList(reader: PlainReader, at: Key, list: CST.BlockSequence, depth: number): YamlValue | undefined {
  const { offset, items } = list;
  const opened = reader.offsets.open(at, offset);
  const read: YamlValue[] = [];
  for (const item of items) {
    const { start, value } = item;
    if (item === items.at(-1) && value === undefined && areBlank(start, 'a line')) break;
    const dash = markIn(start, 'seq-item-ind', 'a line');
    if (dash < 0) return undefined;
    const inner =
      value === undefined
        ? reader.nothing(undefined, emptyAfter(start, dash))
        : reader.read(undefined, value, depth + 1);
    if (inner === undefined) return undefined;
    read.push(inner);
  }
  reader.offsets.close(opened);
  return read;
}
