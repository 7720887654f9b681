import type { LiveEntry } from '../../model.ts';

/** As much of the live tree as has been read, and what of it is still to be looked at. */
export interface LiveTree {
  /** What is live at exactly this path; undefined where there is nothing, or nobody has looked. */
  at(path: string): LiveEntry | undefined;
  /** What waits for its deletion and had this path. */
  leftovers(path: string): readonly LiveEntry[];
  /** What an interrupted run has left on its way to this key. */
  halfway(key: string): LiveEntry | undefined;
}

/** What has been read. Paths are in lower case. */
export interface KnownTree {
  readonly paths: Map<string, LiveEntry | undefined>;
  readonly leftovers: Map<string, readonly LiveEntry[]>;
  halfway: readonly LiveEntry[] | undefined;
}

/** What nobody has looked at so far, and was asked for. */
export interface Unread {
  readonly paths: ReadonlySet<string>;
  readonly leftovers: ReadonlySet<string>;
  readonly halfway: boolean;
}

/** A tree over what is known, which notes what it was asked for and does not know. */
export function liveTree(
  known: KnownTree,
  isHalfway: (entry: LiveEntry, key: string) => boolean,
): { readonly tree: LiveTree; readonly unread: () => Unread } {
  const paths = new Map<string, string>();
  const leftovers = new Map<string, string>();
  let halfway = false;
  const tree: LiveTree = {
    at(path) {
      const name = path.toLowerCase();
      if (!known.paths.has(name)) paths.set(name, path);
      return known.paths.get(name);
    },
    leftovers(path) {
      const name = path.toLowerCase();
      if (!known.leftovers.has(name)) leftovers.set(name, path);
      return known.leftovers.get(name) ?? [];
    },
    halfway(key) {
      if (known.halfway === undefined) halfway = true;
      return known.halfway?.find((entry) => isHalfway(entry, key));
    },
  };
  const unread = (): Unread => ({
    paths: new Set(paths.values()),
    leftovers: new Set(leftovers.values()),
    halfway,
  });
  return { tree, unread };
}
