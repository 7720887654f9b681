import { existsSync, realpathSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

/** The nearest folder above a path, or that itself, with a `.git` (a folder in a checkout, a file in a worktree or submodule); without any, the working directory. */
export function repositoryRoot(path: string): string {
  for (let folder = path; ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git'))) return folder;
    if (dirname(folder) === folder) return realpathSync('.');
  }
}

/** A path as git writes it from a folder. */
export function pathFrom(folder: string, path: string): string {
  return relative(folder, path).split(sep).join('/');
}
