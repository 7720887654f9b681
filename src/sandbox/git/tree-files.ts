import { directoryMode, treeOf } from './object.ts';
import type { TreeEntry } from './object.ts';
import type { Repository } from './repository.ts';

/** A file of a tree: its mode and its blob. */
export interface FileEntry {
  readonly mode: string;
  readonly sha: string;
}

/** The files of a tree by path. */
export type Files = ReadonlyMap<string, FileEntry>;

/** An entry of a tree with its path from the root. */
export interface PlacedEntry extends TreeEntry {
  readonly path: string;
}

/** All files of a tree, in the order of their paths. */
export function filesOf(repository: Repository, treeSha: string | undefined): Files {
  const files = new Map<string, FileEntry>();
  if (treeSha === undefined) return files;
  for (const entry of entriesBelow(repository, treeSha, '')) {
    if (entry.mode !== directoryMode) files.set(entry.path, { mode: entry.mode, sha: entry.sha });
  }
  return files;
}

/** Every entry below a tree, a directory before what is in it. */
export function entriesBelow(repository: Repository, treeSha: string, prefix: string): readonly PlacedEntry[] {
  return entriesIn(repository, treeSha, prefix).flatMap((entry) =>
    entry.mode === directoryMode ? [entry, ...entriesBelow(repository, entry.sha, `${entry.path}/`)] : [entry],
  );
}

/** The entries right in a tree. */
export function entriesIn(repository: Repository, treeSha: string, prefix: string): readonly PlacedEntry[] {
  const entries = repository.tree(treeSha)?.entries ?? [];
  return entries.map((entry) => ({ ...entry, path: `${prefix}${entry.name}` }));
}

/** The entry at a path of a tree; the root itself has none. */
export function entryAt(repository: Repository, treeSha: string, path: string): TreeEntry | undefined {
  let found: TreeEntry = { mode: directoryMode, name: '', sha: treeSha };
  for (const part of path.split('/')) {
    const next = repository.tree(found.sha)?.entries.find((entry) => entry.name === part);
    if (next === undefined) return undefined;
    found = next;
  }
  return found;
}

/** Writes files as nested trees and returns the name of the root. */
export function writeTree(repository: Repository, files: Files): string {
  const here: TreeEntry[] = [];
  const below = new Map<string, Map<string, FileEntry>>();
  for (const [path, file] of files) {
    const cut = path.indexOf('/');
    if (cut < 0) {
      here.push({ ...file, name: path });
      continue;
    }
    const name = path.slice(0, cut);
    const inside = below.get(name) ?? new Map<string, FileEntry>();
    below.set(name, inside.set(path.slice(cut + 1), file));
  }
  for (const [name, inside] of below) here.push({ mode: directoryMode, name, sha: writeTree(repository, inside) });
  return repository.put(treeOf(here));
}
