import { createHash } from 'node:crypto';
import type { Diagnostic } from '../base/diagnostic.ts';
import { counted } from './counted.ts';
import { code, paragraphs, toldBlocks } from './plan-markdown.ts';

/** What something that stands on the instance itself is about, be it a note or a snippet: what its marker is made of, and where it comes from. */
export interface PostSubject {
  /** What tells this configuration from others of the same place: the instance, the path, the part. */
  readonly key: readonly string[];
  /** The file or folder of the configuration; undefined where plans are merged, which do not tell it. */
  readonly path?: string | undefined;
  /** The commit, as a pipeline calls it. */
  readonly commit?: string | undefined;
  /** The address of the job that says more. */
  readonly job?: string | undefined;
}

/** How many errors are shown. */
const MOST = 20;

/**
 * The first line, by which a later run finds it. Nothing that is told can take its place: what stands there is this hash, and no text of the
 * YAML comes before it.
 */
export function postMarker(what: 'plan' | 'drift' | 'adopt', subject: PostSubject): string {
  return `<!-- keelson:${what} ${subjectHash(subject)} -->`;
}

/** What tells a configuration from others, in sixteen characters. */
export function subjectHash({ key }: PostSubject): string {
  return createHash('sha256').update(JSON.stringify(key)).digest('hex').slice(0, 16);
}

/** ` of config`, in Markdown; the empty string where no path is known. */
export function ofPath({ path }: PostSubject): string {
  return path === undefined ? '' : ` of ${code(path)}`;
}

/** `at commit 1a2b3c4d, by the job`, in Markdown, as far as they are known. */
export function sourceText({ commit, job }: PostSubject): string {
  const link = job !== undefined && /^https?:\/\/[\w./:~-]+$/.test(job) ? `[the job](${job})` : undefined;
  return [commit === undefined ? [] : `at commit ${code(commit)}`, link === undefined ? [] : `by ${link}`]
    .flat()
    .join(', ');
}

/** As many errors as there is room for, the others counted. */
export function errorBlocks(errors: readonly Diagnostic[], room: number): readonly string[] {
  for (let most = MOST; most > 0; most -= 1) {
    const blocks = toldBlocks(errors, most);
    if (paragraphs(blocks).length <= room) return blocks;
  }
  return [`**${counted(errors.length, 'error')}, for which there is no room here: see what the command says.**`];
}
