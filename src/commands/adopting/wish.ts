import type { Diagnostic } from '../../base/diagnostic.ts';
import type { FileOfCommit } from '../../engine/merge-request/commit-mark.ts';
import { isConfigurationFile, type FileSystem } from '../../config/files.ts';
import type { Wish } from '../../engine/merge-request/ground.ts';
import type { ReadFolder } from '../../engine/merge-request/other-files.ts';
import { postMarker, subjectHash, type PostSubject } from '../../report/post.ts';
import { asBegun } from '../files/rewrite-files.ts';
import { outsideCheckout, type Checkout } from './checkout.ts';
import type { Proposal, Sources } from './proposal.ts';

/** The files as a commit is to leave them; or why one has no path there. */
export function editedFiles(
  { texts, edits }: Proposal,
  { texts: before, system }: Sources,
  checkout: Checkout,
): readonly FileOfCommit[] | Diagnostic {
  const files: FileOfCommit[] = [];
  for (const [index, { file, text }] of texts.entries()) {
    if (edits.length === 0 || text === before[index]?.text) continue;
    const path = checkout.pathOf(file);
    if (path === undefined) return outsideCheckout(file, checkout);
    files.push({ path, text: asBegun(file, system) + text });
  }
  return files;
}

/**
 * The branch and the merge request of a configuration. What was read as its files is what the commit is made of, whatever stands on the disk by
 * now.
 */
export function wishOf(
  project: string,
  files: readonly FileOfCommit[],
  subject: PostSubject,
  { path: config, texts, system }: Sources,
  checkout: Checkout,
): Wish {
  const key = subjectHash(subject);
  const read = new Map(texts.map(({ file }) => [checkout.pathOf(file), file]));
  const here = (path: string): Uint8Array | undefined => {
    const file = read.get(path);
    return file === undefined ? checkout.read(path) : system.read(file);
  };
  const folder = folderOf(checkout.pathOf(config) ?? '', read, system);
  return { project, branch: `keelson/adopt-${key}`, key, marker: postMarker('adopt', subject), files, folder, here };
}

/** The folder of the configuration, with what was read in it; undefined where it is a single file. What a link leads to elsewhere is left out. */
function folderOf(
  path: string,
  read: ReadonlyMap<string | undefined, string>,
  system: FileSystem,
): ReadFolder | undefined {
  if (read.has(path)) return undefined;
  const inside = [...read].flatMap(([at, file]): (readonly [string, Uint8Array])[] =>
    at !== undefined && (path === '' || at.startsWith(`${path}/`)) ? [[at, system.read(file)]] : [],
  );
  return { path, files: new Map(inside), isRead: isConfigurationFile };
}
