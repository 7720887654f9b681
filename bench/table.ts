import type { Figure } from './figure.ts';

/** The figures of a row; none where it could not be measured. */
export interface MeasuredRow {
  readonly name: string;
  readonly figures: readonly Figure[] | undefined;
  readonly seconds: number;
}

/** The rows as a table in Markdown: what is missed is marked, whether it is enforced or told. */
export function tableOf(rows: readonly MeasuredRow[]): string {
  return ['| row | what | figure | spread | bar | of |', '|---|---|--:|---|--:|---|', ...lines(rows), ''].join('\n');
}

/** The lines of the table. */
export function lines(rows: readonly MeasuredRow[]): readonly string[] {
  return rows.flatMap(({ name, figures }) =>
    figures === undefined
      ? [`| ${name} | | could not be measured | | | |`]
      : figures.map((figure) => `| ${name} | ${cells(figure).join(' | ')} |`),
  );
}

function cells({ what, value, bar, type, spread, detail }: Figure): readonly string[] {
  const verdict = value <= bar ? '' : type === 'counted' ? ' **missed**' : ' (missed)';
  const range = spread === undefined ? '' : `${shown(spread[0])}–${shown(spread[1])}`;
  return [what, `${shown(value)}${verdict}`, range, shown(bar), detail];
}

function shown(value: number): string {
  return Number.isInteger(value) ? value.toLocaleString('en') : value.toFixed(value < 0.1 ? 3 : 2);
}
