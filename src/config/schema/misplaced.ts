import { listed } from '../../base/listed.ts';
import type { Path } from '../yaml/locate.ts';
import { isMapping, type YamlValue } from '../yaml/yaml-value.ts';
import { entryOf, fitOf, indentLess, isWithin, name, takesAnyName, valueAt, type Ground } from './ground.ts';
import { headingOf } from './heading.ts';
import type { Problem } from './problem.ts';
import { oneOf } from './suggestion.ts';

/** What is to be said, and what stands nowhere as it is: it is no entry of where it was written. */
export interface Misplaced {
  readonly told: readonly Problem[];
  readonly astray: readonly Path[];
}

/** Of more problems than these the first are looked at: a file with as many has another trouble than its indentation. */
const MOST = 100;

/**
 * The problems, with the remedy of those that come of a key that is indented too little or too much: the key is taken to the places that
 * another indentation gives it, and the schema says in which of them it is right with all that is in it.
 */
export function withMisplaced(problems: readonly Problem[], data: YamlValue, ground: Ground): Misplaced {
  const moved = new Map<string, Path>();
  const told = new Map<Problem, Problem | undefined>();
  const found = problems
    .filter(({ path, code }) => MISPLACING.has(code) && !path.some((_, index) => isListAt(data, path.slice(0, index))))
    .slice(0, MOST)
    .sort((one, other) => ground.keyOf(one.path).line - ground.keyOf(other.path).line);
  const headings = found.flatMap((problem) => headingOf(problem.path, found, data, ground) ?? []);
  for (const { path, remedy, below } of headings)
    for (const problem of found) {
      const isItself = name(problem.path) === name(path);
      if (isItself) told.set(problem, { ...problem, ...cannotStand(path), part: 'key', remedy });
      else if (below.some((one) => isWithin(problem.path, one))) told.set(problem, undefined);
    }
  const inOrder = found.filter((problem) => !told.has(problem));
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
        ...((path !== problem.path || problem.code === 'not-allowed') && cannotStand(path)),
        part: 'key',
        remedy: move.remedy,
      });
      break;
    }
  }
  // That there is nothing below a key is the same mistake.
  const filled = new Set([...moved.values()].map(name));
  const said = problems.flatMap((problem) => {
    if (filled.has(name(problem.path)) && valueAt(data, problem.path) === null) return [];
    if (!told.has(problem)) return [problem];
    return told.get(problem) ?? [];
  });
  return { told: said, astray: headings.flatMap(({ below }) => below) };
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
  const last = lastAbove(path, data, moved).filter(isAbove);
  const beside = last.length === 0 ? emptyAbove(path, data, ground) : undefined;
  const below = beside === undefined ? last : [beside.path];
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
  if (!below.includes(into)) return { into, remedy: indentLess(path, into, ground) };
  const where = `\`${String(into.at(-1))}:\` at line ${ground.keyOf(into).line}`;
  const between = [...(beside?.between ?? []), key].map((one) => `\`${one}\``);
  const remedy = `Indent ${listed(between)} further, so that ${between.length > 1 ? 'they stand' : 'it stands'} below ${where}`;
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

/** The empty key before a key in its column, where all that stands between them would be right as its fields, as the key itself. */
function emptyAbove(
  path: Path,
  data: YamlValue,
  ground: Ground,
): { readonly path: Path; readonly between: readonly string[] } | undefined {
  const parent = path.slice(0, -1);
  const around = valueAt(data, parent);
  if (!isMapping(around)) return undefined;
  const keys = Object.keys(around);
  const before = keys.slice(0, keys.indexOf(String(path.at(-1))));
  const at = before.findLastIndex((key) => entryOf(around, key) === null);
  const empty = before[at];
  if (empty === undefined) return undefined;
  const into = [...parent, empty];
  const between = before.slice(at + 1);
  const isField = (key: string): boolean => fitOf(into, key, entryOf(around, key) ?? null, ground) === 'field';
  return between.length > 0 && between.every(isField) ? { path: into, between } : undefined;
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

function isListAt(data: YamlValue, path: Path): boolean {
  return Array.isArray(valueAt(data, path));
}
