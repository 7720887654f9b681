import { isAlias, isMap, isNode, isScalar, isSeq, visit, type Pair } from 'yaml';
import { holdsUrlSecret, urlSecrets } from '../../base/url-secrets.ts';
import type { Located } from './locate.ts';
import { isMergeKey } from './to-data.ts';
import type { IsSecretName } from '../secret-names.ts';

/** A stretch of a file's text: from the first character to the one after the last. */
export type Range = readonly [start: number, end: number];

/**
 * The stretches of a document that may be secrets in plain text: every value below a key that is named like a secret
 * field of some kind, or nearly so, wherever it stands; for a secret under a misspelt key is one too. So is a URL with a
 * password or a token in it, whatever it stands under, and all of what is `unknown`.
 */
export function secretRanges(
  root: unknown,
  text: string,
  isSecret: IsSecretName,
  targets: ReadonlyMap<unknown, unknown>,
  unknown: readonly Located[] = [],
): readonly Range[] {
  const ranges: Range[] = [];
  const hide = (node: unknown, start: number | undefined, depth: number): void => {
    if (depth > 100) return;
    if (isAlias(node)) hide(targets.get(node), undefined, depth + 1);
    if (isSeq(node)) {
      for (const item of node.items) hide(item, undefined, depth + 1);
    } else if (isMap(node)) {
      for (const pair of node.items) {
        // `{hunter2}` is a key without a value.
        if (isScalar(pair.value) ? pair.value.value === null : pair.value === null)
          hide(pair.key, undefined, depth + 1);
        else if (mayBeSecret(pair)) hideBoth(pair, depth);
        else if (!isReference(pair.key)) hide(pair.value, afterKey(pair.key, text), depth + 1);
      }
    } else if (isNode(node) && node.range) {
      // What stands around a scalar (!tag, &anchor, #comment) may be a password without its quotes.
      const from = Math.min(start ?? node.range[0], node.range[0]);
      ranges.push([from, isScalar(node) && node.source === '' ? lineEnd(text, node.range[1]) : node.range[1]]);
    }
  };
  const hideBoth = ({ key, value }: Pair, depth: number): void => {
    hide(key, undefined, depth + 1);
    hide(value, afterKey(key, text), depth + 1);
  };
  for (const { key, value } of unknown) {
    const node = isAlias(value) ? targets.get(value) : value;
    // All of it: the names in it may be secrets, too.
    if (isNode(node) && node.range) ranges.push([node.range[0], node.range[1]]);
    hide(value, afterKey(key, text), 0);
  }
  if (isMap(root) || isSeq(root)) {
    visit(root, {
      Scalar: (_, scalar) => {
        if (typeof scalar.value === 'string' && holdsUrlSecret(scalar.value)) hide(scalar, undefined, 0);
      },
      Pair: (_, pair) => {
        // What is merged is a map, and a key is a text: nobody knows what else was meant to be.
        if (isMergeKey(pair.key) && isScalar(pair.value)) hide(pair.value, undefined, 0);
        if (isMap(pair.key) || isSeq(pair.key)) hide(pair.key, undefined, 0);
        if (isScalar(pair.key) && isSecret(String(pair.key.value))) hide(pair.value, afterKey(pair.key, text), 0);
      },
    });
  }
  return ranges;
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end;
}

/** Whether a key below the name of a secret is more than a name, or stands where its value belongs: `{ hunter2: env }`. */
function mayBeSecret({ key, value }: Pair): boolean {
  return isReference(value) || (isScalar(key) && !/^[\w-]+$/.test(String(key.value)));
}

function isReference(key: unknown): boolean {
  return isScalar(key) && (key.value === 'env' || key.value === 'file');
}

function afterKey(key: unknown, text: string): number | undefined {
  if (!isScalar(key) || !key.range) return undefined;
  const colon = /[ \t]*:[ \t]*/y;
  colon.lastIndex = key.range[1];
  return colon.test(text) ? colon.lastIndex : undefined;
}

/** Whether a line, or the one before it, seems to hold a secret: in text that could not be parsed, no more can be known. */
export function looksSecret(text: string, lineStart: number, isSecret: IsSecretName): boolean {
  const before = text.lastIndexOf('\n', lineStart - 2) + 1;
  const lines = text.slice(before, lineEnd(text, lineStart));
  if (holdsUrlSecret(lines)) return true;
  return [...lines.matchAll(/([\w-]{1,100})["']?[ \t]*:/g)].some(([, name]) => name !== undefined && isSecret(name));
}

/**
 * A line with what is in the ranges hidden. What is before `column` (from 0) becomes as many stars, so that the column
 * stays true; from the first range after it on, the rest of the line becomes eight.
 */
export function maskLine(line: string, column: number, ranges: readonly Range[]): string {
  let text = line;
  let cut = text.length;
  // What is no value, as a comment, is not among the ranges.
  for (const [from, to] of [...ranges, ...urlSecrets(line)]) {
    const left = Math.max(0, from);
    const right = Math.min(line.length, to);
    if (left >= right) continue;
    const end = Math.min(right, Math.max(left, column));
    text = text.slice(0, left) + '*'.repeat(end - left) + text.slice(end);
    if (end < right) cut = Math.min(cut, end);
  }
  return cut < text.length ? `${text.slice(0, cut)}********` : text;
}

/** Ranges counted from another place in the text. */
export function moved(ranges: readonly Range[], by: number): readonly Range[] {
  return ranges.map(([from, to]) => [from + by, to + by]);
}
