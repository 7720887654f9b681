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

/** The mark of a commit; undefined where its message has none. */
export function markOf(message: string): CommitMark | undefined {
  const [, key, digest] = MARK.exec(message) ?? [];
  return key === undefined || digest === undefined ? undefined : { key, digest };
}

/**
 * What files hold, whatever ends their lines: a message stays where somebody amends a commit, and what its files hold does not. A guess:
 * the platform's git may write lines anew that end in CR LF (`core.autocrlf`).
 */
export function digestOf(files: readonly FileOfCommit[]): string {
  const known = files.map(({ path, text }) => [path, text.replaceAll('\r\n', '\n')] as const);
  const sorted = known.toSorted(([one], [other]) => (one < other ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(sorted)).digest('hex');
}
