import { relative, resolve, sep } from 'node:path';

/** A file as a pipeline names it: from the folder of the run, which is that of the repository, with `/`. */
export function relativePath(file: string): string {
  const path = relative('', resolve(file));
  return (path === '' ? '.' : path).split(sep).join('/');
}
