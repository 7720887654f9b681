import { normalize } from 'node:path';
import type { FileSystem } from '../files.ts';
import type { FileText } from '../yaml/places.ts';

/** A file system as it would be if files had these texts: what is read of it is as if they were written already. */
export function textsOver(system: FileSystem, texts: readonly FileText[]): FileSystem {
  const bytes = new Map(texts.map(({ file, text }) => [normalize(file), new TextEncoder().encode(text)]));
  return {
    look: (path) => {
      const there = system.look(path);
      return { ...there, size: bytes.get(normalize(path))?.length ?? there.size };
    },
    list: (path) => system.list(path),
    ...(system.hash && { hash: system.hash }),
    read: (path) => bytes.get(normalize(path)) ?? system.read(path),
  };
}

/** A file system that reads each file once, so that all that is made of it is made of the same bytes. */
export function readOnce(system: FileSystem): FileSystem {
  const known = new Map<string, Uint8Array>();
  return {
    look: (path) => system.look(path),
    list: (path) => system.list(path),
    ...(system.hash && { hash: system.hash }),
    read(path) {
      const before = known.get(normalize(path));
      if (before !== undefined) return before;
      const bytes = system.read(path);
      known.set(normalize(path), bytes);
      return bytes;
    },
  };
}
