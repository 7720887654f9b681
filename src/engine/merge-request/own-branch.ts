import type { Client } from '../../api/client.ts';
import { isList } from '../../base/shape.ts';
import { parallel } from '../../base/parallel.ts';
import type { JsonObject } from '../../model.ts';
import { digestOf, markOf } from './commit-mark.ts';
import { fileAtCommit } from '../repository/file-at-commit.ts';
import { aheadOf, branchOf, wouldBeProtected, type Repository } from './repository.ts';

/** What stands at the name of a branch that this program keeps. */
export type OwnBranch =
  | { readonly type: 'none' }
  /** It has nothing that the default branch has not. */
  | { readonly type: 'bare'; readonly head: string }
  /** It has one commit that the default branch has not, which is provably a commit of this program, as that has left it. */
  | {
      readonly type: 'ours';
      readonly head: string;
      /** The commit below it, and what its files hold. */
      readonly parent: string;
      readonly digest: string;
      readonly paths: readonly string[];
    }
  | { readonly type: 'foreign'; readonly why: 'guarded' }
  | { readonly type: 'foreign'; readonly why: 'commits'; readonly head: string };

const AT_A_TIME = 8;

/**
 * Looks at the branch of a configuration, against a commit of the default branch. A commit is ours where its message says so, of this
 * configuration, and the rest of the message and its files are what that says: neither its author nor its mark alone tells one that somebody has amended.
 */
export async function lookAtBranch(
  client: Pick<Client, 'read'>,
  repository: Repository,
  { name, key, base }: { readonly name: string; readonly key: string; readonly base: string },
): Promise<OwnBranch> {
  const branch = await branchOf(client, repository, name);
  if (branch === undefined)
    return (await wouldBeProtected(client, repository, name)) ? { type: 'foreign', why: 'guarded' } : { type: 'none' };
  const { head, isGuarded } = branch;
  if (isGuarded) return { type: 'foreign', why: 'guarded' };
  const foreign: OwnBranch = { type: 'foreign', why: 'commits', head };
  const ahead = await aheadOf(client, repository, base, head);
  if (ahead === 'unknown') return foreign;
  const [commit, ...others] = ahead.commits;
  if (commit === undefined) return { type: 'bare', head };
  const { message, parent_ids: parents } = commit;
  const mark = typeof message === 'string' ? markOf(message) : undefined;
  const [parent, ...more] = parents !== undefined && isList(parents) ? parents : [];
  if (others.length > 0 || more.length > 0 || typeof parent !== 'string' || mark?.key !== key) return foreign;
  const paths = editedPaths(ahead.diffs);
  if (paths === undefined) return foreign;
  const files = await parallel(paths, AT_A_TIME, async (path) => {
    const content = await fileAtCommit(client, repository.path, path, head);
    return { path, text: Buffer.isBuffer(content) ? content.toString('utf8') : '' };
  });
  return digestOf(mark.about, files) === mark.digest
    ? { type: 'ours', head, parent, digest: mark.digest, paths }
    : foreign;
}

/** The paths of files that were edited; undefined where something else was done as well, which this program does not. */
function editedPaths(diffs: readonly JsonObject[]): readonly string[] | undefined {
  const paths: string[] = [];
  for (const { new_path: path, new_file, deleted_file, renamed_file, a_mode, b_mode } of diffs) {
    const isEdit = new_file !== true && deleted_file !== true && renamed_file !== true && a_mode === b_mode;
    if (typeof path !== 'string' || !isEdit) return undefined;
    paths.push(path);
  }
  return paths;
}
