import { isBelow } from '../../base/scope-path.ts';
import type { Declared } from '../../model.ts';

/** A declared group, and what leads from it to what stands in it. */
export interface Within {
  readonly entry: Declared;
  readonly rest: string;
}

/** The declared groups as a tree, to be asked by path; letter case tells no two paths apart. */
export interface DeclaredTree {
  readonly entries: readonly Declared[];
  get(path: string): Declared | undefined;
  /** The nearest declared group above a path, and what leads from there to it. */
  above(path: string): Within | undefined;
  /** The entry that was nearest above a path, by its `previously`, and what leads from there to the path. */
  formerAbove(path: string): Within | undefined;
  /** The groups that take out of a renamed one what is meant, and say so by the new name of that: `previously: new/inner`; the outermost first. */
  takenOut(within: Within): readonly Within[];
  /**
   * Whether a former path is right below the path that is to be had by what was there, and nobody's own: by its new name it would have stood in itself, and
   * what stands there has come along.
   */
  comesOutOfItself(former: string): boolean;
}

/** Orders declared groups from the top downwards. */
export function declaredTree(entries: readonly Declared[]): DeclaredTree {
  const byKey = new Map(entries.map((entry) => [entry.key.toLowerCase(), entry]));
  const byFormer = new Map(
    entries.flatMap((entry): [string, Declared][] =>
      entry.previously === undefined || entry.state === 'absent' ? [] : [[entry.previously.toLowerCase(), entry]],
    ),
  );
  const nearest = (table: ReadonlyMap<string, Declared>, path: string): Within | undefined => {
    if (table.size === 0) return undefined;
    const segments = path.split('/');
    for (let cut = segments.length - 1; cut > 0; cut--) {
      const entry = table.get(segments.slice(0, cut).join('/').toLowerCase());
      if (entry !== undefined) return { entry, rest: segments.slice(cut).join('/') };
    }
    return undefined;
  };
  const formerAbove = (path: string): Within | undefined => nearest(byFormer, path);
  const takenOut = ({ entry: { key }, rest }: Within): readonly Within[] => {
    const inner = formerAbove(joined(key, rest));
    const before = inner?.entry.previously;
    // Where that path is an old one, it is of something else.
    if (inner === undefined || before === undefined || formerAbove(before) !== undefined) return [];
    return isBelow(before, key) ? [inner, ...takenOut(inner)] : [];
  };
  return {
    entries: [...entries].sort((a, b) => depthOf(a.key) - depthOf(b.key) || (a.key < b.key ? -1 : 1)),
    get: (path) => byKey.get(path.toLowerCase()),
    above: (path) => nearest(byKey, path),
    formerAbove,
    takenOut,
    comesOutOfItself: (former) => {
      const name = former.toLowerCase();
      const above = byKey.has(name) ? undefined : nearest(byKey, former);
      return above !== undefined && above.entry === byFormer.get(name);
    },
  };
}

function depthOf(path: string): number {
  return path.split('/').length;
}

/** What stands below a path. */
export function joined(path: string, rest: string): string {
  return rest === '' ? path : `${path}/${rest}`;
}
