const words =
  /^(never|\d+(\s*(and\s+)?\d*\.?\d*\s*(s|sec|second|m|min|minute|h|hr|hour|d|day|w|wk|week|mo|month|mos|y|yr|year)s?)*)$/i;

/** What is wrong with a length of time in words, as `30 days` or `1y`; a blank one is none (models, 18.9). */
export function durationErrors(text: string): readonly string[] {
  return words.test(text.trim()) ? [] : ['is not a correct duration'];
}
