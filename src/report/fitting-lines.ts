import { fenced, paragraphs } from './plan-markdown.ts';

/** Lines in a block of code, as many as there is room for: below fewer than all of them stands `cut`, which says so. */
export function fittingLines(lines: readonly string[], room: number, cut: string): readonly string[] {
  const whole = fenced('text', lines);
  if (whole.length + 2 <= room) return [whole];
  let [least, most] = [0, lines.length - 1];
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (paragraphs([fenced('text', lines.slice(0, middle)), cut]).length + 2 <= room) least = middle;
    else most = middle - 1;
  }
  return [fenced('text', lines.slice(0, least)), cut];
}
