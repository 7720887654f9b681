import { isCollection, isMap, isNode } from 'yaml';
import type { Place } from '../../base/place.ts';
import { holdsUrlSecret } from '../../base/url-secrets.ts';
import { positionsIn } from './lines.ts';
import { isSmall, locator, type Path } from './locate.ts';
import { looksSecret, maskLine, moved, secretRanges, type Range } from './mask.ts';
import type { IsSecretName } from '../secret-names.ts';

/** The text of one file. */
export interface FileText {
  readonly file: string;
  readonly text: string;
}

/** Where everything in a file stands: all that is kept of the file once its data has become entries. */
export interface Places {
  /** How many steps of a path are written in this file. */
  reach(path: Path): number;
  /** Where a path, or as much of it as is written, stands: its key, or its value. Without a choice, the value where it is a scalar. */
  place(path: Path, part?: 'key' | 'value'): Place;
  /** Where the key of a path stands that is known to begin at an offset of the text. */
  keyAt(path: Path, start: number): Place;
}

/** The library's tree of a file, and what has to be known to show its lines. */
export interface Tree {
  readonly source: FileText;
  readonly root: unknown;
  /** What each alias stands for. */
  readonly targets: ReadonlyMap<unknown, unknown>;
  /** Whether the library has found something wrong: then nobody knows what a line says. */
  readonly isBroken: boolean;
  readonly isSecret: IsSecretName;
}

/** The places of a file by its tree. They show nothing of what stands at the `unknown` paths, or under the name of a secret. */
export function placesIn(
  tree: Tree,
  unknown: readonly Path[] = [],
): Places & { readonly at: (node: unknown) => Place } {
  const mark = marker(tree, unknown);
  const locate = locator(tree.root, tree.targets);
  const at = (node: unknown): Place => mark(...rangeOf(node));
  const place: Places['place'] = (path, part) => {
    const { key, value } = locate(path);
    const wanted = part === 'key' || (part === undefined && !isSmall(value)) ? key : value;
    return at(isNode(wanted) ? wanted : isNode(key) ? key : value);
  };
  return { at, place, reach: (path) => locate(path).steps, keyAt: (path) => place(path, 'key') };
}

/** A function that makes a place of a stretch of the text. */
export function marker(
  { source: { file, text }, root, targets, isBroken, isSecret }: Tree,
  unknown: readonly Path[] = [],
): (start: number, end: number) => Place {
  const position = positionsIn(text);
  let hidden: readonly Range[] | undefined;
  return (start, end) => {
    hidden ??= secretRanges(root, text, isSecret, targets, unknown.map(locator(root, targets)));
    const { line, column, start: from, text: whole } = position(start);
    // What is no map is no configuration: somebody's token, perhaps.
    if (isBroken && (!isMap(root) || looksSecret(text, from, isSecret))) return { file, line, column };
    const shown = maskLine(whole, column - 1, moved(hidden, -from));
    const length = Math.max(1, Math.min(end - start, shown.length - column + 1));
    return { file, line, column, length, text: shown };
  };
}

function rangeOf(node: unknown): Range {
  if (!isNode(node) || !node.range) return [0, 1];
  const [start, end] = node.range;
  // A collection is pointed at where it begins.
  return [start, isCollection(node) ? start + 1 : end];
}

/**
 * The places of a file whose tree is not at hand, since it takes more room than all that the file says. It is made for what only the
 * tree knows; all that a plan has of a place follows from where a key begins, and most places are asked for no more than that.
 */
export function placesOnDemand({ file, text }: FileText, isSecret: IsSecretName, tree: () => Places): Places {
  const position = positionsIn(text);
  /** How long a key is that is shown as it is written; undefined where only the tree knows. */
  const lengthOf = (path: Path, start: number, line: string): number | undefined => {
    const name = String(path.at(-1));
    if (/["']/.test(text.charAt(start)) || !text.startsWith(name, start)) return undefined;
    const mayBeHidden = path.slice(0, -1).some((step) => isSecret(String(step))) || holdsUrlSecret(line);
    return mayBeHidden ? undefined : Math.max(1, name.length);
  };
  return {
    reach: (path) => tree().reach(path),
    place: (path, part) => tree().place(path, part),
    keyAt(path, start) {
      const { line, column, text: shown } = position(start);
      const whole = (): Place => tree().place(path, 'key');
      return {
        file,
        line,
        column,
        get length() {
          return lengthOf(path, start, shown) ?? whole().length ?? 1;
        },
        get text() {
          return whole().text ?? '';
        },
      };
    },
  };
}
