import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { withoutSecrets } from '../base/hidden-values.ts';
import type { ConfigurationEdit, LiveValue } from '../configuration-edit.ts';
import { touchOfField } from '../engine/drift/touches.ts';
import type { Touch } from '../model.ts';
import { editLines, extentText, type Adopted } from './adopt-text.ts';
import { counted } from './counted.ts';
import { touchText } from './drift-text.ts';
import { fittingLines } from './fitting-lines.ts';
import { code, longestNote, paragraphs } from './plan-markdown.ts';
import { ofPath, postMarker, type PostSubject } from './post.ts';
import { plainPaint } from './paint.ts';
import { valueText } from './value-text.ts';
import { shortened } from './width.ts';

/** What is adopted by a merge request, and what is known of it. */
export interface RequestedAdoption extends Adopted {
  readonly files: number;
  /** How many differences are told and stay. */
  readonly left: number;
  /** The instance that they are of. */
  readonly url: string;
  /** Who touched what is not as declared, by its address. */
  readonly who: ReadonlyMap<string, Touch>;
  /** The path of a file in the repository: where it stands on this machine is nobody's business. */
  readonly pathOf: (file: string) => string | undefined;
}

/** The title of a merge request that adopts what is live: a constant, since people may give it another one. */
export const adoptTitle = 'Adopt what is live in GitLab';

/** What the commit of it says, before its mark. Whoever it is about is told in the description alone. */
export function adoptCommit(adopted: Pick<RequestedAdoption, 'edits' | 'files'>): string {
  return `${adoptTitle}\n\n${extentText(adopted, adopted.files)}, by \`keelson adopt --merge-request\`.`;
}

const ABOUT =
  'The configuration says otherwise. What one of its last commits has declared otherwise, and nobody has touched since as far as audit events tell, ' +
  'is taken for merged and not applied yet, and left out. Below is what is edited, with who touched it last where audit events tell. ' +
  'Merged, the next plan leaves it as it is; without that `keelson apply` brings it to what is declared.';

const KEPT =
  'Each run of `keelson adopt --merge-request` brings this description and the one commit of the branch up to date, and closes this where ' +
  'nothing is left to be adopted. It does not touch a branch that has got other commits.';

const CUT = '**The rest is not shown, because a description cannot be longer: see the changes of this merge request.**';

const widest = 500;

/**
 * The description of a merge request that adopts what is live, within `limit` characters: what it edits stands in a block of code, where no
 * name is a mention, and in lines that begin with a blank, which are no quick actions.
 */
export function adoptDescription(adopted: RequestedAdoption, subject: PostSubject, limit = longestNote): string {
  const { url, left, files } = adopted;
  const stays = left === 0 ? [] : [`${counted(left, 'more difference')} cannot be written: \`keelson adopt\` tells.`];
  const head = [
    `${postMarker('adopt', subject)}\n${differencesMark(adopted.edits)}`,
    `### What is live, and not declared so${ofPath(subject)}`,
    `${extentText(adopted, files)}, live in ${code(url)}. ${ABOUT}`,
  ];
  const lines = adopted.edits.flatMap((edit) => linesOf(edit, adopted));
  const end = [...stays, `<sub>${KEPT}</sub>`];
  const room = limit - paragraphs([...head, ...end]).length;
  return paragraphs([...head, ...fittingLines(lines, room, CUT), ...end]);
}

/** What tells the same differences again, wherever they stand in the files and whatever else is told of them: a comment, which nobody is shown. */
export function differencesMark(edits: readonly ConfigurationEdit[]): string {
  const known = edits.map((edit) =>
    edit.does === 'set'
      ? [edit.address, ...edit.values.map(({ path, from, value }) => [path, textOf(from), textOf(value)])]
      : [edit.address, edit.does],
  );
  const sorted = known.map((one) => JSON.stringify(one)).toSorted();
  const digest = createHash('sha256')
    .update(withoutSecrets(JSON.stringify(sorted)))
    .digest('hex');
  return `<!-- keelson:differences ${digest.slice(0, 16)} -->`;
}

function textOf(value: LiveValue['value']): string {
  return value === undefined ? '' : valueText(value);
}

function linesOf(edit: ConfigurationEdit, { desired, who, pathOf }: RequestedAdoption): readonly string[] {
  const touch = who.get(edit.address);
  const lines = editLines(edit, desired, plainPaint, (file) => pathOf(file) ?? basename(file));
  const isEach = edit.does === 'set' && touch?.fields !== undefined;
  const told = isEach
    ? lines.flatMap((line, index) => [line, ...byText(touchOfField(touch, edit.values[index]?.path[0] ?? ''))])
    : [...lines, ...byText(touch)];
  return told.map((line) => ` ${shortened(withoutSecrets(line), widest)}`);
}

function byText(touch: Touch | undefined): readonly string[] {
  return touch === undefined ? [] : [`  ${touchText(touch)}`];
}

/** The one person behind all of it, by username; undefined where there are several, or nothing tells of one of the differences. */
export function soleAuthor({ edits, who }: Pick<RequestedAdoption, 'edits' | 'who'>): string | undefined {
  const authors = new Set(edits.flatMap((edit) => authorsOf(edit, who.get(edit.address))));
  const [author] = authors;
  // What is no username stands for those who have none.
  return authors.size === 1 && author !== undefined && /^[\w.-]+$/.test(author) ? author : undefined;
}

/** Who touched each value of an edit last; undefined where nothing tells. */
function authorsOf(edit: ConfigurationEdit, touch: Touch | undefined): readonly (string | undefined)[] {
  if (edit.does !== 'set') return [touch?.author];
  return edit.values.map(({ path }) => touchOfField(touch, path[0])?.author);
}
