import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The nearest folder above a path, or that itself, with a `.git`: a folder in a checkout, a file in a worktree or submodule; undefined where there is none. */
export function gitRoot(path: string): string | undefined {
  for (let folder = path; ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git'))) return folder;
    if (dirname(folder) === folder) return undefined;
  }
}
