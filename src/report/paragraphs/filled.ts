import { width } from '../width.ts';

/** Words of a list, each with its comma, and the last with its `end`. */
export function punctuated(words: readonly string[], end = ''): readonly string[] {
  return words.map((word, index) => word + (index === words.length - 1 ? end : ','));
}

/** Words in lines of at most `room` columns; none is broken. */
export function filled(words: readonly string[], room: number): readonly string[] {
  const lines: string[] = [];
  let used = Infinity;
  for (const word of words) {
    const longer = used + 1 + width(word);
    if (longer <= room) lines[lines.length - 1] = `${lines.at(-1) ?? ''} ${word}`;
    else lines.push(word);
    used = longer <= room ? longer : width(word);
  }
  return lines;
}
