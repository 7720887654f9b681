/** How many letters and digits there are, whatever their case. */
export const LETTERS = 36;

/** The number of each letter and digit of ASCII, whatever its case; none of what is no letter. */
const NUMBERS = Int8Array.from({ length: 128 }, (_, code) => {
  const number = Number.parseInt(String.fromCharCode(code), LETTERS);
  return Number.isNaN(number) ? -1 : number;
});

/** The number of a letter or digit, whatever its case, be it as wide as one of Chinese; -1 of what is none. */
export function letterNumber(code: number): number {
  if (code < 128) return NUMBERS[code] ?? -1;
  return code > 0xff00 && code < 0xff5f ? (NUMBERS[code - 0xfee0] ?? -1) : -1;
}

/** The letters and digits of a text alone, in the case in which they are written. */
export function latinLetters(text: string): string {
  return text.replace(/[^A-Za-z0-9]+/g, '');
}

/** The letters and digits of a text in small letters, and where each stands. */
export function lettersIn(text: string): { readonly letters: string; readonly places: readonly number[] } {
  const letters: string[] = [];
  const places: number[] = [];
  for (let at = 0; at < text.length; at++) {
    const number = letterNumber(text.charCodeAt(at));
    if (number === -1) continue;
    letters.push(number.toString(LETTERS));
    places.push(at);
  }
  return { letters: letters.join(''), places };
}
