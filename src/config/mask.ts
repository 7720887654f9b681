import { isAlias, isMap, isScalar, isSeq, visit } from 'yaml';
import type { IsSecretName } from './secret-names.ts';

/** A stretch of a file's text: from the first character to the one after the last. */
export type Range = readonly [start: number, end: number];

/**
 * The stretches of a document that may be secrets in plain text: every value below a key that is named like a secret
 * field of some kind, or nearly so, wherever it stands; for a secret under a misspelt key is one too.
 */
export function secretRanges(root: unknown, isSecret: IsSecretName, targets: ReadonlyMap<unknown, unknown>): Range[] {
  const ranges: Range[] = [];
  const hide = (node: unknown, depth: number): void => {
    if (depth > 100) return;
    if (isAlias(node)) hide(targets.get(node), depth + 1);
    else if (isSeq(node))
      node.items.forEach((item) => {
        hide(item, depth + 1);
      });
    else if (isMap(node)) {
      for (const pair of node.items) if (!isReference(pair.key)) hide(pair.value, depth + 1);
    } else if (isScalar(node) && node.range) ranges.push([node.range[0], node.range[1]]);
  };
  if (isMap(root) || isSeq(root)) {
    visit(root, {
      Pair: (_, pair) => {
        if (isScalar(pair.key) && isSecret(String(pair.key.value))) hide(pair.value, 0);
      },
    });
  }
  return ranges;
}

function isReference(key: unknown): boolean {
  return isScalar(key) && (key.value === 'env' || key.value === 'file');
}

/** A line with its secrets hidden: those before `column` (from 0) by as many stars, so that columns stay true, and from the first one after it by eight. */
export function maskLine(
  line: string,
  start: number,
  column: number,
  ranges: readonly Range[],
  isSecret: IsSecretName,
): string {
  let text = line;
  let cut = text.length;
  for (const [from, to] of [...ranges, ...lexical(line, start, isSecret)]) {
    const left = Math.max(0, from - start);
    const right = Math.min(line.length, to - start);
    if (left >= right) continue;
    if (right <= column) text = text.slice(0, left) + '*'.repeat(right - left) + text.slice(right);
    else cut = Math.min(cut, left);
  }
  return cut < text.length ? `${text.slice(0, cut)}********` : text;
}

/** The same by the looks of the line, for text that could not be parsed. */
function lexical(line: string, start: number, isSecret: IsSecretName): Range[] {
  const found: Range[] = [];
  for (const match of line.matchAll(/([\w-]{1,100})["']?[ \t]*:[ \t]+(?=[^\s{[&*#])/g)) {
    const name = match[1];
    if (name === undefined || !isSecret(name)) continue;
    const from = match.index + match[0].length;
    const end = line.slice(from).search(/[,}\]]|$/);
    found.push([start + from, start + from + end]);
  }
  return found;
}
