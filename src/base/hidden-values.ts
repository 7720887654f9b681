import { isRandom } from './says-part.ts';
import { HIDDEN, joinedStretches, urlSecrets, type Stretch } from './url-secrets.ts';

/** What is shorter is a part of many a name and number; of what is no value made at random, only the values of fields are cleared. */
const SHORTEST = 4;

/** The values by their first two letters, with all ways in which they are looked for. */
type Sought = Map<string, string[]>;

/** What this process has been given as secrets: nothing of it is printed, whatever it was found in. */
const everywhere: Sought = new Map();
const inValues: Sought = new Map();

/** From here on, no text of this process shows these secrets. */
export function hideValues(values: readonly string[]): void {
  for (const value of values) {
    if (value.length < SHORTEST) continue;
    for (const form of formsOf(value)) {
      add(inValues, form);
      if (isRandom(value)) add(everywhere, form);
    }
  }
}

/** Another run begins in this process, with secrets of its own. */
export function forgetValues(): void {
  everywhere.clear();
  inValues.clear();
}

/** A text without what URLs in it hold of users, passwords and tokens, and without the secrets of this run that can be nobody's word. */
export function withoutSecrets(text: string): string {
  return cleared(text, joinedStretches([...urlSecrets(text), ...found(text, everywhere)]));
}

/** The same of a value that stands in a field, and without any secret of this run: a word that is one of them may be hidden there. */
export function withoutAnySecret(text: string): string {
  return cleared(text, joinedStretches([...urlSecrets(text), ...found(text, inValues)]));
}

/** Whether a text holds a secret: of a URL, or one of this run that can be nobody's word. */
export function holdsSecret(text: string): boolean {
  return urlSecrets(text).length > 0 || found(text, everywhere).length > 0;
}

/** For JSON.stringify: the same for every text in what is written. */
export function hideSecrets(_: string, value: unknown): unknown {
  return typeof value === 'string' ? withoutSecrets(value) : value;
}

/** A value as it is, and as URLs, JSON, HTML, base64 and hex write it. */
export function formsOf(value: string): readonly string[] {
  const bytes = Buffer.from(value);
  const hex = bytes.toString('hex');
  const forms = [
    value,
    ...[encodeURIComponent(toWellFormed(value)), JSON.stringify(value).slice(1, -1)],
    value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
    ...[bytes.toString('base64').replace(/=+$/, ''), bytes.toString('base64url'), hex, hex.toUpperCase()],
  ];
  return [...new Set(forms)];
}

/** Half of a letter, which no URL can hold, is written as another one. */
function toWellFormed(value: string): string {
  return Buffer.from(value).toString();
}

function add(sought: Sought, form: string): void {
  const beginning = form.slice(0, 2);
  const known = sought.get(beginning);
  if (known === undefined) sought.set(beginning, [form]);
  else if (!known.includes(form)) known.push(form);
}

function found(text: string, sought: Sought): readonly Stretch[] {
  if (sought.size === 0) return [];
  const stretches: Stretch[] = [];
  for (let at = 0; at + SHORTEST <= text.length; at++)
    for (const form of sought.get(text.slice(at, at + 2)) ?? [])
      if (text.startsWith(form, at)) stretches.push([at, at + form.length]);
  return stretches;
}

function cleared(text: string, stretches: readonly Stretch[]): string {
  let shown = '';
  let at = 0;
  for (const [start, end] of stretches) {
    shown += text.slice(at, start) + HIDDEN;
    at = end;
  }
  return at === 0 ? text : shown + text.slice(at);
}
