/** A run of lines that two texts share: where it begins in each, and how long it is. */
export interface Match {
  readonly before: number;
  readonly after: number;
  readonly length: number;
}

/** The lines of a text, each with the newline that ends it. */
export function linesOf(text: string): readonly string[] {
  return text === '' ? [] : text.split(/(?<=\n)/);
}

/**
 * What two lists of lines have in common, as runs in order: the shortest edit script by Myers' greedy algorithm,
 * after the lines that are equal at both ends have been set aside.
 */
export function matchLines(before: readonly string[], after: readonly string[]): readonly Match[] {
  const head = commonHead(before, after);
  const tail = commonTail(before, after, head);
  const middle = middleMatches(before.slice(head, before.length - tail), after.slice(head, after.length - tail));
  const runs = [
    { before: 0, after: 0, length: head },
    ...middle.map((run) => ({ ...run, before: run.before + head, after: run.after + head })),
    { before: before.length - tail, after: after.length - tail, length: tail },
  ];
  return runs.filter((run) => run.length > 0);
}

function commonHead(a: readonly string[], b: readonly string[]): number {
  const most = Math.min(a.length, b.length);
  let length = 0;
  while (length < most && a[length] === b[length]) length += 1;
  return length;
}

function commonTail(a: readonly string[], b: readonly string[], head: number): number {
  const most = Math.min(a.length, b.length) - head;
  let length = 0;
  while (length < most && a[a.length - 1 - length] === b[b.length - 1 - length]) length += 1;
  return length;
}

function middleMatches(a: readonly string[], b: readonly string[]): readonly Match[] {
  if (a.length === 0 || b.length === 0) return [];
  const trace = furthestReaches(a, b);
  const runs: Match[] = [];
  let x = a.length;
  let y = b.length;
  for (let depth = trace.length - 1; depth >= 0; depth -= 1) {
    const reach = trace[depth] ?? new Map<number, number>();
    const k = x - y;
    const down = k === -depth || (k !== depth && at(reach, k - 1) < at(reach, k + 1));
    const fromX = depth === 0 ? 0 : down ? at(reach, k + 1) : at(reach, k - 1);
    const fromY = depth === 0 ? 0 : fromX - (down ? k + 1 : k - 1);
    const startX = depth === 0 ? 0 : down ? fromX : fromX + 1;
    if (x > startX) runs.push({ before: startX, after: startX - k, length: x - startX });
    x = fromX;
    y = fromY;
  }
  return runs.reverse();
}

/** For each number of edits, how far each diagonal was reached before them. */
function furthestReaches(a: readonly string[], b: readonly string[]): readonly Map<number, number>[] {
  const trace: Map<number, number>[] = [];
  let reach = new Map<number, number>([[1, 0]]);
  for (let depth = 0; depth <= a.length + b.length; depth += 1) {
    trace.push(reach);
    const next = new Map(reach);
    for (let k = -depth; k <= depth; k += 2) {
      const down = k === -depth || (k !== depth && at(reach, k - 1) < at(reach, k + 1));
      let x = down ? at(reach, k + 1) : at(reach, k - 1) + 1;
      while (x < a.length && x - k < b.length && x - k >= 0 && a[x] === b[x - k]) x += 1;
      next.set(k, x);
      if (x >= a.length && x - k >= b.length) return trace;
    }
    reach = next;
  }
  return trace;
}

function at(reach: ReadonlyMap<number, number>, k: number): number {
  return reach.get(k) ?? -1;
}
