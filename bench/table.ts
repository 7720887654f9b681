import type { Figure } from './figure.ts';
import type { Profile } from './profile.ts';

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

/** Profiles side by side: microseconds for each unit and shares, the largest area of the first one on top. */
export function profileTable(unit: string, profiles: readonly Profile[]): string {
  const areas = [...new Set(profiles.flatMap((profile) => [...profile.areas.keys()]))];
  const isSmall = (area: string): boolean => profiles.every((profile) => share(profile, [area]) < 0.01);
  const row = (name: string, of: readonly string[]): string[] => [name, ...profiles.map((one) => part(one, of))];
  const rows = areas.filter((area) => !isSmall(area)).map((area) => row(area, [area]));
  const all = ['all of it', ...profiles.map((profile) => `${micro(timeOf(profile, areas))} µs`)];
  return [
    `| own time for each ${unit} | ${profiles.map(({ name }) => name).join(' | ')} |`,
    `|---|${profiles.map(() => '--:|').join('')}`,
    ...[...rows, row('the rest', areas.filter(isSmall)), all].map((cells) => `| ${cells.join(' | ')} |`),
    '',
  ].join('\n');
}

function part(profile: Profile, areas: readonly string[]): string {
  return `${micro(timeOf(profile, areas))} µs, ${Math.round(share(profile, areas) * 100)} %`;
}

function share(profile: Profile, areas: readonly string[]): number {
  return timeOf(profile, areas) / timeOf(profile, [...profile.areas.keys()]);
}

function timeOf({ areas: times }: Profile, areas: readonly string[]): number {
  return areas.reduce((sum, area) => sum + (times.get(area) ?? 0), 0);
}

function micro(time: number): string {
  return time.toFixed(time < 10 ? 2 : 0);
}
