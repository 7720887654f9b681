import { saysAgain } from './says-again.ts';
import { SecretLook } from './secret-look.ts';
import { isRandom } from './secret-forms.ts';
import { HIDDEN, joinedStretches, urlSecrets, type Stretch } from './url-secrets.ts';

/** What is shorter is a part of many a name and number; of what is no value made at random, only the values of fields are cleared. */
const SHORTEST = 4;

/** What this process has been given as secrets: nothing of it is printed, whatever it was found in. */
const everywhere = new SecretLook();
const inValues = new SecretLook();
/** The token is taken out of words where it stands as a whole: words that say it in another way are left out. */
const tokens = new SecretLook();

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
  tokens.add(token, 'as a whole');
  everywhere.add(token, isRandom(token) ? 'in parts' : 'encoded');
  inValues.add(token, 'in parts');
  tell(token);
}

/** From here on, no text of this process shows these secrets. */
export function hideValues(values: readonly string[]): void {
  for (const value of values) {
    if (value.length < SHORTEST) continue;
    if (isTelling(value)) tell(value);
    inValues.add(value, isTelling(value) ? 'in parts' : 'encoded');
    if (isRandom(value)) everywhere.add(value, 'in parts');
  }
}

/** From here on, no text of this process shows what GitLab has made, as far as it can only have been made at random. */
export function hideMade(values: readonly string[]): void {
  hideValues(values.filter(isRandom));
}

/** Another run begins in this process, with secrets of its own. */
export function forgetValues(): void {
  for (const look of [everywhere, inValues, tokens]) look.forget();
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
  return cleared(text, tokens.foundWhole(text));
}

/** A text without what URLs in it hold of users, passwords and tokens, and without the secrets of this run that can be nobody's word. */
export function withoutSecrets(text: string): string {
  return cleared(text, secretsWithin(text));
}

/** The same of a value that stands in a field, and without any secret of this run: a word that is one of them may be hidden there. */
export function withoutAnySecret(text: string): string {
  return cleared(text, joinedStretches([...urlSecrets(text), ...inValues.found(text)]));
}

/** Where a text holds a secret: of a URL, or one of this run that can be nobody's word. */
export function secretsWithin(text: string): readonly Stretch[] {
  return joinedStretches([...urlSecrets(text), ...everywhere.found(text)]);
}

/** Whether a text holds a secret: of a URL, or one of this run that can be nobody's word. */
export function holdsSecret(text: string): boolean {
  return urlSecrets(text).length > 0 || everywhere.found(text).length > 0;
}

/** For JSON.stringify: the same for every text in what is written. */
export function hideSecrets(_: string, value: unknown): unknown {
  return typeof value === 'string' ? withoutSecrets(value) : value;
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
