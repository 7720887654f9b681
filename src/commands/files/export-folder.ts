import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { counted } from '../../report/counted.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { OutputError, writeOutput } from './write-output.ts';

/** Why no configuration can be written to a folder: what somebody has written there would be mixed with it, or lost. */
export function occupiedFolder(folder: string, what = 'an export'): readonly Diagnostic[] {
  const known = statSync(folder, { throwIfNoEntry: false });
  if (known === undefined) return [];
  const why = known.isDirectory()
    ? readdirSync(folder).length === 0
      ? undefined
      : 'it is not empty'
    : 'it is no folder';
  if (why === undefined) return [];
  return [
    {
      severity: 'error',
      code: 'unwritable',
      message: `${folder} cannot take ${what}: ${why}`,
      remedy: 'name a folder that is empty, or is yet to be made',
    },
  ];
}

/** Files by their paths in a folder, with that folder. */
export function inFolder(folder: string, files: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map([...files].map(([file, text]) => [join(folder, file), text]));
}

/** Writes the files, and says how many there are. Throws OutputError. */
export function writeFiles(
  folder: string,
  files: ReadonlyMap<string, string>,
  terminal: Pick<Terminal, 'result'>,
): void {
  for (const [file, text] of files) {
    makeFolder(dirname(file));
    writeOutput(file, 'a part of the configuration', text);
  }
  terminal.result(`Written to ${folder}: ${counted(files.size, 'file')}.\n`);
}

/** Makes a folder, and those above it. Throws OutputError. */
export function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new OutputError(`the folder ${folder} cannot be made: ${why}`, { cause: error });
  }
}
