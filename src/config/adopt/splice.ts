/** A stretch of a text, and what is to stand there instead. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The text with all of the splices, which do not overlap; of those at one place the first comes first. */
export function spliced(text: string, splices: readonly Splice[]): string {
  const inOrder = splices
    .map((splice, order) => ({ ...splice, order }))
    .sort((a, b) => a.start - b.start || a.order - b.order);
  let [made, at] = ['', 0];
  for (const { start, end, text: put } of inOrder) {
    made += text.slice(at, start) + put;
    at = end;
  }
  return made + text.slice(at);
}

/** Whether two splices get in each other's way: a stretch of one is within that of the other, or begins where it does. */
export function collide(one: Splice, other: Splice): boolean {
  if (isInsertion(one) && isInsertion(other)) return false;
  return one.start <= other.end && other.start <= one.end;
}

function isInsertion({ start, end }: Splice): boolean {
  return start === end;
}
