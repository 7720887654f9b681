import type { Place } from '../base/place.ts';
import type { Source } from './document.ts';
import type { Path } from './locate.ts';
import { readPlain, STRIDE } from './plain-reader.ts';
import type { IsSecretName } from './secret-names.ts';

/**
 * A file of plain YAML as a source, without a tree of nodes; undefined where the library has to read it. Where a line may show a
 * secret, `whole` is asked, which knows how to hide it.
 */
export function plainSource(
  file: string,
  text: string,
  isSecret: IsSecretName,
  whole: () => Source | undefined,
): Source | undefined {
  const plain = readPlain(text);
  if (plain === undefined) return undefined;
  const { nodes } = plain;
  const find = finder(text, nodes);
  let starts: readonly number[] | undefined;
  const lines = (): readonly number[] => (starts ??= lineStarts(text));

  const placeOf = (path: Path, start: number, end: number): Place | undefined => {
    const line = lineOf(lines(), start);
    const from = lines()[line] ?? 0;
    const next = text.indexOf('\n', from);
    const shown = text.slice(from, next < 0 ? text.length : next);
    if (path.some((step) => isSecret(String(step))) || namesIn(shown).some(isSecret)) return undefined;
    const column = start - from + 1;
    const length = Math.max(1, Math.min(end - start, shown.length - column + 1));
    return { file, line: line + 1, column, length, text: shown };
  };

  return {
    file,
    data: plain.data,
    reach: (path) => find(path).steps,
    place(path, part) {
      const { node } = find(path);
      const [keyStart = -1, keyEnd = -1, start = 0, end = -1] = nodes.subarray(node * STRIDE, node * STRIDE + 4);
      const isKey = keyStart >= 0 && (part === 'key' || (part === undefined && end <= start));
      const simple = isKey ? placeOf(path, keyStart, keyEnd) : placeOf(path, start, Math.max(end, start + 1));
      // An empty value has a place that only the library knows.
      const known = part === 'value' && end >= 0 && end <= start ? undefined : simple;
      return known ?? whole()?.place(path, part) ?? { file, line: 1, column: 1 };
    },
  };
}

interface FoundNode {
  readonly node: number;
  readonly steps: number;
}

/** A function that follows a path as far as it is written. */
function finder(text: string, nodes: Int32Array): (path: Path) => FoundNode {
  const at = (node: number, field: number): number => nodes[node * STRIDE + field] ?? 0;
  const isNamed = (node: number, name: string): boolean => {
    const start = at(node, 0);
    if (start < 0) return false;
    const first = text.charCodeAt(start);
    const quote = first === 34 || first === 39 ? 1 : 0;
    return at(node, 1) - start === name.length + 2 * quote && text.startsWith(name, start + quote);
  };
  const child = (parent: number, step: string | number): number | undefined => {
    const end = at(parent, 4);
    let index = 0;
    for (let node = parent + 1; node < end; node = at(node, 4), index++) {
      if (at(node, 0) < 0 ? index === Number(step) : isNamed(node, String(step))) return node;
    }
    return undefined;
  };
  return (path) => {
    let found: FoundNode = { node: 0, steps: 0 };
    for (const step of path) {
      const node = child(found.node, step);
      if (node === undefined) return found;
      found = { node, steps: found.steps + 1 };
    }
    return found;
  };
}

function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** The line, from 0, that a place in the text is on. */
function lineOf(starts: readonly number[], at: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** What looks like a key in a line. */
function namesIn(line: string): string[] {
  return [...line.matchAll(/([^\s{},[\]"':]+)["']?:/g)].map(([, name = '']) => name);
}
