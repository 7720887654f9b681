import type { Json } from '../model.ts';

/** JSON with sorted names and no white space: the same text for the same data. */
export function canonicalJson(value: Json): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (isJsonList(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonicalJson(field)}`).join(',')}}`;
}

/** Array.isArray does not tell readonly arrays from objects. */
export function isJsonList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
