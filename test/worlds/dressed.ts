import fc from 'fast-check';
import { Document, isMap, isPair, isScalar, visit, type YAMLMap } from 'yaml';
import type { Document as Plain } from './declared-worlds.ts';

/** How somebody writes a configuration: within braces or in lines, with words beside it, with the ends of lines of another system. */
export interface Dress {
  readonly numbers: readonly number[];
  readonly hasReturns: boolean;
  readonly isOpen: boolean;
}

export const dresses: fc.Arbitrary<Dress> = fc.record({
  numbers: fc.array(fc.nat(11), { minLength: 24, maxLength: 24 }),
  hasReturns: fc.boolean(),
  isOpen: fc.boolean(),
});

/** A configuration as text in the manner of somebody who has it grown by hand. */
export function dressed(plain: Plain, { numbers, hasReturns, isOpen }: Dress): string {
  const document = new Document(plain, { aliasDuplicateObjects: numbers[0] === 0 });
  let turn = 0;
  const drawn = (): number => numbers[turn++ % numbers.length] ?? 0;
  visit(document, {
    Map: (_, map, path) => {
      if (path.length > 4 && isShallow(map)) map.flow = drawn() < 6;
    },
    Pair: (_, { key, value }, path) => {
      if (!isScalar(key)) return;
      if (isOutside(path) && drawn() < 3) key.commentBefore = ` words above ${turn}`;
      if (path.length > 3 && drawn() === 7) key.spaceBefore = true;
      if (isScalar(value) && typeof value.value === 'string' && drawn() < 4)
        value.type = drawn() < 6 ? 'QUOTE_DOUBLE' : 'QUOTE_SINGLE';
      if (isScalar(value) && drawn() === 5) value.comment = `\tbeside ${turn}`;
    },
  });
  const text = document.toString({ lineWidth: 0 });
  const lines = isOpen ? text.trimEnd() : text;
  return hasReturns ? lines.replaceAll('\n', '\r\n') : lines;
}

/** Whether a key is one of a scope, or of an entry of some sections: words above it are in no entry, and stay whatever becomes of that. */
function isOutside(path: readonly unknown[]): boolean {
  if (path.length < 5 || path.length > 8) return false;
  const above = path.at(-2);
  return (
    path.length < 7 ||
    (isPair(above) && isScalar(above.key) && ['members', 'hooks', 'shares'].includes(String(above.key.value)))
  );
}

/** What fits within braces on a line; a comment would not. */
function isShallow(map: YAMLMap): boolean {
  return map.items.length < 5 && map.items.every(({ value }) => !isMap(value));
}
