const quoted = /(?<=^| )"[^"]+"(?= |$)/g;

/**
 * Whether one of these texts holds every word that is searched for; what has no word of three characters or more must
 * be the whole text (GET /groups, 18.9).
 */
export function matchesFuzzy(search: string, texts: readonly string[]): boolean {
  const query = search.trim().replaceAll(/\s+/g, ' ').toLowerCase();
  const words = wordsOf(query).filter((word) => word.length >= 3);
  return texts
    .map((text) => text.toLowerCase())
    .some((text) => (words.length === 0 ? text === query : words.every((word) => text.includes(word))));
}

/** The words of a query; what stands in quotes is one word. */
function wordsOf(query: string): readonly string[] {
  const phrases = [...query.matchAll(quoted)].map(([phrase]) => phrase.slice(1, -1));
  const rest = query.replaceAll(quoted, '').split(' ');
  return [...rest, ...phrases].filter((word) => word !== '');
}
