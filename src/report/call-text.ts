import { isList, isRef, valueText } from './value-text.ts';
import { Secret } from '../base/secret.ts';
import type { Call } from '../model.ts';
import { visible } from './visible.ts';
import { padded, width } from './width.ts';

/** A request in full: method, path and query on one line, then the body's fields, one per line. Nothing is shortened. */
export function callLines(call: Call): readonly string[] {
  const lines = [requestLine(call)];
  const body = Object.entries(call.body ?? {});
  const names = Math.max(0, ...body.map(([name]) => width(visible(name)) + 1));
  for (const [name, value] of body) lines.push(`  ${padded(`${visible(name)}:`, names)} ${bodyValue(value)}`);
  if (call.keep !== undefined) {
    lines.push(`  the answer's ${visible(call.keep.field)} (secret) is written to ${visible(call.keep.file)}`);
  }
  return lines;
}

/** `PUT /groups/platform/hooks/3?reset=true`. */
export function requestLine(call: Pick<Call, 'method' | 'path' | 'query'>): string {
  const query = Object.entries(call.query ?? {}).map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
  );
  return `${call.method} ${visible(call.path)}${query.length === 0 ? '' : `?${query.join('&')}`}`;
}

/** JSON as it is sent, except for what is filled in only then. */
function bodyValue(value: unknown): string {
  if (value === null || typeof value !== 'object') return visible(JSON.stringify(value));
  if (value instanceof Secret || isRef(value)) return valueText(value);
  if (isList(value)) return `[${value.map(bodyValue).join(', ')}]`;
  const fields = Object.entries<unknown>({ ...value }).map(
    ([name, field]) => `${visible(JSON.stringify(name))}: ${bodyValue(field)}`,
  );
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
}
