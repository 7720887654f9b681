import type { Repository } from './repository.ts';

/**
 * The commit that a revision stands for: `HEAD`, a branch, a tag, or the name of a commit, in full or from four
 * characters on. `headBranch` is the default branch.
 */
export function resolveCommit(repository: Repository, headBranch: string, revision: string): string | undefined {
  const named = namedCommit(repository, headBranch, revision);
  if (named !== undefined) return named;
  const sha = repository.expand(revision.toLowerCase());
  return sha !== undefined && repository.commit(sha) !== undefined ? sha : undefined;
}

function namedCommit(repository: Repository, headBranch: string, revision: string): string | undefined {
  if (revision === 'HEAD') return repository.ref('heads', headBranch);
  const full = /^refs\/(heads|tags)\/(.+)$/.exec(revision);
  if (full !== null) return repository.ref(full[1] === 'tags' ? 'tags' : 'heads', full[2] ?? '');
  return repository.ref('heads', revision) ?? repository.ref('tags', revision);
}

const forbidden = /[\p{Cc} ~^:?*[\\]|\.\.|@\{|\/\/|^\/|\/$|\.$|^-|^@$/u;

/** Whether git takes this as the name of a branch or tag (git check-ref-format). */
export function isRefName(name: string): boolean {
  if (name === '' || name === 'HEAD' || forbidden.test(name)) return false;
  if (name.startsWith('refs/heads/') || name.startsWith('refs/remotes/')) return false;
  return name.split('/').every((part) => !part.startsWith('.') && !part.endsWith('.lock'));
}
