import { saysAgain } from './says-again.ts';
import { isRandom } from './says-part.ts';
import { HIDDEN, joinedStretches, urlSecrets, type Stretch } from './url-secrets.ts';

/** What is shorter is a part of many a name and number; of what is no value made at random, only the values of fields are cleared. */
const SHORTEST = 4;

/** The values by their first two letters, with all ways in which they are looked for. */
type Sought = Map<string, string[]>;

/** What this process has been given as secrets: nothing of it is printed, whatever it was found in. */
const everywhere: Sought = new Map();
const inValues: Sought = new Map();
const tokens: Sought = new Map();

/** Those of them that no text says by chance, whatever it is about. */
const telling = new Set<string>();
/** The test for these, made when it is first asked for: a run that GitLab refuses nothing has no need of it. */
let saysTelling: ((text: string) => boolean) | undefined;
/** What it said of texts: thousands of sections may be refused in the same words. */
const answered = new Map<string, boolean>();
const KEPT = 100;

/** GitLab's tokens have twenty characters and more; a shorter one, as a sandbox may be given, is a word that answers hold for other reasons. */
const SHORTEST_TOKEN = 12;

/** From here on, no text of this process shows the token that goes with each of its requests, whether that was made at random or not. */
export function hideToken(token: string): void {
  if (token.length < SHORTEST_TOKEN) return;
  for (const form of formsOf(token)) for (const sought of [tokens, everywhere, inValues]) add(sought, form);
  tell(token);
}

/** From here on, no text of this process shows these secrets. */
export function hideValues(values: readonly string[]): void {
  for (const value of values) {
    if (value.length < SHORTEST) continue;
    if (isTelling(value)) tell(value);
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
  tokens.clear();
  telling.clear();
  lookAnew();
}

function tell(value: string): void {
  if (telling.has(value)) return;
  telling.add(value);
  lookAnew();
}

function lookAnew(): void {
  saysTelling = undefined;
  answered.clear();
}

/** What is shorter, or a single word or number, stands in a message for other reasons as well. */
const SHORTEST_TELLING = 8;
const LONGER_THAN_WORDS = 16;

function isTelling(value: string): boolean {
  if (value.length < SHORTEST_TELLING) return false;
  return value.length >= LONGER_THAN_WORDS || (/[A-Za-z]/.test(value) && /[^A-Za-z]/.test(value));
}

/**
 * Whether a text says a secret of this run again, in any form in which one is known, be it in answer to the request that had it or to another:
 * it takes the longer the more secrets there are, and is for what a server says in its own words alone.
 */
export function saysAnySecret(text: string): boolean {
  const known = answered.get(text);
  if (known !== undefined) return known;
  saysTelling ??= saysAgain([...telling]);
  const says = saysTelling(text);
  if (answered.size >= KEPT) answered.clear();
  answered.set(text, says);
  return says;
}

/** A text without the token of this run, where that stands as it is, or as URLs, JSON, HTML, base64 and hex write it. */
export function withoutToken(text: string): string {
  return cleared(text, joinedStretches(found(text, tokens)));
}

/** A text without what URLs in it hold of users, passwords and tokens, and without the secrets of this run that can be nobody's word. */
export function withoutSecrets(text: string): string {
  return cleared(text, secretsWithin(text));
}

/** The same of a value that stands in a field, and without any secret of this run: a word that is one of them may be hidden there. */
export function withoutAnySecret(text: string): string {
  return cleared(text, joinedStretches([...urlSecrets(text), ...found(text, inValues)]));
}

/** Where a text holds a secret: of a URL, or one of this run that can be nobody's word. */
export function secretsWithin(text: string): readonly Stretch[] {
  return joinedStretches([...urlSecrets(text), ...found(text, everywhere)]);
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
