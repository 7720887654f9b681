import type { Commit } from './object.ts';
import type { Repository } from './repository.ts';
import { entryAt } from './tree-files.ts';

/** A commit with its name. */
export interface Named {
  readonly sha: string;
  readonly commit: Commit;
}

export type Parents = 'all parents' | 'first parent';
export type Order = 'by date' | 'topological';

/**
 * The commits reachable from some, and not from others, newest first; a child always comes before its parents.
 * In topological order a line of history is not mixed with another.
 */
export function walk(
  repository: Repository,
  from: readonly string[],
  except: readonly string[] = [],
  parents: Parents = 'all parents',
  order: Order = 'by date',
): readonly Named[] {
  const hidden = reachable(repository, except, 'all parents');
  const shown = reachable(repository, from, parents);
  for (const sha of hidden.keys()) shown.delete(sha);
  const waiting = new Map<string, number>([...shown.keys()].map((sha) => [sha, 0]));
  for (const commit of shown.values()) {
    for (const parent of parentsOf(commit, parents)) {
      const children = waiting.get(parent);
      if (children !== undefined) waiting.set(parent, children + 1);
    }
  }
  const ready = [...shown].filter(([sha]) => waiting.get(sha) === 0).map(([sha, commit]) => ({ sha, commit }));
  ready.sort(byDate);
  const sorted: Named[] = [];
  for (let next = ready.pop(); next !== undefined; next = ready.pop()) {
    sorted.push(next);
    const freed: Named[] = [];
    for (const sha of parentsOf(next.commit, parents)) {
      const left = (waiting.get(sha) ?? 0) - 1;
      waiting.set(sha, left);
      const commit = shown.get(sha);
      if (left === 0 && commit !== undefined) freed.push({ sha, commit });
    }
    ready.push(...(order === 'topological' ? freed.reverse() : freed));
    if (order === 'by date') ready.sort(byDate);
  }
  return sorted;
}

/** Oldest first, so that the newest is taken from the end; equal dates keep the order they came in. */
function byDate(a: Named, b: Named): number {
  return a.commit.committer.seconds - b.commit.committer.seconds;
}

function parentsOf(commit: Commit, parents: Parents): readonly string[] {
  return parents === 'first parent' ? commit.parents.slice(0, 1) : commit.parents;
}

/** All commits reachable from some, themselves included. */
export function reachable(
  repository: Repository,
  from: readonly string[],
  parents: Parents = 'all parents',
): Map<string, Commit> {
  const found = new Map<string, Commit>();
  const queue = [...from];
  for (let sha = queue.pop(); sha !== undefined; sha = queue.pop()) {
    const commit = found.has(sha) ? undefined : repository.commit(sha);
    if (commit === undefined) continue;
    found.set(sha, commit);
    queue.push(...parentsOf(commit, parents));
  }
  return found;
}

/** The best common ancestor of a commit and any of some others. */
export function mergeBase(repository: Repository, one: string, others: readonly string[]): string | undefined {
  const mine = reachable(repository, [one]);
  const common = [...reachable(repository, others).keys()].filter((sha) => mine.has(sha));
  const below = reachable(
    repository,
    common.flatMap((sha) => mine.get(sha)?.parents ?? []),
  );
  return walk(
    repository,
    common.filter((sha) => !below.has(sha)),
  )[0]?.sha;
}

/** Whether a commit changed what is at a path, against each of its parents that are followed, as `git log -- path` has it. */
export function touches(
  repository: Repository,
  commit: Commit,
  path: string,
  parents: Parents = 'all parents',
): boolean {
  const here = entryAt(repository, commit.tree, path);
  const key = (entry: typeof here) => (entry === undefined ? '' : `${entry.mode} ${entry.sha}`);
  if (commit.parents.length === 0) return here !== undefined;
  return parentsOf(commit, parents).every((sha) => {
    const parent = repository.commit(sha);
    return parent !== undefined && key(entryAt(repository, parent.tree, path)) !== key(here);
  });
}

/** The last commit, seen from another, that changed a path. */
export function lastChange(repository: Repository, from: string, path: string): string | undefined {
  return walk(repository, [from]).find(({ commit }) => touches(repository, commit, path))?.sha;
}
