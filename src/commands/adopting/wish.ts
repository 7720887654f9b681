import type { Diagnostic } from '../../base/diagnostic.ts';
import type { FileOfCommit } from '../../engine/merge-request/commit-mark.ts';
import type { Wish } from '../../engine/merge-request/ground.ts';
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
  { texts, system }: Sources,
  checkout: Checkout,
): Wish {
  const key = subjectHash(subject);
  const read = new Map(texts.map(({ file }) => [checkout.pathOf(file), file]));
  const here = (path: string): Uint8Array | undefined => {
    const file = read.get(path);
    return file === undefined ? checkout.read(path) : system.read(file);
  };
  return { project, branch: `keelson/adopt-${key}`, key, marker: postMarker('adopt', subject), files, here };
}
