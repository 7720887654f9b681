/** The value of a scalar without quotes, as the core schema of YAML 1.2 has it; undefined where it is better left to the library. */
export function plainScalar(text: string): string | number | boolean | null | undefined {
  const first = text.charCodeAt(0);
  if (isLetter(first)) {
    if (text.length > 5) return text;
    const word = words.get(text);
    return word === undefined ? text : word;
  }
  if (first >= 48 && first <= 57) {
    if (/^(?:0|[1-9]\d{0,14})$/.test(text)) return Number(text);
    // What may be another number is left to the library; a date is none.
    return /^[\d.eE+-]+$|^0[ox]/.test(text) && !/^\d+(?:-\d+)+$/.test(text) ? undefined : text;
  }
  if (text === '~') return null;
  if (/^-[1-9]\d{0,14}$/.test(text)) return Number(text);
  return first === 47 || first === 95 ? text : undefined;
}

const words: ReadonlyMap<string, boolean | null> = new Map([
  ...['null', 'Null', 'NULL'].map((word) => [word, null] as const),
  ...['true', 'True', 'TRUE'].map((word) => [word, true] as const),
  ...['false', 'False', 'FALSE'].map((word) => [word, false] as const),
]);

function isLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
}
