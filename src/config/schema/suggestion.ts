import { meantBy, nearestFew } from '../../base/nearest.ts';

/** So many words are all told; of more, those that are nearest. */
export const FEW = 12;

const NEAREST = 3;

/** What to do about a value that is none of those that a field takes: all of them where they are few, else the nearest. */
export function choices(word: string, values: readonly string[]): string | undefined {
  const best = meantBy(word, values);
  const all = values.length <= FEW ? oneOf(values) : undefined;
  if (best !== undefined)
    return `Write \`${best}\`${all === undefined || values.length === 1 ? '' : `; it takes ${all}`}`;
  if (values.length === 0) return undefined;
  return all === undefined ? `The nearest that it takes are ${oneOf(nearestFew(word, values, NEAREST))}` : `Use ${all}`;
}

/** What to do about a word that is not known: the nearest right one, or else all of them where they are few. */
export function suggestion(word: string, candidates: readonly string[]): string | undefined {
  const best = meantBy(word, candidates);
  if (best !== undefined) return `Write \`${best}\``;
  if (candidates.length === 0 || candidates.length > FEW) return undefined;
  return `Use ${oneOf(candidates)}`;
}

/** `a`, `b` or `c`. */
export function oneOf(words: readonly string[]): string {
  const quoted = words.map((word) => `\`${word}\``);
  const last = quoted.pop();
  if (last === undefined) return 'nothing';
  return quoted.length === 0 ? last : `${quoted.join(', ')} or ${last}`;
}
