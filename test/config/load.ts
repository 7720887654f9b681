import { posix } from 'node:path';
import type { Diagnostic } from '../../src/base/diagnostic.ts';
import type { FileSystem } from '../../src/config/files.ts';
import { loadConfig, type Loaded } from '../../src/config/load.ts';
import type { Desired, Section } from '../../src/model.ts';
import { fakeKinds } from './fake-kinds.ts';

/** A file system of these files, by path. */
export function memory(files: { readonly [path: string]: string | Uint8Array }): FileSystem {
  const bytes = (path: string): Uint8Array => {
    const content = Object.hasOwn(files, path) ? files[path] : undefined;
    if (content === undefined) throw Object.assign(new Error('no such file'), { code: 'ENOENT' });
    return typeof content === 'string' ? new TextEncoder().encode(content) : content;
  };
  return {
    look(path) {
      const isDirectory = Object.keys(files).some((file) => file.startsWith(`${path}/`));
      if (isDirectory) return { type: 'directory', identity: path, size: 0 };
      return { type: 'file', identity: path, size: bytes(path).length };
    },
    list: (path) => {
      const below = Object.keys(files).filter((file) => file.startsWith(`${path}/`));
      return [...new Set(below.map((file) => posix.relative(path, file).split('/')[0] ?? ''))];
    },
    read: bytes,
  };
}

/** Loads a configuration of several files, with the kinds of these tests. */
export function loadFiles(
  files: { readonly [name: string]: string | Uint8Array },
  env: { readonly [name: string]: string } = {},
): Loaded {
  const placed = Object.fromEntries(Object.entries(files).map(([name, text]) => [`config/${name}`, text]));
  return loadConfig('config', fakeKinds, memory(placed), env);
}

/** Loads a configuration of one file. */
export function load(text: string, env: { readonly [name: string]: string } = {}): Loaded {
  return loadFiles({ 'a.yaml': text }, env);
}

/** What a configuration without problems asks for. */
export function desiredOf(loaded: Loaded): Desired {
  if (loaded.desired === undefined) throw new Error(loaded.diagnostics.map(shown).join('\n'));
  return loaded.desired;
}

/** The entries of a section, without their places. */
export function entriesOf(loaded: Loaded, name: string, path?: string): readonly object[] {
  return plain(
    desiredOf(loaded).sections.filter((section) => section.name === name && pathOf(section) === path),
  ).flatMap((section) => section.entries);
}

/** Sections as data that can be compared: without their places. */
export function plain(sections: readonly Section[]): readonly { readonly entries: readonly object[] }[] {
  return sections.map((section) => ({
    ...section,
    entries: section.entries.map((entry) =>
      Object.fromEntries(Object.entries(entry).filter(([name]) => name !== 'place' && name !== 'placeInDefault')),
    ),
  }));
}

function pathOf({ scope }: Section): string | undefined {
  return scope.type === 'instance' ? undefined : scope.path;
}

/** A diagnostic as a reader would see it: its code and message, the line, and what is underlined. */
export function shown({ severity, code, message, place, remedy, related = [] }: Diagnostic): string {
  const first = `${severity} ${code}: ${message}${remedy === undefined ? '' : `; ${remedy}`}`;
  if (place === undefined) return first;
  const where = `${place.file.replace('config/', '')}:${place.line}:${place.column}`;
  const mark = ' '.repeat(place.column - 1) + '~'.repeat(place.length ?? 1);
  const more = related.map((other) => `\n(${other.message}: ${other.place.line}:${other.place.column})`).join('');
  return `${where} ${first}\n${place.text ?? ''}\n${mark}${more}`;
}
