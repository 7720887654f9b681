import type { Kind } from '../../kind.ts';
import type { Place } from '../../base/place.ts';
import type { Path } from '../yaml/locate.ts';
import { isMapping, type YamlMap, type YamlValue } from '../yaml/yaml-value.ts';
import type { Problem } from './problem.ts';
import { oneOf } from './suggestion.ts';
import type { Validator } from './validate.ts';

/** What the schema and the file say of a place: both are asked before anything is advised. */
export interface Ground {
  readonly kinds: readonly Kind[];
  /** What the schema finds wrong with some data. */
  readonly check: Validator;
  /** Where the key of a path stands. */
  readonly keyOf: (path: Path) => Place;
}

/** Of more problems than these the first are looked at: a file with as many has another trouble than its indentation. */
const MOST = 100;

/**
 * The problems, with the remedy of those that come of a key that is indented too little or too much: the key is taken to the places that
 * another indentation gives it, and the schema says in which of them it is right with all that is in it.
 */
export function withMisplaced(problems: readonly Problem[], data: YamlValue, ground: Ground): readonly Problem[] {
  const moved = new Map<string, Path>();
  const told = new Map<Problem, Problem | undefined>();
  const inOrder = problems
    .filter(({ path, code }) => MISPLACING.has(code) && !path.some((_, index) => isListAt(data, path.slice(0, index))))
    .slice(0, MOST)
    .sort((one, other) => ground.keyOf(one.path).line - ground.keyOf(other.path).line);
  for (const problem of inOrder) {
    for (const path of [problem.path, problem.path.slice(0, -1)]) {
      if (path.length === 0) break;
      if (moved.has(name(path))) {
        told.set(problem, undefined);
        break;
      }
      const isUnknown = path === problem.path && problem.code === 'unknown-key';
      if (!isUnknown && !takesAnyName(path, data, ground)) continue;
      const move =
        moveOf(path, { isLikely: problem.likely === true }, data, moved, ground) ??
        (isUnknown && problem.likely !== true ? homeOf(path, data, ground) : undefined);
      if (move === undefined) continue;
      if (move.into !== undefined) moved.set(name(path), move.into);
      told.set(problem, {
        ...problem,
        ...(path !== problem.path && cannotStand(path)),
        part: 'key',
        remedy: move.remedy,
      });
      break;
    }
  }
  // That there is nothing below a key is the same mistake.
  const filled = new Set([...moved.values()].map(name));
  return problems.flatMap((problem) => {
    if (filled.has(name(problem.path)) && valueAt(data, problem.path) === null) return [];
    if (!told.has(problem)) return [problem];
    return told.get(problem) ?? [];
  });
}

const MISPLACING: ReadonlySet<Problem['code']> = new Set(['unknown-key', 'wrong-type', 'not-allowed', 'bad-pattern']);

interface Move {
  readonly remedy: string;
  /** What it would stand in, where that is written. */
  readonly into?: Path;
}

function cannotStand(path: Path): Pick<Problem, 'code' | 'path' | 'message'> {
  return { code: 'unknown-key', path, message: `\`${String(path.at(-1))}\` cannot stand here` };
}

/** Where a key most likely belongs: below what stands above it, or beside what it stands in; a place that has a field of its name comes first. */
function moveOf(
  path: Path,
  { isLikely }: { readonly isLikely: boolean },
  data: YamlValue,
  moved: ReadonlyMap<string, Path>,
  ground: Ground,
): Move | undefined {
  const key = String(path.at(-1));
  const value = valueAt(data, path) ?? null;
  const { line } = ground.keyOf(path);
  const isAbove = (other: Path): boolean => ground.keyOf(other).line < line;
  const below = lastAbove(path, data, moved).filter(isAbove);
  const outer = path
    .slice(0, -1)
    .map((_, depth) => path.slice(0, depth))
    .toReversed()
    .filter((parent) => isAbove(path.slice(0, parent.length + 1)));
  const fields = [...below, ...outer].filter((parent) => fitOf(parent, key, value, ground) === 'field');
  // Of any name, the value alone tells that it is meant: what stands there already says less than a place that is empty.
  const names = below.filter((parent) => fitOf(parent, key, value, ground) === 'name');
  const empty = [...fields, ...names].find((parent) => valueAt(data, parent) === null);
  const into = empty ?? fields[0] ?? (isLikely ? undefined : names[0]);
  if (into === undefined) return undefined;
  const isBelow = below.includes(into);
  const mark = isBelow ? into : path.slice(0, into.length + 1);
  const where = `\`${String(mark.at(-1))}:\` at line ${ground.keyOf(mark).line}`;
  const remedy = isBelow
    ? `Indent \`${key}\` further, so that it stands below ${where}`
    : `Indent \`${key}\` less, so that it stands beside ${where}`;
  return { into, remedy };
}

