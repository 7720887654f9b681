import type { CST } from 'yaml';
import { emptyAfter, markIn } from './plain-gaps.ts';
import type { OffsetList } from './plain-offsets.ts';
import { writtenText } from './plain-scalar.ts';
import type { YamlValue } from './yaml-value.ts';

/** What reads the tokens of one file. */
export interface PlainReader {
  /** Where everything stands that has been read. */
  readonly offsets: OffsetList;
  /** Reads a value that is so many steps below the top, with what is in it; undefined where it is not plain. */
  readonly read: (key: CST.FlowScalar | undefined, token: CST.Token, depth: number) => YamlValue | undefined;
  /** Reads that nothing is written, and where. */
  readonly nothing: (key: CST.FlowScalar | undefined, at: number) => YamlValue;
}

/** A map while it is read. */
export interface Growing {
  [name: string]: YamlValue;
}

/** A key with its value, or what may be one. */
export interface Pair {
  readonly key?: CST.Token | null;
  readonly sep?: readonly CST.SourceToken[];
  readonly value?: CST.Token;
}

/** Reads a key and its value into a map that is so many steps below the top; says whether it could. */
export function addPair(reader: PlainReader, map: Growing, { key, sep, value }: Pair, depth: number): boolean {
  if (!isScalar(key) || sep === undefined) return false;
  const name = nameOf(key);
  const colon = markIn(sep, 'map-value-ind', 'a value');
  if (name === undefined || colon < 0 || Object.hasOwn(map, name)) return false;
  const inner = value === undefined ? reader.nothing(key, emptyAfter(sep, colon)) : reader.read(key, value, depth + 1);
  if (inner === undefined) return false;
  map[name] = inner;
  return true;
}

/** The name of a key that needs no more attention than others: undefined for one that merges maps, or is none to be set like others. */
function nameOf(key: CST.FlowScalar): string | undefined {
  if (key.end !== undefined && key.end.length > 0) return undefined;
  const name = writtenText(key);
  return name === '<<' || name === '__proto__' ? undefined : name;
}

/** Whether a token may be a scalar on one line. */
export function isScalar(token: CST.Token | null | undefined): token is CST.FlowScalar {
  switch (token?.type) {
    case 'scalar':
    case 'single-quoted-scalar':
    case 'double-quoted-scalar':
      return true;
    default:
      return false;
  }
}

/** Whether a token is a map or list that stands on lines of its own. */
export function isBlock(token: CST.Token | undefined): token is CST.BlockMap | CST.BlockSequence {
  return token?.type === 'block-map' || token?.type === 'block-seq';
}
