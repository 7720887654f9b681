import { linesOf, sharedLines } from './line-diff.ts';
import { isBinary } from './patch.ts';
import type { Repository } from './repository.ts';
import { filesOf, writeTree } from './tree-files.ts';
import type { FileEntry } from './tree-files.ts';

/** The tree that a merge leads to, or that both sides changed the same lines. */
export type Merged = { readonly kind: 'tree'; readonly sha: string } | { readonly kind: 'conflict' };

/** Merges two trees that both grew from a third one, file by file and line by line. */
export function mergeTrees(
  repository: Repository,
  base: string | undefined,
  ours: string,
  theirs: string | undefined,
): Merged {
  const [was, mine, other] = [filesOf(repository, base), filesOf(repository, ours), filesOf(repository, theirs)];
  const merged = new Map<string, FileEntry>();
  for (const path of new Set([...was.keys(), ...mine.keys(), ...other.keys()])) {
    const result = mergeFile(repository, was.get(path), mine.get(path), other.get(path));
    if (result === 'conflict') return { kind: 'conflict' };
    if (result !== undefined) merged.set(path, result);
  }
  return { kind: 'tree', sha: writeTree(repository, merged) };
}

function mergeFile(
  repository: Repository,
  base: FileEntry | undefined,
  ours: FileEntry | undefined,
  theirs: FileEntry | undefined,
): FileEntry | undefined | 'conflict' {
  if (same(ours, theirs) || same(base, theirs)) return ours;
  if (same(base, ours)) return theirs;
  if (base === undefined || ours === undefined || theirs === undefined) return 'conflict';
  const texts = [base, ours, theirs].map((file) => repository.blob(file.sha) ?? Buffer.alloc(0));
  if (texts.some(isBinary)) return 'conflict';
  const [was = '', mine = '', other = ''] = texts.map((bytes) => bytes.toString('utf8'));
  const text = mergeLines(linesOf(was), linesOf(mine), linesOf(other));
  if (text === undefined) return 'conflict';
  const mode = ours.mode === base.mode ? theirs.mode : ours.mode;
  return { mode, sha: repository.put({ type: 'blob', base64: Buffer.from(text.join('')).toString('base64') }) };
}

function same(a: FileEntry | undefined, b: FileEntry | undefined): boolean {
  return a?.sha === b?.sha && a?.mode === b?.mode;
}

type Lines = readonly string[];

/** Three-way merge of lines; undefined where both sides changed the same place in different ways. */
function mergeLines(base: Lines, ours: Lines, theirs: Lines): Lines | undefined {
  const mine = partners(base, ours);
  const other = partners(base, theirs);
  const merged: string[] = [];
  let [b, o, t] = [0, 0, 0];
  while (b < base.length || o < ours.length || t < theirs.length) {
    if (b < base.length && mine[b] === o && other[b] === t) {
      merged.push(base[b] ?? '');
      [b, o, t] = [b + 1, o + 1, t + 1];
      continue;
    }
    let next = b;
    while (next < base.length && (mine[next] === undefined || other[next] === undefined)) next += 1;
    const [endO, endT] = [mine[next] ?? ours.length, other[next] ?? theirs.length];
    const chunk = mergeChunk(base.slice(b, next), ours.slice(o, endO), theirs.slice(t, endT));
    if (chunk === undefined) return undefined;
    merged.push(...chunk);
    [b, o, t] = [next, endO, endT];
  }
  return merged;
}

function mergeChunk(base: Lines, ours: Lines, theirs: Lines): Lines | undefined {
  const [was, mine, other] = [base.join(''), ours.join(''), theirs.join('')];
  if (mine === other || other === was) return ours;
  return mine === was ? theirs : undefined;
}

/** For each line of the base, where it stands in the other text. */
function partners(base: Lines, other: Lines): readonly (number | undefined)[] {
  const found = new Array<number | undefined>(base.length);
  for (const [line, place] of sharedLines(base, other)) found[line] = place;
  return found;
}
