import { linesOf } from './line-diff.ts';
import { countLines, hunksOf, isBinary } from './patch.ts';
import type { LineCount } from './patch.ts';
import type { Repository } from './repository.ts';
import { filesOf } from './tree-files.ts';
import type { FileEntry } from './tree-files.ts';

/** How one file differs between two trees. Without `before` it is new, without `after` it is gone. */
export interface FileDiff {
  readonly oldPath: string;
  readonly newPath: string;
  readonly before: FileEntry | undefined;
  readonly after: FileEntry | undefined;
}

const none = Buffer.alloc(0);

/** What changed between two trees, by path; a new file that is much like a removed one counts as renamed. */
export function diffTrees(
  repository: Repository,
  before: string | undefined,
  after: string | undefined,
): readonly FileDiff[] {
  const old = filesOf(repository, before);
  const now = filesOf(repository, after);
  const changed: FileDiff[] = [];
  const added: FileDiff[] = [];
  const removed: FileDiff[] = [];
  for (const path of [...new Set([...old.keys(), ...now.keys()])]) {
    const diff = { oldPath: path, newPath: path, before: old.get(path), after: now.get(path) };
    if (diff.before === undefined) added.push(diff);
    else if (diff.after === undefined) removed.push(diff);
    else if (diff.before.sha !== diff.after.sha || diff.before.mode !== diff.after.mode) changed.push(diff);
  }
  const all = [...changed, ...withRenames(repository, added, removed)];
  return all.toSorted((a, b) => Buffer.compare(Buffer.from(a.newPath), Buffer.from(b.newPath)));
}

/** Pairs what was added with what was removed: the same content first, then what is at least half alike. */
function withRenames(
  repository: Repository,
  added: readonly FileDiff[],
  removed: readonly FileDiff[],
): readonly FileDiff[] {
  const left = new Set(removed);
  const found = added.map((diff) => {
    const source = bestSource(repository, diff, [...left]);
    if (source === undefined) return diff;
    left.delete(source);
    return { ...diff, oldPath: source.oldPath, before: source.before };
  });
  return [...found, ...left];
}

function bestSource(repository: Repository, added: FileDiff, removed: readonly FileDiff[]): FileDiff | undefined {
  let best: { readonly diff: FileDiff; readonly likeness: number } | undefined;
  for (const diff of removed) {
    const likeness = likenessOf(repository, diff.before, added.after);
    if (likeness >= 0.5 && likeness > (best?.likeness ?? 0)) best = { diff, likeness };
  }
  return best?.diff;
}

/** The share of the larger content that stands in both, line by line. */
function likenessOf(repository: Repository, a: FileEntry | undefined, b: FileEntry | undefined): number {
  const [one, two] = [contentOf(repository, a), contentOf(repository, b)];
  if (one.length === 0 || two.length === 0) return 0;
  if (a?.sha === b?.sha) return 1;
  const counts = new Map<string, number>();
  for (const line of linesOf(one.toString('latin1'))) counts.set(line, (counts.get(line) ?? 0) + 1);
  let shared = 0;
  for (const line of linesOf(two.toString('latin1'))) {
    const left = counts.get(line) ?? 0;
    if (left > 0) shared += line.length;
    counts.set(line, left - 1);
  }
  return shared / Math.max(one.length, two.length);
}

/** The diff of one file as text: its hunks, or that the binary contents differ. */
export function diffText(repository: Repository, diff: FileDiff): string {
  const [before, after] = [contentOf(repository, diff.before), contentOf(repository, diff.after)];
  if (!isBinary(before) && !isBinary(after)) return hunksOf(before.toString('utf8'), after.toString('utf8'));
  if (before.equals(after)) return '';
  const old = diff.before === undefined ? '/dev/null' : `a/${diff.oldPath}`;
  const now = diff.after === undefined ? '/dev/null' : `b/${diff.newPath}`;
  return `Binary files ${old} and ${now} differ\n`;
}

/** How many lines came and went in all these files. */
export function countDiffs(repository: Repository, diffs: readonly FileDiff[]): LineCount {
  const counts = diffs.map((diff) => countLines(contentOf(repository, diff.before), contentOf(repository, diff.after)));
  return {
    additions: counts.reduce((sum, count) => sum + count.additions, 0),
    deletions: counts.reduce((sum, count) => sum + count.deletions, 0),
  };
}

/** The bytes of a file; none when it is not there. */
export function contentOf(repository: Repository, file: FileEntry | undefined): Buffer {
  return (file === undefined ? undefined : repository.blob(file.sha)) ?? none;
}
