import type { Kind } from '../../kind.ts';
import type { Place } from '../../base/place.ts';
import type { Path } from '../yaml/locate.ts';
import { isMapping, type YamlMap, type YamlValue } from '../yaml/yaml-value.ts';
import type { Validator } from './validate.ts';

/** What the schema and the file say of a place: both are asked before anything is advised. */
export interface Ground {
  readonly kinds: readonly Kind[];
  /** What the schema finds wrong with some data. */
  readonly check: Validator;
  /** Where the key of a path stands. */
  readonly keyOf: (path: Path) => Place;
}

/** Whether a key fits into a place with its value: as a field of it, or as a name, of which any would fit. */
export function fitOf(parent: Path, key: string, value: YamlValue, { check }: Ground): 'field' | 'name' | undefined {
  const isRight = (data: YamlValue): boolean => check(data).length === 0;
  if (!isRight(nested([...parent, key], value))) return undefined;
  return isRight(nested([...parent, `${key}x`], value)) ? 'name' : 'field';
}

/** Whether a key stands where names are made up: what has the wrong value in a field of its own is no matter of its indentation. */
export function takesAnyName(path: Path, data: YamlValue, { check }: Ground): boolean {
  const other = [...path.slice(0, -1), `${String(path.at(-1))}x`];
  const wrong = check(nested(other, valueAt(data, path) ?? null));
  return !wrong.some((problem) => problem.code === 'unknown-key' && name(problem.path) === name(other));
}

/** A document in which nothing stands but this at its path. */
export function nested(path: Path, value: YamlValue): YamlValue {
  return path.reduceRight<YamlValue>((inner, step) => ({ [step]: inner }), value);
}

/** What stands at a path of maps; undefined where nothing does. */
export function valueAt(data: YamlValue, path: Path): YamlValue | undefined {
  return path.reduce<YamlValue | undefined>(
    (at, step) => (isMapping(at) ? entryOf(at, String(step)) : undefined),
    data,
  );
}

/** What a map has of its own under a key. */
export function entryOf(map: YamlMap, key: string): YamlValue | undefined {
  return Object.hasOwn(map, key) ? map[key] : undefined;
}

/** A path as a text, to look it up by. */
export function name(path: Path): string {
  return JSON.stringify(path);
}

/** Whether a path leads to something, or into it. */
export function isWithin(path: Path, outer: Path): boolean {
  return name(path.slice(0, outer.length)) === name(outer);
}

/** What to do about a key that belongs into something around it: `into` is a path above its own. */
export function indentLess(path: Path, into: Path, { keyOf }: Ground): string {
  const beside = path.slice(0, into.length + 1);
  return `Indent \`${String(path.at(-1))}\` less, so that it stands beside \`${String(beside.at(-1))}:\` at line ${keyOf(beside).line}`;
}
