import type { Repository } from '../git/repository.ts';
import { diffText } from '../git/tree-diff.ts';
import type { FileDiff } from '../git/tree-diff.ts';
import type { JsonObject } from '../store/json.ts';

/** The change of one file (APIEntitiesDiff, 18.9); the unified form begins with the names of both sides. */
export function diffEntity(repository: Repository, diff: FileDiff, form: 'hunks' | 'unified'): JsonObject {
  const hunks = diffText(repository, diff);
  const old = diff.before === undefined ? '/dev/null' : `a/${diff.oldPath}`;
  const now = diff.after === undefined ? '/dev/null' : `b/${diff.newPath}`;
  const headed = form === 'unified' && hunks.startsWith('@@');
  return {
    diff: headed ? `--- ${old}\n+++ ${now}\n${hunks}` : hunks,
    collapsed: false,
    too_large: false,
    new_path: diff.newPath,
    old_path: diff.oldPath,
    a_mode: diff.before?.mode ?? '0',
    b_mode: diff.after?.mode ?? '0',
    new_file: diff.before === undefined,
    renamed_file: diff.oldPath !== diff.newPath,
    deleted_file: diff.after === undefined,
    generated_file: false,
  };
}
