import type { Place } from '../base/place.ts';
import { holdsUrlSecret } from '../base/url-secrets.ts';
import { parseTree, placesOnDemand, type Places } from './document.ts';
import { lineOf, lineStarts } from './line-starts.ts';
import type { Path } from './locate.ts';
import { STRIDE } from './offsets.ts';
import type { FileText, Reading } from './reading.ts';
import type { IsSecretName } from './secret-names.ts';

/**
 * The places of a file that has been read. They keep no tree of nodes where they need not: the text, and where everything stands in it,
 * are a small part of that. Where a line may show a secret, the tree is made again, which knows how to hide it.
 */
export function placesOf(file: FileText, { offsets, places }: Where, isSecret: IsSecretName): Places {
  if (offsets !== undefined) return compactPlaces(file.file, file.text, offsets, isSecret);
  // Another thread has read it, and its tree stayed there.
  return places ?? placesOnDemand(file.file, file.text, isSecret);
}

type Where = Pick<Reading, 'offsets' | 'places'>;

/** The places of a file as its tree tells them; the last few are kept, since places of one file are asked for together. */
function treeOf(file: string, text: string, isSecret: IsSecretName): Places | undefined {
  const known = trees.find((one) => one.file === file && one.text === text && one.isSecret === isSecret);
  if (known !== undefined) return known.places;
  const places = parseTree(file, text, isSecret).source?.places;
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
    if (path.some((step) => isSecret(String(step))) || namesIn(shown).some(isSecret) || holdsUrlSecret(shown))
      return undefined;
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
  const childrenOf = childFinder(text, nodes);
  return (path) => {
    let found: FoundNode = { node: 0, steps: 0 };
    for (const step of path) {
      const node = childrenOf(found.node).get(String(step));
      if (node === undefined) return found;
      found = { node, steps: found.steps + 1 };
    }
    return found;
  };
}

/** So many maps and lists of a file keep an index of what is in them: those on the way to one entry, and some more. */
const INDEXES = 8;

/** A function that gives what is in a map or list, by its name or number. Places near each other are asked for together. */
function childFinder(text: string, nodes: Int32Array): (parent: number) => ReadonlyMap<string, number> {
  const at = (node: number, field: number): number => nodes[node * STRIDE + field] ?? 0;
  const nameOf = (node: number, start: number): string => {
    const first = text.charCodeAt(start);
    const quote = first === 34 || first === 39 ? 1 : 0;
    return text.slice(start + quote, at(node, 1) - quote);
  };
  const indexed = (parent: number): ReadonlyMap<string, number> => {
    const children = new Map<string, number>();
    for (let node = parent + 1; node < at(parent, 4); node = at(node, 4)) {
      const start = at(node, 0);
      children.set(start < 0 ? String(children.size) : nameOf(node, start), node);
    }
    return children;
  };
  const latest = new Map<number, ReadonlyMap<string, number>>();
  return (parent) => {
    const children = latest.get(parent) ?? indexed(parent);
    latest.delete(parent);
    latest.set(parent, children);
    for (const oldest of latest.keys()) {
      if (latest.size <= INDEXES) break;
      latest.delete(oldest);
    }
    return children;
  };
}

/** What looks like a key in a line. */
function namesIn(line: string): string[] {
  return [...line.matchAll(/(?<![^\s{},[\]"':])([^\s{},[\]"':]+)["']?:/g)].map(([, name = '']) => name);
}
