/** Which lines of a long text are shown: so many from its beginning, and so many from its end. */
export interface Fold {
  readonly head: number;
  readonly tail: number;
}

/** The lines of a text, where a line that counts them stands for those in the middle. Nothing is folded to spare a line or two. */
export function folded(text: string, { head, tail }: Fold, faint: (text: string) => string): string {
  const lines = text.trimEnd().split('\n');
  const hidden = lines.length - head - tail;
  if (hidden < 4) return lines.join('\n');
  return [...lines.slice(0, head), faint(`  … ${hidden} more lines …`), ...lines.slice(lines.length - tail)].join('\n');
}
