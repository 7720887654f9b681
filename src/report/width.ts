const wide =
  /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Emoji_Presentation}\u3000-\u303e\uff01-\uff60\uffe0-\uffe6]/u;
const joined = /\p{M}/u;
const narrow = /^[\x20-\x7e]*$/;

/** How many columns of a terminal a visible text takes. */
export function width(text: string): number {
  if (narrow.test(text)) return text.length;
  let columns = 0;
  for (const character of text) columns += joined.test(character) ? 0 : wide.test(character) ? 2 : 1;
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
