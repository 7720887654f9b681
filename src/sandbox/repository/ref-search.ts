/** How lists of branches and tags are searched: `^term` begins with, `term$` ends with, any other term is contained. */
export function matchesRefSearch(search: string): (name: string) => boolean {
  const term = search.toLowerCase();
  const begins = term.startsWith('^');
  const ends = term.endsWith('$');
  const bare = term.slice(begins ? 1 : 0, ends ? -1 : undefined);
  return (name) => {
    const low = name.toLowerCase();
    if (begins && !low.startsWith(bare)) return false;
    if (ends && !low.endsWith(bare)) return false;
    return low.includes(bare);
  };
}
