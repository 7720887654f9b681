import { createHash } from 'node:crypto';

/** Who wrote or committed something, and when: seconds since 1970, in UTC. */
export interface Signature {
  readonly name: string;
  readonly email: string;
  readonly seconds: number;
}

export interface TreeEntry {
  /** As git writes it into a tree: `100644`, `100755`, `120000`, `40000`, `160000`. */
  readonly mode: string;
  readonly name: string;
  readonly sha: string;
}

export interface Blob {
  readonly type: 'blob';
  readonly base64: string;
}

export interface Tree {
  readonly type: 'tree';
  readonly entries: readonly TreeEntry[];
}

export interface Commit {
  readonly type: 'commit';
  readonly tree: string;
  readonly parents: readonly string[];
  readonly author: Signature;
  readonly committer: Signature;
  readonly message: string;
}

/** What a repository stores, as plain JSON so that a state can be saved. */
export type GitObject = Blob | Tree | Commit;

/** The mode of a directory in a tree. */
export const directoryMode = '40000';

/** The mode of a submodule, whose entry names a commit of another repository. */
export const submoduleMode = '160000';

/** The name that git gives an object: the SHA-1 of its header and bytes. */
export function shaOf(object: GitObject): string {
  const content = bytesOf(object);
  return createHash('sha1').update(`${object.type} ${content.length}\0`).update(content).digest('hex');
}

/** The content of an object as git hashes it, without the header. */
export function bytesOf(object: GitObject): Buffer {
  switch (object.type) {
    case 'blob':
      return Buffer.from(object.base64, 'base64');
    case 'tree':
      return Buffer.concat(object.entries.map(entryBytes));
    case 'commit':
      return Buffer.from(commitText(object));
  }
}

/** A tree with its entries in git's order, where a directory sorts as if it ended in a slash. */
export function treeOf(entries: readonly TreeEntry[]): Tree {
  const key = (entry: TreeEntry) => Buffer.from(entry.mode === directoryMode ? `${entry.name}/` : entry.name);
  return { type: 'tree', entries: entries.toSorted((a, b) => Buffer.compare(key(a), key(b))) };
}

function entryBytes(entry: TreeEntry): Buffer {
  return Buffer.concat([Buffer.from(`${entry.mode} ${entry.name}\0`), Buffer.from(entry.sha, 'hex')]);
}

function commitText(commit: Commit): string {
  const lines = [
    `tree ${commit.tree}`,
    ...commit.parents.map((parent) => `parent ${parent}`),
    `author ${signed(commit.author)}`,
    `committer ${signed(commit.committer)}`,
  ];
  return `${lines.join('\n')}\n\n${commit.message}`;
}

function signed(signature: Signature): string {
  return `${signature.name} <${signature.email}> ${signature.seconds} +0000`;
}
