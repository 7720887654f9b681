import type { Diagnostic } from '../base/diagnostic.ts';
import { placeText, type Place } from '../base/place.ts';
import { usualColumns } from './change-text.ts';
import { counted } from './counted.ts';
import type { Paint, Stroke } from './paint.ts';
import { sourceExcerpt } from './source-excerpt.ts';
import { visible } from './visible.ts';

/**
 * One diagnostic: its place and message, the line itself with the part that is meant, related places, and the remedy. The lines of files
 * that are shown are cut to `columns`; what is said is not, since a terminal breaks it as well.
 */
export function diagnosticText(diagnostic: Diagnostic, paint: Paint, columns = usualColumns): string {
  const { severity, code, message, place, related = [] } = diagnostic;
  const digits = Math.max(0, ...[place, ...related.map((other) => other.place)].map(lineDigits));
  const gutter = ' '.repeat(digits + 1);
  const label = paint[severity](`${severity}[${visible(code)}]`);
  const lines = [
    `${place === undefined ? '' : `${visible(placeText(place))}: `}${label}: ${paint.strong(visible(message))}`,
    ...excerpt(place, { digits, columns, mark: paint[severity], paint }),
  ];
  for (const other of related) {
    lines.push(`${visible(placeText(other.place))}: ${paint.strong('note')}: ${visible(other.message)}`);
    lines.push(...excerpt(other.place, { digits, columns, mark: paint.strong, paint }));
  }
  return `${[...lines, ...helpLines(diagnostic, gutter, paint)].join('\n')}\n`;
}

/** Diagnostics in the order given: each by itself, but for warnings of one kind, which are told where the first of them was. */
export function diagnosticBlocks(
  diagnostics: readonly Diagnostic[],
  paint: Paint,
  columns?: number,
): readonly string[] {
  const together = new Map<string, Diagnostic[]>();
  for (const diagnostic of diagnostics) {
    const alike = together.get(sortOf(diagnostic));
    if (alike === undefined) together.set(sortOf(diagnostic), [diagnostic]);
    else alike.push(diagnostic);
  }
  return [...together.values()].flatMap((alike) => {
    const [first] = alike;
    return first !== undefined && alike.length > 1 && isTogether(first)
      ? [togetherText(first, alike, paint)]
      : alike.map((one) => diagnosticText(one, paint, columns));
  });
}

/** An error has to be mended where it stands, and what a guard refuses is to catch the eye, so that each is shown with its line. */
function isTogether({ severity, code, related = [] }: Diagnostic): boolean {
  return severity === 'warning' && !code.startsWith('guard-') && related.length === 0;
}

/** Warnings go together that have the same code and the same remedy; anything else is of its own sort. */
function sortOf(diagnostic: Diagnostic): string {
  const { code, remedy, message, place } = diagnostic;
  if (isTogether(diagnostic)) return JSON.stringify(['together', code, remedy]);
  return JSON.stringify(['alone', code, message, place, diagnostic.related]);
}

/** Warnings of one kind: what they say where that is the same of all, with their places below; or a line for each. */
function togetherText(first: Diagnostic, alike: readonly Diagnostic[], paint: Paint): string {
  const label = paint.warning(`warning[${visible(first.code)}]`);
  const isOneMessage = alike.every(({ message }) => message === first.message);
  const head = isOneMessage ? visible(first.message) : `${counted(alike.length, 'warning')} of one kind`;
  const lines = alike.flatMap(({ place, message }) => {
    const where = place === undefined ? '' : visible(placeText(place));
    if (isOneMessage) return where === '' ? [] : [where];
    return [where === '' ? visible(message) : `${where}: ${visible(message)}`];
  });
  const all = [`${label}: ${paint.strong(head)}`, ...lines.map((line) => `  ${line}`), ...helpLines(first, ' ', paint)];
  return `${all.join('\n')}\n`;
}

function helpLines({ remedy }: Diagnostic, gutter: string, paint: Paint): readonly string[] {
  if (remedy === undefined) return [];
  return [`${gutter}${paint.faint('=')} ${paint.strong('help')}: ${sentence(visible(remedy))}`];
}

/** A remedy begins a sentence, whoever gives it. */
function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Diagnostics in the order of the files, and a line that counts them; the empty string where there are none. */
export function diagnosticsText(diagnostics: readonly Diagnostic[], paint: Paint, columns?: number): string {
  if (diagnostics.length === 0) return '';
  const blocks = diagnosticBlocks([...diagnostics].sort(inFileOrder), paint, columns);
  return `${blocks.join('\n')}\n${diagnosticsCount(diagnostics)}\n`;
}

/** `3 errors, 1 warning in 2 files`. */
export function diagnosticsCount(diagnostics: readonly Diagnostic[]): string {
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length;
  const warnings = diagnostics.length - errors;
  const files = new Set(diagnostics.flatMap(({ place }) => place?.file ?? [])).size;
  const counts = [errors > 0 ? counted(errors, 'error') : [], warnings > 0 ? counted(warnings, 'warning') : []].flat();
  return `${counts.join(', ')}${files > 0 ? ` in ${counted(files, 'file')}` : ''}`;
}

/** Files by name, then top to bottom; what has no place comes last. */
function inFileOrder(a: Diagnostic, b: Diagnostic): number {
  if (a.place === undefined || b.place === undefined)
    return Number(a.place === undefined) - Number(b.place === undefined);
  if (a.place.file !== b.place.file) return a.place.file < b.place.file ? -1 : 1;
  return a.place.line - b.place.line || a.place.column - b.place.column;
}

function lineDigits(place: Place | undefined): number {
  return place?.text === undefined ? 0 : String(place.line).length;
}

interface ExcerptOptions {
  readonly digits: number;
  readonly columns: number;
  readonly mark: Stroke;
  readonly paint: Paint;
}

function excerpt(place: Place | undefined, { digits, columns, mark, paint }: ExcerptOptions): string[] {
  if (place?.text === undefined) return [];
  const room = columns - digits - ' | '.length;
  const { line, carets } = sourceExcerpt(place.text, place.column, place.length ?? 1, room);
  const bar = paint.faint('|');
  const number = paint.faint(String(place.line).padStart(digits));
  return [`${' '.repeat(digits)} ${bar}`, `${number} ${bar} ${line}`, `${' '.repeat(digits)} ${bar} ${mark(carets)}`];
}
