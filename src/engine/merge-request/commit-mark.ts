import { createHash } from 'node:crypto';

/** By what a commit of this program is known again: the configuration that it is of, and what its files hold. */
export interface CommitMark {
  readonly key: string;
  readonly digest: string;
}

/** A file of a repository. */
export interface FileOfCommit {
  readonly path: string;
  readonly text: string;
}

const TRAILER = 'Keelson-Adopt';
const MARK = new RegExp(`\\n\\n${TRAILER}: ([0-9a-f]{16}) ([0-9a-f]{64})\\s*$`);

/** The message of a commit, with its mark as a trailer. */
export function markedMessage(about: string, { key, digest }: CommitMark): string {
  return `${about}\n\n${TRAILER}: ${key} ${digest}\n`;
}

/** The mark of a commit, and what its message says before it; undefined where it has none. */
export function markOf(message: string): (CommitMark & { readonly about: string }) | undefined {
  const found = MARK.exec(message);
  const [, key, digest] = found ?? [];
  if (found === null || key === undefined || digest === undefined) return undefined;
  return { key, digest, about: message.slice(0, found.index) };
}

/**
 * What a commit says and its files hold, whatever ends their lines: a mark stays where somebody amends a commit, and what it was made of does not. A guess:
 * the platform's git may write lines anew that end in CR LF (`core.autocrlf`).
 */
export function digestOf(about: string, files: readonly FileOfCommit[]): string {
  const known = files.map(({ path, text }) => [path, text.replaceAll('\r\n', '\n')] as const);
  const sorted = known.toSorted(([one], [other]) => (one < other ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([about.trim(), sorted]))
    .digest('hex');
}
