import type { Diagnostic } from '../base/diagnostic.ts';
import { placeText, type Place } from '../base/place.ts';
import { counted } from './counted.ts';
import type { Paint, Stroke } from './paint.ts';
import { sourceExcerpt } from './source-excerpt.ts';
import { visible } from './visible.ts';

/** One diagnostic: its place and message, the line itself with the part that is meant, related places, and the remedy. */
export function diagnosticText(diagnostic: Diagnostic, paint: Paint): string {
  const { severity, code, message, place, related = [], remedy } = diagnostic;
  const digits = Math.max(0, ...[place, ...related.map((other) => other.place)].map(lineDigits));
  const gutter = ' '.repeat(digits + 1);
  const label = paint[severity](`${severity}[${visible(code)}]`);
  const lines = [
    `${place === undefined ? '' : `${visible(placeText(place))}: `}${label}: ${paint.strong(visible(message))}`,
    ...excerpt(place, digits, paint[severity], paint),
  ];
  for (const other of related) {
    lines.push(`${visible(placeText(other.place))}: ${paint.strong('note')}: ${visible(other.message)}`);
    lines.push(...excerpt(other.place, digits, paint.strong, paint));
  }
  if (remedy !== undefined)
    lines.push(`${gutter}${paint.faint('=')} ${paint.strong('help')}: ${sentence(visible(remedy))}`);
  return `${lines.join('\n')}\n`;
}

/** A remedy begins a sentence, whoever gives it. */
function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Diagnostics in the order of the files, and a line that counts them; the empty string where there are none. */
export function diagnosticsText(diagnostics: readonly Diagnostic[], paint: Paint): string {
  if (diagnostics.length === 0) return '';
  const blocks = [...diagnostics].sort(inFileOrder).map((diagnostic) => diagnosticText(diagnostic, paint));
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

function excerpt(place: Place | undefined, digits: number, mark: Stroke, paint: Paint): string[] {
  if (place?.text === undefined) return [];
  const { line, carets } = sourceExcerpt(place.text, place.column, place.length ?? 1);
  const bar = paint.faint('|');
  const number = paint.faint(String(place.line).padStart(digits));
  return [`${' '.repeat(digits)} ${bar}`, `${number} ${bar} ${line}`, `${' '.repeat(digits)} ${bar} ${mark(carets)}`];
}
