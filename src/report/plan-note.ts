import { createHash } from 'node:crypto';
import type { Diagnostic } from '../base/diagnostic.ts';
import { counted } from './counted.ts';
import { isBarrier, type RunRecord } from './pipeline/run-record.ts';
import { code, longestNote, paragraphs, planMarkdown, toldBlocks } from './plan-markdown.ts';

/** What a note is about: what its marker is made of, and what its reader is told of where it comes from. */
export interface NoteSubject {
  /** What tells this configuration from others of the same merge request: the instance, the path, the part. */
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
 * The first line of the note of a configuration. Nothing that a plan says can take its place: what stands there is this hash, and no text of
 * the YAML comes before it.
 */
export function noteMarker({ key }: NoteSubject): string {
  const hash = createHash('sha256').update(JSON.stringify(key)).digest('hex').slice(0, 16);
  return `<!-- keelson:plan ${hash} -->`;
}

/** The plan of a run as a note, with the errors that came with it; or that there is none, and why. Within `limit` characters. */
export function planNote(
  { plan, looked, diagnostics }: Pick<RunRecord, 'plan' | 'looked' | 'diagnostics'>,
  subject: NoteSubject,
  limit = longestNote,
): string {
  const name = subject.path === undefined ? '' : ` of ${code(subject.path)}`;
  const source = sourceLine(subject);
  const marker = noteMarker(subject);
  if (plan === undefined) {
    const head = [marker, `### No Keelson plan${name}`, ...source, NONE];
    return paragraphs([...head, ...errorBlocks(diagnostics.filter(isBarrier), limit - paragraphs(head).length)]);
  }
  const head = [marker, `### Keelson plan${name}`, ...source];
  // What its guards refuse, and what it warns of, stands in the plan.
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  // Half of the room is left to the plan.
  return planMarkdown(plan, looked?.reads ?? 0, limit, [...head, ...errorBlocks(errors, limit / 2)]);
}

const NONE =
  '**There is no plan: nothing says what an apply would do.** What an earlier push has planned is not what this one does.';

/** What takes the place of a second note of the same configuration, which two runs at the same moment have made. */
export function supersededNote(): string {
  return 'The Keelson plan is in another note of this merge request.\n';
}

/** The commit that was planned, and the job that did. */
function sourceLine({ commit, job }: NoteSubject): readonly string[] {
  const link = job !== undefined && /^https?:\/\/[\w./:~-]+$/.test(job) ? `[the job](${job})` : undefined;
  const parts = [commit === undefined ? [] : `Of ${code(commit)}`, link === undefined ? [] : `by ${link}`].flat();
  return parts.length === 0 ? [] : [parts.join(', ')];
}

/** As many errors as there is room for, the others counted. */
function errorBlocks(errors: readonly Diagnostic[], room: number): readonly string[] {
  for (let most = MOST; most > 0; most -= 1) {
    const blocks = toldBlocks(errors, most);
    if (paragraphs(blocks).length <= room) return blocks;
  }
  return [
    `**${counted(errors.length, 'error')}, for which there is no room in a note: see what \`keelson plan\` says.**`,
  ];
}
