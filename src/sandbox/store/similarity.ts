/** How alike two texts are, from 0 to 1: the share of their groups of three letters that both have. */
export function similarity(a: string, b: string): number {
  const first = trigrams(a);
  const second = trigrams(b);
  const both = [...first].filter((trigram) => second.has(trigram)).length;
  const all = first.size + second.size - both;
  return all === 0 ? 0 : both / all;
}

/** Each word, with two blanks before it and one behind, in pieces of three letters. */
function trigrams(text: string): ReadonlySet<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(words.flatMap((word) => piecesOf(`  ${word} `)));
}

function piecesOf(text: string): readonly string[] {
  return Array.from({ length: text.length - 2 }, (_, from) => text.slice(from, from + 3));
}
