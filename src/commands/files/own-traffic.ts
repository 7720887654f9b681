import { isMap } from '../../base/shape.ts';

/** Whether a text is a HAR document that this program has written, and nothing beside it. */
export function isOwnTraffic(text: string): boolean {
  const document = parsed(text);
  const log = has(document, ['log']) ? document['log'] : undefined;
  if (!has(log, ['creator', 'entries', 'version'])) return false;
  const { creator, entries } = log;
  return Array.isArray(entries) && has(creator, ['name', 'version']) && creator['name'] === 'keelson';
}

/** Whether a value is an object with these fields, in the order of the alphabet, and no others. */
function has(value: unknown, fields: readonly string[]): value is { readonly [field: string]: unknown } {
  return isMap(value) && Object.keys(value).sort().join() === fields.join();
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
