/** So many lines that stay are shown around those that change. */
const AROUND = 3;

/** A line that stays, goes or comes. */
export interface Step {
  readonly sign: ' ' | '-' | '+';
  readonly line: string;
}

/** How one text of a file becomes another, as `diff -u` tells it; the empty text where they are alike. */
export function unifiedDiff(file: string, before: string, after: string): string {
  if (before === after) return '';
  const steps = stepsBetween(before, after);
  const hunks = hunksOf(steps);
  return [`--- a/${file}`, `+++ b/${file}`, ...hunks.flatMap((hunk) => hunkLines(steps, hunk))]
    .map((line) => `${line}\n`)
    .join('');
}

/** The lines of both texts, in the order of either. */
export function stepsBetween(before: string, after: string): readonly Step[] {
  return stepsOf(linesOf(before), linesOf(after));
}

/** The lines of a text with their ends, so that one without an end differs from one with it. */
function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** What is common at both ends is left alone, and the rest is compared line by line. */
function stepsOf(before: readonly string[], after: readonly string[]): readonly Step[] {
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < Math.min(before.length, after.length) - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  const same = (lines: readonly string[]): Step[] => lines.map((line) => ({ sign: ' ', line }));
  return [
    ...same(before.slice(0, head)),
    ...shortest(before.slice(head, before.length - tail), after.slice(head, after.length - tail)),
    ...same(before.slice(before.length - tail)),
  ];
}

/** The shortest way from one list of lines to another (Myers): so many steps as differ are tried, and no more. */
function shortest(before: readonly string[], after: readonly string[]): readonly Step[] {
  const most = before.length + after.length;
  let reached = new Map<number, number>([[1, 0]]);
  const trace: ReadonlyMap<number, number>[] = [];
  for (let cost = 0; cost <= most; cost++) {
    trace.push(reached);
    const next = new Map(reached);
    for (let diagonal = -cost; diagonal <= cost; diagonal += 2) {
      const isDown = goesDown(diagonal, cost, next);
      let x = isDown ? at(next, diagonal + 1) : at(next, diagonal - 1) + 1;
      while (x < before.length && x - diagonal < after.length && before[x] === after[x - diagonal]) x++;
      next.set(diagonal, x);
      if (x >= before.length && x - diagonal >= after.length) return walkedBack(trace, before, after);
    }
    reached = next;
  }
  return [];
}

function goesDown(diagonal: number, cost: number, reached: ReadonlyMap<number, number>): boolean {
  return diagonal === -cost || (diagonal !== cost && at(reached, diagonal - 1) < at(reached, diagonal + 1));
}

function at(reached: ReadonlyMap<number, number>, diagonal: number): number {
  return reached.get(diagonal) ?? -1;
}

function walkedBack(
  trace: readonly ReadonlyMap<number, number>[],
  before: readonly string[],
  after: readonly string[],
): readonly Step[] {
  const steps: Step[] = [];
  let [x, y] = [before.length, after.length];
  for (let cost = trace.length - 1; cost >= 0; cost--) {
    const reached = trace[cost] ?? new Map<number, number>();
    const diagonal = x - y;
    const from = goesDown(diagonal, cost, reached) ? diagonal + 1 : diagonal - 1;
    const startX = at(reached, from);
    const startY = startX - from;
    while (x > startX && y > startY && cost > 0 ? true : cost === 0 && x > 0 && y > 0) {
      x--;
      y--;
      steps.push({ sign: ' ', line: before[x] ?? '' });
    }
    if (cost === 0) break;
    if (from > diagonal) steps.push({ sign: '+', line: after[--y] ?? '' });
    else steps.push({ sign: '-', line: before[--x] ?? '' });
  }
  return steps.reverse();
}

type Hunk = readonly [start: number, end: number];

/** The stretches of steps that are shown: what changes, with some lines around it. */
function hunksOf(steps: readonly Step[]): readonly Hunk[] {
  const hunks: [number, number][] = [];
  for (const [index, { sign }] of steps.entries()) {
    if (sign === ' ') continue;
    const [start, end] = [Math.max(0, index - AROUND), Math.min(steps.length, index + AROUND + 1)];
    const last = hunks.at(-1);
    if (last !== undefined && start <= last[1]) last[1] = end;
    else hunks.push([start, end]);
  }
  return hunks;
}

function hunkLines(steps: readonly Step[], [start, end]: Hunk): readonly string[] {
  const count = (some: readonly Step[], other: '+' | '-'): number => some.filter(({ sign }) => sign !== other).length;
  const [ahead, shown] = [steps.slice(0, start), steps.slice(start, end)];
  const span = (other: '+' | '-'): string => {
    const size = count(shown, other);
    const first = count(ahead, other) + (size === 0 ? 0 : 1);
    return size === 1 ? String(first) : `${first},${size}`;
  };
  const lines = shown.flatMap(({ sign, line }) =>
    line.endsWith('\n') ? [`${sign}${line.slice(0, -1)}`] : [`${sign}${line}`, '\\ No newline at end of file'],
  );
  return [`@@ -${span('+')} +${span('-')} @@`, ...lines];
}
