import { isList, isMapping, type YamlValue } from '../yaml/yaml-value.ts';
import type { Path } from '../yaml/locate.ts';

/** The data without what is wrong in it, so that the rest can be checked as well. */
export function dropInvalid(data: YamlValue, problems: readonly { readonly path: Path }[]): YamlValue {
  return problems.reduce((rest, problem) => without(rest, problem.path), data);
}

/** The path of the entry that a problem is in, or of whatever there is above entries. */
export function entryPath(path: Path): Path {
  const depth = entryDepth(path);
  // Several of one name are a list under it; a field is no number.
  return path.slice(0, /^\d+$/.test(String(path[depth])) ? depth + 1 : depth);
}

/** How many steps lead to an entry: `groups/platform/hooks/ci`, `instance/hooks/ci`, `defaults/groups/PATTERN/hooks/ci`. */
function entryDepth(path: Path): number {
  switch (path[0]) {
    case 'instance':
      return 3;
    case 'defaults':
      return 5;
    default:
      return 4;
  }
}

function without(data: YamlValue, path: Path): YamlValue {
  const [step, ...rest] = path;
  if (step === undefined) return null;
  if (isList(data)) {
    // The other items keep their places.
    return data.map((item, index) => (index === Number(step) ? without(item, rest) : item));
  }
  if (!isMapping(data)) return data;
  const entries = Object.entries(data);
  if (rest.length === 0) return Object.fromEntries(entries.filter(([name]) => name !== step));
  return Object.fromEntries(entries.map(([name, value]) => [name, name === step ? without(value, rest) : value]));
}
