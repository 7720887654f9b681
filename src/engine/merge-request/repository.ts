import { unknownIfRefused } from '../../api/api-error.ts';
import type { Client } from '../../api/client.ts';
import { isList, isMap } from '../../base/shape.ts';
import type { Json, JsonObject } from '../../model.ts';

/** The repository of a project, by the number of the project: what was moved answers under its old path to reads alone (405, 18.9). */
export interface Repository {
  readonly project: number;
  readonly path: string;
  readonly defaultBranch: string;
}

/** The repository of a project; `empty` where it has no branch yet, or the token is not shown any; undefined where there is no such project. */
export async function repositoryOf(
  client: Pick<Client, 'read'>,
  project: string,
): Promise<Repository | 'empty' | undefined> {
  const found = await client.read({ path: `/projects/${encodeURIComponent(project)}`, mayBeMissing: true });
  if (!isMap(found)) return undefined;
  const { id, default_branch: branch, empty_repo: isEmpty } = found;
  if (typeof id !== 'number') return undefined;
  if (typeof branch !== 'string' || isEmpty === true) return 'empty';
  return { project: id, path: `/projects/${id}`, defaultBranch: branch };
}

/** A branch, by its last commit. */
export interface Branch {
  readonly head: string;
  /** Whether it is the default one, or one that the platform protects. */
  readonly isGuarded: boolean;
}

/** A branch of a repository; undefined where there is none of this name (GET …/repository/branches/:branch, 18.9). */
export async function branchOf(
  client: Pick<Client, 'read'>,
  { path }: Repository,
  name: string,
): Promise<Branch | undefined> {
  const found = await client.read({ path: branchPath(path, name), mayBeMissing: true });
  const commit = isMap(found) ? found['commit'] : undefined;
  const head = isMap(commit) ? commit['id'] : undefined;
  if (!isMap(found) || typeof head !== 'string') return undefined;
  return { head, isGuarded: found['protected'] === true || found['default'] === true };
}

/**
 * Whether a branch of this name would be a protected one as soon as it is made: a rule may have `*` for any letters. What the token is not shown
 * (403) is not known (GET …/protected_branches, 18.9).
 */
export async function wouldBeProtected(
  client: Pick<Client, 'read'>,
  { path }: Repository,
  name: string,
): Promise<boolean> {
  const rules = await client.read({ path: `${path}/protected_branches`, pages: true }).catch(unknownIfRefused);
  return Array.isArray(rules) && (rules as readonly JsonObject[]).some((rule) => fitsRule(rule['name'], name));
}

function fitsRule(rule: Json | undefined, name: string): boolean {
  if (typeof rule !== 'string') return false;
  const parts = rule.split('*').map((part) => part.replace(/[\\^$.|?+()[\]{}]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`).test(name);
}

/** Where a branch of a project is. */
export function branchPath(project: string, name: string): string {
  return `${project}/repository/branches/${encodeURIComponent(name)}`;
}

/** What a branch has that another commit has not: its commits, and the files that they change, or `unknown` where the platform cannot say. */
export interface Ahead {
  readonly commits: readonly JsonObject[];
  readonly diffs: readonly JsonObject[];
}

/** What a commit has that another one has not, since both parted (GET …/repository/compare, 18.9). */
export async function aheadOf(
  client: Pick<Client, 'read'>,
  { path }: Repository,
  from: string,
  to: string,
): Promise<Ahead | 'unknown'> {
  const found = await client.read({ path: `${path}/repository/compare`, query: { from, to } });
  if (!isMap(found) || found['compare_timeout'] === true) return 'unknown';
  const { commits, diffs } = found;
  if (commits === undefined || diffs === undefined || !isList(commits) || !isList(diffs)) return 'unknown';
  return { commits: commits.filter(isMap), diffs: diffs.filter(isMap) };
}
