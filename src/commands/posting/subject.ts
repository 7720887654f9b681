import { existsSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import type { PostSubject } from '../../report/post.ts';
import { pathFrom, repositoryRoot } from '../files/repository-root.ts';
import { configPath } from '../session/configuration.ts';
import type { PostingOptions } from './posted.ts';

/** What was looked at: the file or folder of a configuration, or plans of its parts, which do not tell theirs. */
export type Looked = { readonly type: 'configuration'; readonly path: string | undefined } | { readonly type: 'plans' };

/** One post for each configuration, and for each part of one that is looked at by itself: none takes the place of another. */
export function subjectOf(looked: Looked, url: string, { target = [], shard, at }: PostingOptions): PostSubject {
  const { CI_COMMIT_SHORT_SHA: commit, CI_JOB_URL: job } = process.env;
  const path = looked.type === 'plans' ? undefined : shownPath(configPath(looked.path));
  const part = shard === undefined ? '' : `${shard.index}/${shard.of}`;
  return {
    key: [url, path ?? '', part, at === undefined ? '' : 'ahead', ...[...target].sort()],
    path,
    ...(commit && { commit }),
    ...(job && { job }),
  };
}

/** The path as it is in the repository, from wherever it was written; without one, as it is from here. */
function shownPath(path: string): string {
  const at = existsSync(path) ? realpathSync(path) : resolve(path);
  return pathFrom(repositoryRoot(at), at) || '.';
}
