/**
 * A test for slash-separated names: `*` stands for anything but a slash, `**` for anything, and every other character,
 * brackets included, for itself. `a/**` is what lies below `a`, not `a` itself. Case does not matter, as in GitLab's paths.
 */
export function glob(pattern: string): (name: string) => boolean {
  const source = pattern
    .split('**')
    .map((part) =>
      part
        .split('*')
        .map((literal) => literal.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
        .join('[^/]*'),
    )
    .join('.*');
  const expression = new RegExp(`^${source}$`, 'i');
  return (name) => expression.test(name);
}

/** Whether a name that begins like this may fit a pattern, whatever follows. */
export function couldBegin(pattern: string, beginning: string): boolean {
  const wanted = pattern.toLowerCase();
  const begun = beginning.toLowerCase();
  /** The places in the pattern that may come next. */
  let places = afterStars(wanted, new Set([0]));
  for (const character of begun) {
    const next = new Set<number>();
    for (const place of places) {
      const any = wanted.startsWith('**', place);
      if (any || (wanted[place] === '*' && character !== '/')) next.add(place);
      else if (wanted[place] === character) next.add(place + 1);
    }
    places = afterStars(wanted, next);
  }
  return places.size > 0;
}

/** A star may stand for nothing, too. */
function afterStars(pattern: string, places: ReadonlySet<number>): Set<number> {
  const all = new Set(places);
  for (const place of all) {
    if (pattern.startsWith('**', place)) all.add(place + 2);
    else if (pattern[place] === '*') all.add(place + 1);
  }
  return all;
}

/** Whether a name fits one of several patterns. */
export function anyGlob(patterns: readonly string[] = []): (name: string) => boolean {
  const fits = patterns.map(glob);
  return (name) => fits.some((fit) => fit(name));
}
