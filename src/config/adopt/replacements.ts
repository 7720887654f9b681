import { isAlias, isMap, isScalar, isSeq, type Pair } from 'yaml';
import { isList, isMapping, type YamlValue } from '../yaml/yaml-value.ts';
import { afterColon, endOf, hasText, lineStart, nextLine, startOf } from './extent.ts';
import type { OpenText } from './open-text.ts';
import type { Splice } from './splice.ts';
import { inline, pairLines, type Style } from './written-value.ts';
import type { Hindrance } from './yaml-edit.ts';

/** What is known of the place of a value: whether it stands within braces, and how the maps beside it are written. */
export interface Around {
  readonly isWithin: boolean;
  readonly style: Style | undefined;
}

/** Another value in a pair, in the quotes that the one before has; what stands around it stays. */
export function valueReplaced(
  pair: Pair,
  value: YamlValue,
  around: Around,
  open: OpenText,
): readonly Splice[] | Hindrance {
  const { text } = open;
  const { key, value: old } = pair;
  const colon = afterColon(key, text);
  if (!hasText(old)) {
    // What is called by an anchor, or is of a type of its own, is not there to be read.
    if (/^[ \t]*[&!]/.test(text.slice(colon))) return 'unusual';
    const gap = /^[ \t]*(?=[,}])/.exec(text.slice(colon, nextLine(text, colon)))?.[0] ?? '';
    return [{ start: colon, end: colon + gap.length, text: ` ${inline(value)}` }];
  }
  const inLines = around.isWithin ? undefined : replacedInLines(pair, value, around.style, open);
  if (inLines !== undefined) return [inLines];
  const [start, end] = [startOf(old), endOf(old, text)];
  const made = `${inline(value, isScalar(old) ? old : undefined)}${headComment(old, text)}`;
  // It comes up to its key, or to an anchor that nothing means; a comment in between ends its line.
  const between = /^(?:[ \t]*[&!][^\s#]*)?(?=\s*$)/.exec(text.slice(colon, start));
  if (between === null || isAlias(old)) return [{ start, end, text: made }];
  return [{ start: colon + between[0].length, end, text: ` ${made}` }];
}

/** A value that takes lines of its own, with the comment of the one before on the first of them; undefined for one that does not. */
function replacedInLines(
  { key, value: old }: Pair,
  value: YamlValue,
  style: Style | undefined,
  { text, step }: OpenText,
): Splice | undefined {
  const indent = text.slice(lineStart(text, startOf(key)), startOf(key));
  const [first = '', ...rest] = pairLines('key', value, { indent, step, levels: 0, style });
  if (rest.length === 0 || !/^ *$/.test(indent)) return undefined;
  const colon = afterColon(key, text);
  const end = endOf(old, text);
  const behind = /^[ \t]+#.*/.exec(text.slice(end, nextLine(text, end)))?.[0] ?? '';
  const head = `${first.slice(`${indent}key:`.length)}${headComment(old, text)}${behind}`;
  return { start: colon, end: end + behind.length, text: `${head}\n${rest.join('\n')}` };
}

/** An item of a list that is another. */
export function itemReplaced(item: unknown, value: YamlValue, { text }: OpenText): readonly Splice[] | Hindrance {
  if (isMapping(value) || isList(value) || isMap(item) || isSeq(item)) return 'unusual';
  return [{ start: startOf(item), end: endOf(item, text), text: inline(value, isScalar(item) ? item : undefined) }];
}

/** The comment in the first line of a text of several lines, which stands before the text and not after it. */
function headComment(node: unknown, text: string): string {
  if (!isScalar(node) || (node.type !== 'BLOCK_LITERAL' && node.type !== 'BLOCK_FOLDED')) return '';
  const first = text.slice(startOf(node), text.indexOf('\n', startOf(node)));
  return /\s+#.*$/.exec(first)?.[0] ?? '';
}
