import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Diagnostic } from '../base/diagnostic.ts';
import { hashOfBytes, hashOfFile } from '../base/file-hash.ts';

/** What the configuration needs of a file system; each function throws where the system refuses. */
export interface FileSystem {
  /** What stands at a path, links followed, with a name of its own that is the same by whichever link it is reached. */
  look(path: string): {
    readonly type: 'file' | 'directory' | 'other';
    readonly identity: string;
    readonly size: number;
  };
  /** The names in a directory. */
  list(path: string): readonly string[];
  read(path: string): Uint8Array;
  /** What is in a file of any size, as SHA-256; where it is not said, the file is read at once. */
  readonly hash?: (path: string) => string;
}

/** The file system of this machine. */
export const disk: FileSystem = {
  look(path) {
    const found = statSync(path);
    const type = found.isFile() ? 'file' : found.isDirectory() ? 'directory' : 'other';
    return { type, identity: realpathSync(path), size: found.size };
  },
  list: (path) => readdirSync(path),
  read: (path) => readFileSync(path),
  hash: hashOfFile,
};

/** A file system in which there are these files alone, by their paths, and the folders that they stand in. */
export function filesInMemory(files: ReadonlyMap<string, string>): FileSystem {
  const texts = new Map([...files].map(([file, text]) => [resolve(file), text]));
  const inside = (path: string): readonly string[] => {
    const folder = join(resolve(path), '/');
    return [...texts.keys()].flatMap((file) => (file.startsWith(folder) ? [file.slice(folder.length)] : []));
  };
  const read = (path: string): Uint8Array => {
    const text = texts.get(resolve(path));
    if (text !== undefined) return new TextEncoder().encode(text);
    throw Object.assign(new Error(`there is no ${path}`), { code: 'ENOENT' });
  };
  return {
    look: (path) =>
      inside(path).length > 0
        ? { type: 'directory', identity: path, size: 0 }
        : { type: 'file', identity: path, size: read(path).length },
    list: (path) => [...new Set(inside(path).map((file) => file.replace(/\/.*/s, '')))],
    read,
  };
}

const biggest = 16 * 1024 * 1024;

/** The configuration files at a path, sorted: the file itself, or every `*.yaml` and `*.yml` below the directory. Hidden names are passed over. */
export function findFiles(
  path: string,
  system: FileSystem,
): { readonly files: readonly string[]; readonly diagnostics: readonly Diagnostic[] } {
  const files: string[] = [];
  const diagnostics: Diagnostic[] = [];
  const seen = new Set<string>();
  const visit = (at: string, wanted: (type: string) => boolean): void => {
    const found = attempt(() => system.look(at));
    if ('reason' in found) {
      diagnostics.push(unreadable(at, found.reason));
      return;
    }
    const { type, identity } = found.value;
    if (!wanted(type) || seen.has(identity)) return;
    seen.add(identity);
    if (type !== 'directory') {
      files.push(at);
      return;
    }
    const names = attempt(() => [...system.list(at)].sort());
    if ('reason' in names) {
      diagnostics.push(unreadable(at, names.reason));
      return;
    }
    for (const name of names.value) {
      if (name.startsWith('.')) continue;
      visit(join(at, name), (kind) => kind === 'directory' || (kind === 'file' && isConfigurationFile([name])));
    }
  };
  visit(path, () => true);
  if (files.length === 0 && diagnostics.length === 0) {
    diagnostics.push({
      severity: 'error',
      code: 'no-files',
      message: `There is no *.yaml or *.yml file in ${path}`,
      remedy: 'Name the file, or the directory, that holds the configuration',
    });
  }
  return { files: files.sort(), diagnostics };
}

/** Whether a file is read with a directory above it, by the names on the way to it. */
export function isConfigurationFile(steps: readonly string[]): boolean {
  return steps.every((name) => !name.startsWith('.')) && /\.ya?ml$/i.test(steps.at(-1) ?? '');
}

/** The text of a file, or why it cannot be had. */
export function readText(
  file: string,
  system: FileSystem,
): { readonly text: string } | { readonly problem: Diagnostic } {
  const size = attempt(() => system.look(file).size);
  if ('reason' in size) return { problem: unreadable(file, size.reason) };
  if (size.value > biggest) {
    return {
      problem: {
        severity: 'error',
        code: 'too-large',
        message: `The file is larger than 16 MB`,
        place: { file, line: 1, column: 1 },
        remedy: 'Split it into several files of one directory',
      },
    };
  }
  const bytes = attempt(() => system.read(file));
  if ('reason' in bytes) return { problem: unreadable(file, bytes.reason) };
  const text = attempt(() => new TextDecoder('utf-8', { fatal: true }).decode(bytes.value));
  if ('value' in text) return { text: text.value };
  return {
    problem: {
      severity: 'error',
      code: 'not-utf8',
      message: 'The file is not UTF-8 text',
      place: { file, line: 1, column: 1 },
      remedy: 'Save it as UTF-8',
    },
  };
}

/** Whether a file can be read, for the secrets that stand in one. */
export function isFile(path: string, system: FileSystem): boolean {
  const found = attempt(() => system.look(path).type);
  return 'value' in found && found.value !== 'directory';
}

/** Whether nothing stands in a file, or a line break alone. What is no regular file, such as a pipe, is not read to find out. */
export function isEmpty(path: string, system: FileSystem): boolean {
  const found = attempt(() => {
    const { type, size } = system.look(path);
    return type === 'file' && size <= 2 && /^\r?\n?$/.test(new TextDecoder().decode(system.read(path)));
  });
  return 'value' in found && found.value;
}

/** What is in a file, as SHA-256, or why that cannot be had. */
export function contentHash(
  path: string,
  system: FileSystem,
): { readonly sha256: string } | { readonly problem: Diagnostic } {
  const found = attempt(() => {
    if (system.look(path).type !== 'file') throw new Error('it is no file');
    return system.hash === undefined ? hashOfBytes(system.read(path)) : system.hash(path);
  });
  return 'value' in found ? { sha256: found.value } : { problem: unreadable(path, found.reason) };
}

function unreadable(path: string, reason: string): Diagnostic {
  const missing = reason === 'ENOENT';
  return {
    severity: 'error',
    code: missing ? 'not-found' : 'unreadable',
    message: missing ? `There is no file or directory ${path}` : `${path} cannot be read (${reason})`,
    remedy: missing ? 'Check the path' : 'Check its permissions',
  };
}

function attempt<Value>(work: () => Value): { readonly value: Value } | { readonly reason: string } {
  try {
    return { value: work() };
  } catch (error) {
    if (error instanceof Error && 'code' in error && typeof error.code === 'string') return { reason: error.code };
    return { reason: error instanceof Error ? error.message : String(error) };
  }
}
