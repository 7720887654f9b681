import { isMap, isNode, isScalar, isSeq, type Pair } from 'yaml';

/** Where a node ends in the text: after its last character, and not after the blank lines and comments that follow. */
export function endOf(node: unknown, text: string): number {
  if (isMap(node) && !node.flow) {
    const last = node.items.at(-1);
    if (last !== undefined) return endOfPair(last, text);
  }
  if (isSeq(node) && !node.flow) {
    const last = node.items.at(-1);
    if (last !== undefined) return Math.max(endOf(last, text), startOf(node) + 1);
  }
  if (!isNode(node) || !node.range) return -1;
  const isBlock = isScalar(node) && (node.type === 'BLOCK_LITERAL' || node.type === 'BLOCK_FOLDED');
  return isBlock ? withoutBlanks(text, node.range[0], node.range[1]) : node.range[1];
}

/** Where a pair ends: after its value, or after its colon where it has none. */
export function endOfPair({ key, value }: Pair, text: string): number {
  const colon = afterColon(key, text);
  return hasText(value) ? Math.max(colon, endOf(value, text)) : colon;
}

/** Where the value of a pair may begin: right after its colon. */
export function afterColon(key: unknown, text: string): number {
  const end = isNode(key) && key.range ? key.range[1] : 0;
  const colon = /[ \t]*:/y;
  colon.lastIndex = end;
  return colon.test(text) ? colon.lastIndex : end;
}

/** Whether there is anything to be seen of a value: of null there may not be. */
export function hasText(value: unknown): boolean {
  return (
    isNode(value) && !(isScalar(value) && (value.source === '' || value.source === undefined) && value.value === null)
  );
}

/** Where a node begins. */
export function startOf(node: unknown): number {
  return isNode(node) && node.range ? node.range[0] : -1;
}

/** Where the line of an offset begins. */
export function lineStart(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}

/** Where the line after that of an offset begins. */
export function nextLine(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return end === -1 ? text.length : end + 1;
}

function withoutBlanks(text: string, start: number, end: number): number {
  return start + text.slice(start, end).trimEnd().length;
}
