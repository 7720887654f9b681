import { withoutSecrets } from '../base/hidden-values.ts';
import type { LiveObject } from '../model.ts';

const NAMES = ['path_with_namespace', 'full_path', 'username'];

/** What people call a row of a list of groups, projects or people, by itself alone; undefined where it has no such name. */
export function nameOfRow(row: LiveObject): string | undefined {
  const name = NAMES.map((field) => row[field]).find((one) => typeof one === 'string');
  return typeof name === 'string' ? withoutSecrets(name) : undefined;
}