/** What a key would stand in with more indentation: the key before it, then what is last in that, and so on. */
function lastAbove(path: Path, data: YamlValue, moved: ReadonlyMap<string, Path>): readonly Path[] {
  const parent = path.slice(0, -1);
  const around = valueAt(data, parent);
  if (!isMapping(around)) return [];
  const keys = Object.keys(around);
  const before = keys.slice(0, keys.indexOf(String(path.at(-1))));
  let last = before.findLast((key) => !moved.has(name([...parent, key])));
  let at = parent;
  const found: Path[] = [];
  while (last !== undefined) {
    at = [...at, last];
    const value = valueAt(data, at);
    if (value !== null && !isMapping(value)) break;
    found.push(at);
    last = value === null ? undefined : Object.keys(value).at(-1);
  }
  return found;
}

/** Whether a key fits into a place with its value: as a field of it, or as a name, of which any would fit. */
function fitOf(parent: Path, key: string, value: YamlValue, { check }: Ground): 'field' | 'name' | undefined {
  const isRight = (data: YamlValue): boolean => check(data).length === 0;
  if (!isRight(nested([...parent, key], value))) return undefined;
  return isRight(nested([...parent, `${key}x`], value)) ? 'name' : 'field';
}

/** Whether a key stands where names are made up: what has the wrong value in a field of its own is no matter of its indentation. */
function takesAnyName(path: Path, data: YamlValue, { check }: Ground): boolean {
  const other = [...path.slice(0, -1), `${String(path.at(-1))}x`];
  const wrong = check(nested(other, valueAt(data, path) ?? null));
  return !wrong.some((problem) => problem.code === 'unknown-key' && name(problem.path) === name(other));
}

/** Where a key belongs that fits nowhere near: the section that has such a field, or the sort of thing that has it. */
function homeOf(path: Path, data: YamlValue, ground: Ground): Move | undefined {
  const key = String(path.at(-1));
  const value = valueAt(data, path) ?? null;
  const isField = (parent: Path): boolean => fitOf(parent, key, value, ground) === 'field';
  if (path.length === 1) {
    const homes = ground.kinds.filter(
      ({ host, section }) => host !== undefined && isField([section, host.type === 'project' ? 'a/a' : 'a']),
    );
    const paths = homes.map(({ singular }) => `a ${singular}`).join(' or ');
    const sections = oneOf(homes.map(({ section }) => `${section}:`));
    return homes.length === 0
      ? undefined
      : { remedy: `Write it in ${paths}, below its path in ${sections}: it belongs to one` };
  }
  const parent = path.slice(0, -1);
  const single = ground.kinds.filter(({ shape }) => shape.type === 'single').map(({ section }) => section);
  const [only, ...more] = [...new Set(single)].filter((section) => isField([...parent, section]));
  return only === undefined || more.length > 0 ? undefined : { remedy: `Write it below \`${only}:\`` };
}

function nested(path: Path, value: YamlValue): YamlValue {
  return path.reduceRight<YamlValue>((inner, step) => ({ [step]: inner }), value);
}

function valueAt(data: YamlValue, path: Path): YamlValue | undefined {
  return path.reduce<YamlValue | undefined>(
    (at, step) => (isMapping(at) ? entryOf(at, String(step)) : undefined),
    data,
  );
}

function entryOf(map: YamlMap, key: string): YamlValue | undefined {
  return Object.hasOwn(map, key) ? map[key] : undefined;
}

function isListAt(data: YamlValue, path: Path): boolean {
  return Array.isArray(valueAt(data, path));
}

function name(path: Path): string {
  return JSON.stringify(path);
}
