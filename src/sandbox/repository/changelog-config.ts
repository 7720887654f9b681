import { parse } from 'yaml';
import { isJsonObject, textOf } from '../store/json.ts';

/** How a project wants its changelog: the names of its categories, and the form of the date. */
export interface ChangelogConfig {
  readonly categories: Readonly<Record<string, string>>;
  formatDate(date: Date): string;
}

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
].concat(['November', 'December']);

/** Reads a changelog configuration file; `undefined` stands for none. Returns a text when it is not valid. */
export function readChangelogConfig(yaml: string | undefined): ChangelogConfig | string {
  const parsed: unknown = yaml === undefined ? {} : parse(yaml);
  const sent = isJsonObject(parsed) ? parsed : {};
  const categories = sent['categories'] ?? {};
  if (!isJsonObject(categories)) return 'The "categories" configuration key must be a Hash';
  const format = sent['date_format'] === undefined ? '%Y-%m-%d' : textOf(sent['date_format']);
  return {
    categories: Object.fromEntries(Object.entries(categories).map(([name, title]) => [name, textOf(title)])),
    formatDate: (date) =>
      format.replace(/%(-?)([YmdHMSBby])/g, (_, bare: string, letter: string) => part(date, letter, bare)),
  };
}

function part(date: Date, letter: string, bare: string): string {
  const two = (value: number) => (bare === '-' ? String(value) : String(value).padStart(2, '0'));
  const month = months[date.getUTCMonth()] ?? '';
  switch (letter) {
    case 'Y':
      return String(date.getUTCFullYear());
    case 'y':
      return two(date.getUTCFullYear() % 100);
    case 'm':
      return two(date.getUTCMonth() + 1);
    case 'd':
      return two(date.getUTCDate());
    case 'H':
      return two(date.getUTCHours());
    case 'M':
      return two(date.getUTCMinutes());
    case 'S':
      return two(date.getUTCSeconds());
    default:
      return letter === 'B' ? month : month.slice(0, 3);
  }
}
