import { Secret } from '../base/secret.ts';
import { withoutSecrets } from '../base/hidden-values.ts';
import { Finding, Joined, OwnSecret, Ref } from '../placeholders.ts';
import { requestLine } from './request-line.ts';
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
  if (Ref.is(value)) return `(${visible(value.field)} of ${visible(value.address)})`;
  if (Finding.is(value)) return findingText(value);
  if (OwnSecret.is(value)) return `(secret ${visible(value.field)} that GitLab shows)`;
  if (Joined.is(value)) return value.parts.map(valueText).join(',');
  if (isList(value)) return `[${value.map(valueText).join(', ')}]`;
  const fields = Object.entries<unknown>({ ...value }).map(
    ([name, field]) => `${stringText(name)}: ${valueText(field)}`,
  );
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
}

function findingText({ read, field, seen }: Finding): string {
  const what = `(${visible(field)} of ${requestLine({ method: 'GET', ...read })})`;
  return seen === undefined ? what : `${valueText(seen)} ${what}`;
}

/** What stands for a secret in the fields of a change. */
export const secretWord = '(secret)';

/** Bare where that reads as text, quoted elsewhere: what stands in brackets without quotes is ours, not a value. */
function stringText(value: string): string {
  if (value === secretWord) return value;
  const text = withoutSecrets(value);
  const bare = !needsQuotes.test(text) && !notText.test(text) && Number.isNaN(Number(text)) && visible(text) === text;
  return bare ? text : quotedText(text);
}

/** A text in quotes, on one line. */
export function quotedText(text: string): string {
  return visible(JSON.stringify(withoutSecrets(text)));
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

/** Whether a value is filled in only when its call is sent. */
export function isFilledLater(value: unknown): value is Secret | Ref | Finding | Joined | OwnSecret {
  return value instanceof Secret || Ref.is(value) || Finding.is(value) || Joined.is(value) || OwnSecret.is(value);
}

/** Array.isArray does not tell readonly arrays from objects. */
export function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}
