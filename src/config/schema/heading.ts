import type { Path } from '../yaml/locate.ts';
import { isMapping, type YamlValue } from '../yaml/yaml-value.ts';
import { entryOf, fitOf, indentLess, isWithin, nested, takesAnyName, valueAt, type Ground } from './ground.ts';
import type { Problem } from './problem.ts';

/** A section that is indented as far as its own entries, and what to do about it. */
export interface Heading {
  readonly path: Path;
  readonly remedy: string;
  /** What stands after it in its column, and belongs below it. */
  readonly below: readonly Path[];
}

/** A section that is indented as far as its own entries: it stands empty among names, and what comes after it is wrong there and right below it. */
export function headingOf(
  path: Path,
  problems: readonly Problem[],
  data: YamlValue,
  ground: Ground,
): Heading | undefined {
  const parent = path.slice(0, -1);
  const around = valueAt(data, parent);
  if (valueAt(data, path) !== null || !isMapping(around) || !takesAnyName(path, data, ground)) return undefined;
  const key = String(path.at(-1));
  const keys = Object.keys(around);
  const into = parent
    .map((_, depth) => path.slice(0, depth))
    .findLast((one) => fitOf(one, key, {}, ground) === 'field');
  if (into === undefined) return undefined;
  const below = keys
    .slice(keys.indexOf(key) + 1)
    .filter((after) => ground.check(nested([...into, key, after], entryOf(around, after) ?? null)).length === 0)
    .map((after) => [...parent, after]);
  if (!below.some((one) => problems.some((problem) => isWithin(problem.path, one)))) return undefined;
  return { path, below, remedy: indentLess(path, into, ground) };
}
