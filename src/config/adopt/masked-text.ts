import { isNode, visit } from 'yaml';
import { HIDDEN, holdsUrlSecret } from '../../base/url-secrets.ts';
import { parse } from '../yaml/document.ts';
import type { Range } from '../yaml/mask.ts';
import type { FileText } from '../yaml/places.ts';

/** The text of a file with stars in place of values that are secrets, in whatever quotes they stand, and of URLs that hold one; all else is as it is. */
export function maskedText(source: FileText, isSecret: (value: string) => boolean): string {
  const { content } = parse(source, () => true);
  if (content === undefined) return '';
  const ranges: Range[] = [];
  const { root } = content.tree;
  if (!isNode(root)) return source.text;
  visit(root, {
    Scalar: (_, scalar) => {
      const value = String(scalar.value);
      if (scalar.range && (isSecret(value) || holdsUrlSecret(value))) ranges.push([scalar.range[0], scalar.range[1]]);
    },
  });
  return ranges.reduceRight((text, [start, end]) => masked(text, start, end), source.text);
}

/** The lines of a value stay lines, so that the others stand where they stand. */
function masked(text: string, start: number, end: number): string {
  const value = text.slice(start, end);
  return `${text.slice(0, start)}${value.replace(/[^\r\n]+/g, HIDDEN)}${text.slice(end)}`;
}
