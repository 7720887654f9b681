import { saysAnySecret, withoutToken } from './hidden-values.ts';

/** What stands for words that say a secret again. */
export const UNSAID = '(what GitLab says of it holds a secret that was sent, and is not shown)';

/** What stands for words that answer a read of secrets. */
export const UNTOLD = '(what GitLab says of it may hold a secret that stands there, and is not shown)';

/** Nobody writes a longer message; to look through one for every secret of a run would take long. */
const LONGEST = 10_000;
const TOO_LONG = '(what GitLab says of it is too long to be looked through for secrets, and is not shown)';

/** What a server says in its own words, as it may be told: whatever request it answers, it may say a secret again that another had. */
export function toldWords(words: string): string {
  if (words.length > LONGEST) return TOO_LONG;
  const shown = withoutToken(words);
  return saysAnySecret(shown) ? UNSAID : shown;
}

/** Such words behind what is told of an answer: ` (403 Forbidden)`. What stands in their place has its brackets, and other words may. */
export function inBrackets(words: string | undefined): string {
  if (words === undefined) return '';
  return /^\([^()]*\)$/.test(words) ? ` ${words}` : ` (${words})`;
}
