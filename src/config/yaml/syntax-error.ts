import type { Node, YAMLError } from 'yaml';
import type { Diagnostic } from '../../base/diagnostic.ts';
import type { Place } from '../../base/place.ts';
import { unclosed } from './unclosed.ts';

const sentences: { readonly [code: string]: readonly [message: string, remedy: string] } = {
  TAB_AS_INDENT: ['A tab is used as indentation', 'Indent with spaces'],
  BAD_INDENT: [
    'The indentation does not fit that of the lines above',
    'Begin what stands side by side in the same column, and what is in it further right',
  ],
  NON_STRING_KEY: ['A key is not a plain name', 'Put the key in quotes'],
  TAG_RESOLVE_FAILED: ['Tags (!name) have no meaning in a configuration', 'Remove the tag'],
  BAD_DIRECTIVE: ['This directive (%) has no meaning in a configuration', 'Remove the line'],
  BAD_COLLECTION_TYPE: ['Tags (!name) have no meaning in a configuration', 'Remove the tag'],
  BAD_DQ_ESCAPE: [
    'The text in double quotes has an escape that YAML does not know',
    'Write \\\\ for one backslash, or use single quotes',
  ],
  MULTILINE_IMPLICIT_KEY: [
    'This line has no value, and is followed by another key',
    'Put a blank behind the colon, and in quotes what holds a `:` or begins with a `*`',
  ],
  BAD_SCALAR_START: ['A plain value cannot begin with this character', 'Put the value in quotes'],
  BLOCK_AS_IMPLICIT_KEY: [
    'A second `: ` stands on this line',
    'Put the value in quotes, or the map on a line of its own',
  ],
};

/** What the library takes an item of a list for, where a name has to stand. */
const NAMED_ON: ReadonlySet<string> = new Set(['BLOCK_AS_IMPLICIT_KEY', 'MULTILINE_IMPLICIT_KEY']);

const syntax = { severity: 'error', code: 'yaml-syntax' } as const;

/** What the library found wrong with a text, in words that show nothing of it. */
export function syntaxError(
  error: YAMLError,
  { text, contents }: { readonly text: string; readonly contents: Node | null },
  placeOf: (start: number, end: number) => Place,
): Diagnostic {
  const left = unclosed(error, contents);
  if (left !== undefined) {
    const message = `The ${left.what} that is opened here is not closed`;
    return { ...syntax, message, remedy: left.remedy, place: placeOf(left.start, left.start + 1) };
  }
  const next = textFrom(text, error.pos[0]);
  if (NAMED_ON.has(error.code) && /^-\s/.test(text.slice(next))) {
    const message = 'An item of a list (`- `) stands among lines of `name: value`';
    const remedy = 'Take the `- ` away, or begin every line beside it with one';
    return { ...syntax, message, remedy, place: placeOf(next, next + 1) };
  }
  const deeper = error.code === 'BLOCK_AS_IMPLICIT_KEY' ? deeperLine(text, error.pos[0]) : undefined;
  if (deeper !== undefined) {
    const message = 'This line is indented deeper than the one above, which has its value already';
    return { ...syntax, message, remedy: 'Begin both in the same column', place: placeOf(deeper, deeper + 1) };
  }
  // Of a bracket that is not closed the library says more by the same code; it is found where the line above ends.
  const isUneven = error.code === 'BAD_INDENT' && error.message.startsWith('All ');
  const [message, remedy] = (error.code === 'BAD_INDENT' && !isUneven ? undefined : sentences[error.code]) ?? [
    undefined,
    undefined,
  ];
  return {
    ...syntax,
    // After a colon the library quotes the text that it stumbled over, which may be a secret.
    message: message ?? error.message.replace(/(?<=\w): .*$/s, ''),
    place: isUneven ? placeOf(next, next + 1) : placeOf(error.pos[0], error.pos[1]),
    remedy,
  };
}

/** Where the line below begins that a value goes on in and that has a colon; undefined where a second colon stands on the line itself. */
function deeperLine(text: string, start: number): number | undefined {
  const [line = ''] = text.slice(start).split('\n', 1);
  if (/:(?:\s|$)/.test(line.replace(/\s#.*$/, ''))) return undefined;
  const next = textFrom(text, start + line.length);
  return next < text.length ? next : undefined;
}

/** Where the next text stands, behind blanks, empty lines and comments. */
function textFrom(text: string, start: number): number {
  const [passed = ''] = /^(?:[ \t]*(?:#[^\n]*)?\r?\n)*[ \t]*/.exec(text.slice(start)) ?? [];
  return start + passed.length;
}
