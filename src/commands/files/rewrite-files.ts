import { randomUUID } from 'node:crypto';
import { chmodSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { replacedAt } from '../../base/whole-file.ts';
import { disk, type FileSystem } from '../../config/files.ts';
import type { FileText } from '../../config/yaml/places.ts';
import { uninterrupted } from './write-output.ts';

interface Draft {
  readonly file: string;
  readonly place: string;
  readonly draft: string;
}

/**
 * Writes files anew, each whole and with the permissions that it has, once all of them can be; `read` is what they were read by. Where one has changed
 * since, or cannot be written, none is.
 */
export function rewriteFiles(texts: readonly FileText[], read: FileSystem): readonly Diagnostic[] {
  const drafts: Draft[] = [];
  const troubles: Diagnostic[] = [];
  uninterrupted(() => {
    try {
      for (const { file, text } of texts) drafts.push(drafted(file, asBegun(file, read) + text));
      troubles.push(...texts.flatMap(({ file }) => (isAsRead(file, read) ? [] : [changedMeanwhile(file)])));
      if (troubles.length === 0) for (const { draft, place } of drafts) renameSync(draft, place);
    } catch (error) {
      troubles.push(unwritable(texts[drafts.length]?.file ?? drafts.at(-1)?.file ?? '', error));
    } finally {
      for (const { draft } of drafts) rmSync(draft, { force: true });
    }
  });
  return troubles;
}

/** What stands before the text, and is no part of it when it is read: a mark of byte order. */
export function asBegun(file: string, read: FileSystem): string {
  const [first, second, third] = read.read(file);
  return first === 0xef && second === 0xbb && third === 0xbf ? '\u{feff}' : '';
}

function drafted(file: string, text: string): Draft {
  const place = replacedAt(file);
  if (place === undefined) throw new Error('it is a file that is open already');
  const draft = `${place}.${randomUUID()}`;
  const mode = statSync(place).mode & 0o7777;
  try {
    writeFileSync(draft, text, { flag: 'wx', mode: 0o600, flush: true });
    // What is given while a file is made is narrowed by the mask of the process.
    chmodSync(draft, mode);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
  return { file, place, draft };
}

function isAsRead(file: string, read: FileSystem): boolean {
  return Buffer.compare(disk.read(file), read.read(file)) === 0;
}

function changedMeanwhile(file: string): Diagnostic {
  return {
    severity: 'error',
    code: 'changed-meanwhile',
    message: `${file} has changed since it was read, so that nothing is written`,
    remedy: 'run it again',
  };
}

function unwritable(file: string, error: unknown): Diagnostic {
  const why = error instanceof Error ? error.message : String(error);
  return {
    severity: 'error',
    code: 'unwritable',
    message: `${file} cannot be written anew: ${why}`,
    remedy: 'see to its permissions and those of its folder',
  };
}
