import { basename, dirname, join, normalize } from 'node:path';
import type { FileSystem } from './files.ts';

/** A name that a file has by whichever way it is written, links to folders above it followed; the file need not be there yet. */
export function fileIdentity(file: string, system: FileSystem): string {
  const path = normalize(file);
  const there = identityOf(path, system);
  if (there !== undefined) return there;
  const folder = dirname(path);
  return folder === path ? path : join(fileIdentity(folder, system), basename(path));
}

function identityOf(path: string, system: FileSystem): string | undefined {
  try {
    return system.look(path).identity;
  } catch {
    return undefined;
  }
}
