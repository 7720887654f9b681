import type { RequestContext } from '../http/request-context.ts';
import { commitChanges } from '../git/commit-changes.ts';
import type { FileChange } from '../git/commit-changes.ts';
import { openRepository } from '../git/repository.ts';
import type { Repository } from '../git/repository.ts';
import { filesOf } from '../git/tree-files.ts';
import { textOf } from '../store/json.ts';
import type { UserRow } from '../users/rows.ts';
import type { SnippetRow } from './rows.ts';
import type { State } from '../store/state.ts';

/** Where a snippet's repository stands among those of the projects: under its id, made negative. */
export function snippetRepositoryId(snippet: Pick<SnippetRow, 'id'>): number {
  return -snippet.id;
}

/** Opens the repository of a snippet. */
export function openSnippet(state: State, snippet: SnippetRow): Repository {
  return openRepository(state, snippetRepositoryId(snippet));
}

/** The branch that a snippet's files are on. */
export function snippetBranch(state: State, snippet: SnippetRow): string {
  const [branch] = openSnippet(state, snippet).names('heads');
  return branch ?? (textOf(state.settings['default_branch_name']) || 'main');
}

/** The paths of a snippet's files as they stand, sorted. */
export function snippetPaths(state: State, snippet: SnippetRow): readonly string[] {
  const repository = openSnippet(state, snippet);
  const head = repository.commit(repository.ref('heads', snippetBranch(state, snippet)) ?? '');
  return [...filesOf(repository, head?.tree).keys()];
}

/** The bytes of a snippet's file at a revision; undefined where there is none. */
export function snippetFile(state: State, snippet: SnippetRow, commit: string, path: string): Buffer | undefined {
  const repository = openSnippet(state, snippet);
  const file = filesOf(repository, repository.commit(commit)?.tree).get(path);
  return file === undefined ? undefined : repository.blob(file.sha);
}

/** Commits changes to a snippet's files. */
export function commitSnippet(
  context: RequestContext,
  user: UserRow,
  snippet: SnippetRow,
  message: string,
  changes: readonly FileChange[],
): void {
  const { state, clock } = context.platform;
  const branch = snippetBranch(state, snippet);
  const head = openSnippet(state, snippet).ref('heads', branch);
  const author = { name: user.name, email: user.email, seconds: Math.floor(clock.now().getTime() / 1000) };
  const parents = head === undefined ? [] : [head];
  commitChanges(state, snippetRepositoryId(snippet), { branch, parents, author, committer: author, message, changes });
}
