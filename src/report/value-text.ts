import { Secret } from '../base/secret.ts';
import type { Finding, Ref } from '../model.ts';
import { visible } from './visible.ts';

/** Words that YAML reads as something else than text. */
const notText = /^(?:true|false|null|yes|no|on|off|~|\.inf|\.nan)$/i;
const needsQuotes = /^[\s("'`&*!|>%-]|\s$|\s\s|[,[\]{}"\\→…]|: |:$|\s#|^#|^$/u;

/** A value as it would be written in the YAML, on one line; a secret by its source and a reference by what it
 * refers to. The type is left open because typescript-eslint 8.73 runs in circles where Json is given for Value. */
export function valueText(value: unknown): string {
  if (typeof value === 'string') return stringText(value);
  if (value === null || typeof value !== 'object') return String(value);
  if (value instanceof Secret) return secretText(value);
  if (isRef(value)) return `(${visible(value.$ref.field)} of ${visible(value.$ref.address)})`;
  if (isFinding(value)) return `(${visible(value.$find.field)} of what GET ${visible(value.$find.read.path)} shows)`;
  if (isList(value)) return `[${value.map(valueText).join(', ')}]`;
  const fields = Object.entries<unknown>({ ...value }).map(
    ([name, field]) => `${stringText(name)}: ${valueText(field)}`,
  );
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
}

/** What stands for a secret in the fields of a change. */
export const secretWord = '(secret)';

/** Bare where that reads as text, quoted elsewhere: what stands in brackets without quotes is ours, not a value. */
function stringText(text: string): string {
  if (text === secretWord) return text;
  const bare = !needsQuotes.test(text) && !notText.test(text) && Number.isNaN(Number(text)) && visible(text) === text;
  return bare ? text : quotedText(text);
}

/** A text in quotes, on one line. */
export function quotedText(text: string): string {
  return visible(JSON.stringify(text));
}

function secretText(secret: Secret): string {
  const { source } = secret;
  switch (source.type) {
    case 'env':
      return `(secret env ${visible(source.name)})`;
    case 'file':
      return `(secret file ${visible(source.path)})`;
    case 'text':
      return `(secret in plain text at ${visible(source.at)})`;
  }
}

/** Whether a value stands for what another change makes. */
export function isRef(value: unknown): value is Ref {
  if (!isObject(value) || !isObject(value.$ref)) return false;
  return typeof value.$ref.address === 'string' && typeof value.$ref.field === 'string';
}

function isFinding(value: unknown): value is Finding {
  return isObject(value) && isObject(value.$find) && isObject(value.$find.read);
}

function isObject(value: unknown): value is { readonly [name: string]: unknown } {
  return value !== null && typeof value === 'object';
}

/** Array.isArray does not tell readonly arrays from objects. */
export function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}
