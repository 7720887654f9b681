import { isMap } from 'yaml';
import type { Parse, Parsed } from '../yaml/document.ts';
import type { FileText } from '../yaml/places.ts';
import { oneRound, type Numbered, type Round } from './edit-round.ts';
import { stepOf, type OpenText } from './open-text.ts';
import { spliced } from './splice.ts';
import { holderOf, wayOf } from './ways-taken.ts';
import type { Hindrance, YamlEdit } from './yaml-edit.ts';

/** A text with as many of the edits as could be made of it, and those that could not be, by their places among them. */
export interface EditedText {
  readonly text: string;
  readonly hindered: ReadonlyMap<number, Hindrance>;
}

/**
 * Makes edits of a file's text and leaves every other line of it as it is. What is set and added comes before what is removed, so that
 * a section never is empty in between; edits of one place are made one after the other, each of what the one before has left.
 */
export function editedText({ file, text }: FileText, edits: readonly YamlEdit[], parse: Parse): EditedText {
  const opened = (unified: string): OpenText | undefined => openText(parse({ file, text: unified }), unified);
  const hindered = new Map<number, Hindrance>();
  const ending = endingOf(text);
  const [once, again] = eachOnce(inOrder(edits));
  for (const { index } of again) hindered.set(index, 'taken');
  let left = once;
  let open = opened(ending.unified(text));
  while (open !== undefined && left.length > 0) {
    const round = oneRound(left, open);
    const next = opened(spliced(open.text, round.splices));
    // What is no YAML any more is made anew with the first edit alone, and without it where that is the cause.
    const whole = next === undefined ? firstAlone(left, open, opened) : { ...round, next };
    for (const [index, why] of whole.hindered) hindered.set(index, why);
    ({ left, next: open } = whole);
  }
  if (open === undefined) for (const { index } of left) hindered.set(index, 'unusual');
  const at = open?.text ?? ending.unified(text);
  return { text: ending.asBefore(at), hindered };
}

/** The text with the first of the edits; as it is, where that one cannot be made. */
function firstAlone(
  [first, ...others]: readonly Numbered[],
  open: OpenText,
  opened: (text: string) => OpenText | undefined,
): Omit<Round, 'splices'> & { readonly next: OpenText } {
  if (first === undefined) return { left: others, hindered: [], next: open };
  const alone = oneRound([first], open);
  const next = opened(spliced(open.text, alone.splices));
  if (next === undefined) return { left: others, hindered: [[first.index, 'unusual']], next: open };
  return { left: others, hindered: alone.hindered, next };
}

/** What is set twice at one place has two meanings, of which the text can have one. */
function eachOnce(edits: readonly Numbered[]): readonly [once: readonly Numbered[], again: readonly Numbered[]] {
  const seen = new Set<string>();
  const again = edits.filter(({ edit: { type, path } }) => {
    const at = wayOf(path);
    return type === 'set' && (seen.has(at) || !seen.add(at));
  });
  const isAgain = new Set(again);
  return [edits.filter((one) => !isAgain.has(one)), again];
}

function inOrder(edits: readonly YamlEdit[]): readonly Numbered[] {
  const numbered = edits.map((edit, index) => ({ edit, index }));
  const removals = numbered.filter(({ edit }) => edit.type === 'remove');
  return [...numbered.filter(({ edit }) => edit.type !== 'remove'), ...fromBehind(removals)];
}

/** What is inside of something goes before it, and of a list the later items first, so that the earlier ones stay where they are. */
function fromBehind(removals: readonly Numbered[]): readonly Numbered[] {
  const ranks = new Map<string, number>();
  const ranked = removals.map((numbered) => {
    const { path } = numbered.edit;
    const holder = holderOf(numbered.edit);
    const rank = ranks.get(holder) ?? ranks.size;
    ranks.set(holder, rank);
    return { numbered, rank, depth: path.length, step: Number(path.at(-1)) };
  });
  ranked.sort((a, b) => b.depth - a.depth || a.rank - b.rank || b.step - a.step || a.numbered.index - b.numbered.index);
  return ranked.map(({ numbered }) => numbered);
}

function openText({ content }: Parsed, text: string): OpenText | undefined {
  if (content === undefined || !isMap(content.tree.root)) return undefined;
  return { text, content, step: stepOf(content.tree.root, text) };
}

interface Ending {
  unified(text: string): string;
  asBefore(text: string): string;
}

/** How the lines of a text end, the last one too: while it is edited, each ends with a line feed. */
function endingOf(text: string): Ending {
  const hasReturns = /\r\n/.test(text) && !/[^\r]\n/.test(text);
  const isOpen = !text.endsWith('\n');
  return {
    unified: (before) => `${hasReturns ? before.replaceAll('\r\n', '\n') : before}${isOpen ? '\n' : ''}`,
    asBefore: (after) => {
      const lines = isOpen ? after.replace(/\n$/, '') : after;
      return hasReturns ? lines.replaceAll('\n', '\r\n') : lines;
    },
  };
}
