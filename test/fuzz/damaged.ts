import fc from 'fast-check';

const PIECES = [
  'null',
  'true',
  '-1',
  '1e999',
  '""',
  '"x"',
  '[]',
  '{}',
  '__proto__',
  '\u0000',
  '\uFEFF',
  '\uD800',
  '\t',
  '@2',
  '"',
];

/** Texts like this one that were cut, spliced, doubled, or had some of their words put into others. */
export function damaged(text: string): fc.Arbitrary<string> {
  const at = fc.nat({ max: text.length });
  const cut = at.map((end) => text.slice(0, end));
  const spliced = fc
    .record({
      at,
      length: fc.nat({ max: 20 }),
      piece: fc.oneof(fc.constantFrom(...PIECES), fc.string({ maxLength: 5 })),
    })
    .map((edit) => text.slice(0, edit.at) + edit.piece + text.slice(edit.at + edit.length));
  const doubled = fc.tuple(at, at).map(([from, to]) => text.slice(0, to) + text.slice(from));
  const swapped = fc.tuple(at, at, fc.nat({ max: 40 })).map(([from, to, length]) => {
    const [first, second] = from < to ? [from, to] : [to, from];
    const piece = text.slice(first, first + length);
    return text.slice(0, second) + piece + text.slice(second + length);
  });
  const words = jsonWords(text);
  const retyped =
    words.length === 0
      ? cut
      : fc.tuple(fc.nat({ max: words.length - 1 }), fc.constantFrom(...PIECES)).map(([index, piece]) => {
          const word = words[index];
          return word === undefined ? text : text.slice(0, word.from) + piece + text.slice(word.to);
        });
  return fc.oneof(cut, spliced, doubled, swapped, retyped, retyped, fc.string(), fc.json());
}

/** Where the scalars of a text in JSON stand. */
function jsonWords(text: string): { readonly from: number; readonly to: number }[] {
  const words = text.matchAll(/"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?|true|false|null/g);
  return [...words].map((word) => ({ from: word.index, to: word.index + word[0].length }));
}
