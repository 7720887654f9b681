import type { Place } from '../base/place.ts';
import { parse, type Parsed, type Places } from './document.ts';
import type { Path } from './locate.ts';
import { STRIDE } from './offsets.ts';
import type { IsSecretName } from './secret-names.ts';

/**
 * Parses the text of one file, and keeps no tree of nodes where it need not: the data, the text, and where everything stands are a
 * small part of it. Where a line may show a secret, the tree is made again, which knows how to hide it.
 */
export function parseCompactly(
  file: string,
  text: string,
  isSecret: IsSecretName,
): Pick<Parsed, 'source' | 'diagnostics'> {
  const { source, offsets, diagnostics } = parse(file, text, isSecret);
  if (source === undefined || offsets === undefined) return { source, diagnostics };
  return { source: { ...source, places: compactPlaces(file, text, offsets, isSecret) }, diagnostics };
}

/** The places of a file as its tree tells them; the last few are kept, since places of one file are asked for together. */
function treeOf(file: string, text: string, isSecret: IsSecretName): Places | undefined {
  const known = trees.find((one) => one.file === file && one.text === text && one.isSecret === isSecret);
  if (known !== undefined) return known.places;
  const places = parse(file, text, isSecret).source?.places;
  trees.unshift({ file, text, isSecret, places });
  trees.length = Math.min(trees.length, TREES);
  return places;
}

interface Tree {
  readonly file: string;
  readonly text: string;
  readonly isSecret: IsSecretName;
  readonly places: Places | undefined;
}

const TREES = 4;
const trees: Tree[] = [];

function compactPlaces(file: string, text: string, nodes: Int32Array, isSecret: IsSecretName): Places {
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
    reach: (path) => find(path).steps,
    place(path, part) {
      const { node } = find(path);
      const [keyStart = -1, keyEnd = -1, start = 0, end = -1] = nodes.subarray(node * STRIDE, node * STRIDE + 4);
      const isKey = keyStart >= 0 && (part === 'key' || (part === undefined && end <= start));
      // An empty value has a place that only the tree knows.
      const isEmpty = !isKey && end >= 0 && end <= start;
      const [from, to] = isKey ? [keyStart, keyEnd] : [start, Math.max(end, start + 1)];
      const known = isEmpty ? undefined : placeOf(path, from, to);
      return known ?? treeOf(file, text, isSecret)?.place(path, part) ?? { file, line: 1, column: 1 };
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
