import type { CST } from 'yaml';
import { STRIDE } from './offsets.ts';

/** The numbers that `offsetsOf` makes of a tree, as they are found one value after another. */
export interface OffsetList {
  /** A value that takes five numbers and no more. */
  readonly add: (key: CST.FlowScalar | undefined, start: number, end: number) => void;
  /** Where a map or list begins; what is added from then on is in it, until it is closed. */
  readonly open: (key: CST.FlowScalar | undefined, start: number) => number;
  readonly close: (opened: number) => void;
  readonly all: () => Int32Array;
}

/** A list of offsets in which there is nothing yet. */
export function offsetList(): OffsetList {
  const numbers: number[] = [];
  const push = (key: CST.FlowScalar | undefined, start: number, end: number): void => {
    const keyStart = key === undefined ? -1 : key.offset;
    const keyEnd = key === undefined ? -1 : key.offset + key.source.length;
    numbers.push(keyStart, keyEnd, start, end, numbers.length / STRIDE + 1);
  };
  return {
    add: push,
    open(key, start) {
      push(key, start, -1);
      return numbers.length - 1;
    },
    close(opened) {
      numbers[opened] = numbers.length / STRIDE;
    },
    all: () => new Int32Array(numbers),
  };
}
