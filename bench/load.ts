import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '../src/config/load.ts';
import type { FileSystem } from '../src/config/files.ts';
import { kinds } from '../src/kinds/index.ts';
import type { Desired } from '../src/model.ts';

/** Loads a configuration that is in memory. Throws what is wrong with it. */
export function loaded(files: ReadonlyMap<string, string>): Desired {
  const { desired, diagnostics } = loadConfig('config', kinds, inMemory(files), {});
  if (desired === undefined)
    throw new Error(
      diagnostics
        .map(({ message }) => message)
        .slice(0, 3)
        .join('; '),
    );
  return desired;
}

function inMemory(files: ReadonlyMap<string, string>): FileSystem {
  const bytes = new Map([...files].map(([name, text]) => [`config/${name}`, new TextEncoder().encode(text)]));
  return {
    look: (path) => ({
      type: path === 'config' ? 'directory' : 'file',
      identity: path,
      size: bytes.get(path)?.length ?? 0,
    }),
    list: () => [...files.keys()],
    read: (path) => bytes.get(path) ?? new Uint8Array(),
  };
}

/** Writes a configuration into a folder of its own, and names it. */
export function written(files: ReadonlyMap<string, string>): string {
  const folder = join(mkdtempSync(join(tmpdir(), 'keelson-bench-')), 'config');
  mkdirSync(folder);
  for (const [name, text] of files) writeFileSync(join(folder, name), text);
  return folder;
}
