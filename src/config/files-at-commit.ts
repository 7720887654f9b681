import { join } from 'node:path';
import { disk, type FileSystem } from './files.ts';

/** The size of what is larger than any file of a configuration. */
const TOO_LARGE = Infinity;

/**
 * A file system in which a file, or a folder with its files, stands at the path `top`, and all else is that of this machine: a configuration that was
 * read elsewhere names secrets that are here. `files` has them by their path below `top`, '' where that is the file itself.
 */
export function filesAtCommit(
  top: string,
  files: ReadonlyMap<string, Uint8Array | 'too large'>,
  beside: FileSystem = disk,
): FileSystem {
  const contents = new Map([...files].map(([below, content]) => [join(top, below), content]));
  const prefix = join(top, '/');
  const isOwn = (path: string): boolean => path === top || path.startsWith(prefix);
  const inside = (path: string): readonly string[] => {
    const folder = join(path, '/');
    return [...contents.keys()].flatMap((file) => (file.startsWith(folder) ? [file.slice(folder.length)] : []));
  };
  const contentOf = (path: string): Uint8Array | 'too large' => {
    const content = contents.get(path);
    if (content !== undefined) return content;
    throw Object.assign(new Error(`there is no ${path}`), { code: 'ENOENT' });
  };
  return {
    look(path) {
      if (!isOwn(path)) return beside.look(path);
      if (inside(path).length > 0) return { type: 'directory', identity: path, size: 0 };
      const content = contentOf(path);
      return { type: 'file', identity: path, size: content === 'too large' ? TOO_LARGE : content.length };
    },
    list: (path) =>
      isOwn(path) ? [...new Set(inside(path).map((file) => file.replace(/[/\\].*/s, '')))] : beside.list(path),
    read(path) {
      if (!isOwn(path)) return beside.read(path);
      const content = contentOf(path);
      return content === 'too large' ? new Uint8Array() : content;
    },
  };
}
