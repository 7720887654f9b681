/** A part of a long text that is shown: so many lines, from the first one that is `from`, or else from the beginning or the end. */
export type Window =
  { readonly from: string; readonly lines: number } | { readonly first: number } | { readonly last: number };

/** The windows of a text, in order; a line that counts them stands for the lines between two. */
export function folded(text: string, windows: readonly Window[], faint: (text: string) => string): string {
  const lines = text.trimEnd().split('\n');
  const shown: string[] = [];
  let next = 0;
  for (const window of windows) {
    const [start, end] = reach(lines, window);
    const begin = Math.max(start, next);
    if (begin >= end) continue;
    if (begin > next) shown.push(...gap(lines.slice(next, begin), faint));
    shown.push(...lines.slice(begin, end));
    next = end;
  }
  return [...shown, ...gap(lines.slice(next), faint)].join('\n');
}

/** The bounds of a window. A line that is not there has nothing to show. */
function reach(lines: readonly string[], window: Window): readonly [start: number, end: number] {
  if ('first' in window) return [0, Math.min(window.first, lines.length)];
  if ('last' in window) return [Math.max(0, lines.length - window.last), lines.length];
  const start = lines.findIndex((line) => plain(line) === window.from);
  return start < 0 ? [0, 0] : [start, Math.min(start + window.lines, lines.length)];
}

function gap(lines: readonly string[], faint: (text: string) => string): readonly string[] {
  return lines.length < 3 ? lines : [faint(`  … ${lines.length} more lines …`)];
}

function plain(line: string): string {
  return line.replace(new RegExp(`${String.fromCharCode(27)}\\[[\\d;]*m`, 'g'), '');
}
