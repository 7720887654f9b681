import { withoutSecrets } from '../base/hidden-values.ts';
import { requestLine } from './request-line.ts';
import { isFilledLater, isList, valueText } from './value-text.ts';
import type { Call } from '../model.ts';
import { visible } from './visible.ts';
import { padded, width } from './width.ts';

/** A request in full: method, path and query on one line, then the body's fields, one per line. Nothing is shortened. */
export function callLines(call: Call): readonly string[] {
  const lines = [requestLine(call)];
  const body = Object.entries(call.body ?? {});
  const names = Math.max(0, ...body.map(([name]) => width(visible(name)) + 1));
  for (const [name, value] of body) lines.push(`  ${padded(`${visible(name)}:`, names)} ${bodyValue(value)}`);
  if (call.attaches !== undefined) {
    const { field, file, sha256 } = call.attaches;
    lines.push(`  ${visible(field)}: the file ${visible(file)} (sha256 ${visible(sha256)})`);
  }
  if (call.saveSecretTo !== undefined) {
    const { field, files } = call.saveSecretTo;
    for (const file of files) lines.push(`  the answer's ${visible(field)} (secret) is written to ${visible(file)}`);
  }
  return lines;
}

/** JSON as it is sent, except for what is filled in only then. */
function bodyValue(value: unknown): string {
  if (typeof value === 'string') return visible(JSON.stringify(withoutSecrets(value)));
  if (value === null || typeof value !== 'object') return visible(JSON.stringify(value));
  if (isFilledLater(value)) return valueText(value);
  if (isList(value)) return `[${value.map(bodyValue).join(', ')}]`;
  const fields = Object.entries<unknown>({ ...value }).map(
    ([name, field]) => `${visible(JSON.stringify(name))}: ${bodyValue(field)}`,
  );
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
}
