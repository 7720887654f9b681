import { eastAsianWidth } from 'get-east-asian-width';

/** What stands above or around the character before it, and takes no column of its own. */
const joined = /[\p{Mn}\p{Me}]/u;
const narrow = /^[\x20-\x7e]*$/;

/**
 * How many columns of a terminal a visible text takes. What would join characters into one is not in it: `visible` shows such as
 * text (`\u{200d}`), so that nothing has to look for clusters.
 */
export function width(text: string): number {
  if (narrow.test(text)) return text.length;
  let columns = 0;
  for (const character of text) columns += joined.test(character) ? 0 : eastAsianWidth(character.codePointAt(0) ?? 0);
  return columns;
}

/** The text with spaces after it, up to `columns`. */
export function padded(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - width(text)));
}

/** As much of the beginning of a text as fits in `columns`. */
export function fitting(text: string, columns: number): string {
  let room = columns;
  let end = 0;
  for (const character of text) {
    room -= width(character);
    if (room < 0) break;
    end += character.length;
  }
  return text.slice(0, end);
}

/** The text, or its beginning with an ellipsis, in at most `columns`. */
export function shortened(text: string, columns: number): string {
  return width(text) <= columns ? text : `${fitting(text, Math.max(1, columns - 1))}…`;
}
