import { posix } from 'node:path';
import { InvalidArgumentError } from 'commander';
import type { RepositoryPath } from '../../engine/repository/commit-files.ts';

/** A configuration in a repository, with the name by which it is told: `group/project@main:config`. */
export interface RemoteConfiguration extends RepositoryPath {
  readonly name: string;
}

/** The configuration that a flag names. Throws what commander tells. */
export function remoteConfiguration(text: string): RemoteConfiguration {
  const [, project, ref, given = ''] = /^(\d+|[\w.-]+(?:\/[\w.-]+)+)@([^\s:~^?*[\\]+):([^\\]+)$/.exec(text) ?? [];
  const path = posix.normalize(given).replace(/\/$/, '');
  if (project === undefined || ref === undefined || ref.includes('..') || /^(\/|\.\.(\/|$))/.test(path))
    throw new InvalidArgumentError(
      'It is not written as group/project@ref:path, such as platform/configuration@main:config; the path . is the whole repository.',
    );
  return { name: `${project}@${ref}:${path}`, project, ref, path: path === '.' ? '' : path };
}

/** What a run looks at by its name: the configuration in a repository, or else the path that it was given. */
export function lookedAt(
  path: string | undefined,
  { config }: { readonly config?: RemoteConfiguration },
): string | undefined {
  return config?.name ?? path;
}

/** Whether a place is one in a repository that was read without a clone. */
export function isRemotePlace(file: string): boolean {
  return /^(\d+|[\w.-]+(?:\/[\w.-]+)+)@[^\s:]+:/.test(file);
}
