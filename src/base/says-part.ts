import { LetterIndex } from './letter-index.ts';
import { letterForms } from './secret-forms.ts';
import { readTexts } from './unescaped.ts';

/**
 * How many letters in a row give a secret away: eight of a random one are 40 bits and more that no text has by chance, and six are half of
 * a password of twelve. What is shorter than eight is looked for as a whole alone.
 */
const RUN = 8;
const RUN_OF_SHORT = 6;
const SHORT = 16;

/**
 * A test whether a text holds so long a part of one of these values that it gives it away: whatever the case of its letters, with blanks, line
 * breaks and other signs between them, in hex, base32 or base64. Only what can have been made at random counts: `https://` is a part of any
 * URL. The time is that of the text.
 */
export function saysPart(values: readonly string[]): (text: string) => boolean {
  const index = new LetterIndex();
  for (const value of values)
    for (const form of letterForms(value, { letters: value.length < SHORT ? RUN_OF_SHORT : RUN, whole: true }))
      index.add(form);
  return (text) => readTexts(text).some((read) => index.isIn(read.text));
}
