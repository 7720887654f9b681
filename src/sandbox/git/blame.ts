import { linesOf, sharedLines } from './line-diff.ts';
import type { Repository } from './repository.ts';
import { entryAt } from './tree-files.ts';

/** Lines in a row that the same commit wrote. */
export interface BlameRange {
  readonly sha: string;
  readonly lines: readonly string[];
}

/** Who wrote each line of a file, as seen from a commit: the ranges from the first line on. */
export function blame(repository: Repository, from: string, path: string): readonly BlameRange[] {
  const text = textAt(repository, from, path) ?? [];
  const writers = new Array<string>(text.length).fill(from);
  trace(
    repository,
    from,
    path,
    text.map((_, line) => [line, line]),
    writers,
  );
  const ranges: { sha: string; lines: string[] }[] = [];
  for (const [index, line] of text.entries()) {
    const sha = writers[index] ?? from;
    const last = ranges.at(-1);
    const bare = line.replace(/\r?\n$/, '');
    if (last?.sha === sha) last.lines.push(bare);
    else ranges.push({ sha, lines: [bare] });
  }
  return ranges;
}

/** Passes the lines that a commit took over from a parent on to that parent; the others are its own. */
function trace(
  repository: Repository,
  sha: string,
  path: string,
  lines: readonly (readonly [here: number, origin: number])[],
  writers: string[],
): void {
  let open = lines;
  for (const [, origin] of lines) writers[origin] = sha;
  const here = textAt(repository, sha, path);
  for (const parent of repository.commit(sha)?.parents ?? []) {
    const there = textAt(repository, parent, path);
    if (here === undefined || there === undefined || open.length === 0) continue;
    const taken = new Map(sharedLines(there, here).map(([before, after]) => [after, before]));
    const passed = open.flatMap(([at, origin]) => {
      const before = taken.get(at);
      return before === undefined ? [] : [[before, origin] as const];
    });
    open = open.filter(([at]) => !taken.has(at));
    trace(repository, parent, path, passed, writers);
  }
}

function textAt(repository: Repository, sha: string, path: string): readonly string[] | undefined {
  const commit = repository.commit(sha);
  const entry = commit === undefined ? undefined : entryAt(repository, commit.tree, path);
  const bytes = entry === undefined ? undefined : repository.blob(entry.sha);
  return bytes === undefined ? undefined : linesOf(bytes.toString('utf8'));
}
