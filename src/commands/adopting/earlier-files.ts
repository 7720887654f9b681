import { join } from 'node:path';
import type { Client } from '../../api/client.ts';
import { isConfigurationFile } from '../../config/files.ts';
import { fileAtCommit } from '../../engine/repository/file-at-commit.ts';
import { changedFiles, type Commit } from '../../engine/repository/history.ts';
import type { Checkout } from './checkout.ts';
import type { Sources } from './proposal.ts';

/** The files of a configuration at some time. */
export interface FilesThen {
  /** What each held, by its name here: where it was moved since, it has the name of today. */
  readonly texts: ReadonlyMap<string, string>;
  /** The name here of each, by its path in the repository at that time. */
  readonly names: ReadonlyMap<string, string>;
  /** The name here of a file that is gone by now, or no part of the configuration. */
  readonly nameOfGone: (path: string) => string | undefined;
}

/** The files as they were read. */
export function filesNow({ path, texts }: Sources, checkout: Checkout): FilesThen {
  const within = checkout.pathOf(path) ?? '';
  const names = new Map(texts.flatMap(({ file }) => [[checkout.pathOf(file) ?? '', file] as const]));
  const isFolder = !names.has(within);
  return {
    texts: new Map(texts.map(({ file, text }) => [file, text])),
    names,
    nameOfGone: (at) => {
      if (!isFolder) return undefined;
      const below = within === '' ? at : at.startsWith(`${within}/`) ? at.slice(within.length + 1) : undefined;
      return below !== undefined && isConfigurationFile(below.split('/')) ? join(path, below) : undefined;
    },
  };
}

/** The files as they were before a commit; undefined where it has changed none of them, and `unknown` where that cannot be had. Throws ApiError. */
export async function filesBefore(
  { texts, names, nameOfGone }: FilesThen,
  commit: Commit,
  project: string,
  client: Client,
): Promise<FilesThen | 'unknown' | undefined> {
  const changed = (await changedFiles(client, project, commit)).map(({ from, to }) => {
    const since = to === undefined ? undefined : names.get(to);
    // What was moved here is the same under another path; what is gone by now may have been part of it.
    return { from, to, since, before: from === undefined ? undefined : (since ?? nameOfGone(from)) };
  });
  if (changed.every(({ before, since }) => before === undefined && since === undefined)) return undefined;
  const [then, called] = [new Map(texts), new Map(names)];
  for (const { to, since } of changed) {
    if (since !== undefined) then.delete(since);
    if (to !== undefined) called.delete(to);
  }
  for (const { from, before } of changed) {
    if (from === undefined || before === undefined) continue;
    const content = await fileAtCommit(client, project, from, commit.parent);
    if (!Buffer.isBuffer(content)) return 'unknown';
    then.set(before, content.toString('utf8'));
    called.set(from, before);
  }
  return { texts: then, names: called, nameOfGone };
}
