import { nearest } from '../base/nearest.ts';

/** What to do about a word that is not known: the nearest right one, or else all of them where they are few. */
export function suggestion(word: string, candidates: readonly string[]): string | undefined {
  const best = nearest(word, candidates);
  if (best !== undefined) return `Write \`${best}\``;
  if (candidates.length === 0 || candidates.length > 12) return undefined;
  return `Use ${oneOf(candidates)}`;
}

/** `a`, `b` or `c`. */
export function oneOf(words: readonly string[]): string {
  const quoted = words.map((word) => `\`${word}\``);
  const last = quoted.pop();
  if (last === undefined) return 'nothing';
  return quoted.length === 0 ? last : `${quoted.join(', ')} or ${last}`;
}
