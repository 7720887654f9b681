/**
 * A test for slash-separated names: `*` stands for anything but a slash, `**` for anything, `\*` for a star, and every
 * other character, brackets and other backslashes included, for itself. `a/**` is what lies below `a`, not `a` itself. Case does not matter, as in GitLab's paths.
 */
export function glob(pattern: string): (name: string) => boolean {
  const parts = partsOf(pattern.toLowerCase());
  return (name) => fits(parts, name.toLowerCase());
}

const ONE_SEGMENT = Symbol('*');
const ANYTHING = Symbol('**');

type Part = string | typeof ONE_SEGMENT | typeof ANYTHING;

/** The characters of a pattern, with what its stars stand for; more stars than two in a row are no more than two. */
function partsOf(pattern: string): readonly Part[] {
  return pattern.split(/(\\\*|\*+)/).flatMap((text): readonly Part[] => {
    if (text === String.raw`\*`) return ['*'];
    if (!text.startsWith('*')) return text.split('');
    return [text.length > 1 ? ANYTHING : ONE_SEGMENT];
  });
}

/** Where a star stands for more: the place after it in the pattern, and in the name what it does not stand for as yet. */
interface Star {
  readonly part: number;
  readonly at: number;
}

/**
 * Whether a name fits. Where a star could stand for less or for more it is tried with less first, and only the last of each sort is tried
 * again: an expression would try all of them, which a pattern of twenty stars makes last for ever.
 */
function fits(parts: readonly Part[], name: string): boolean {
  let part = 0;
  let at = 0;
  let segment: Star | undefined;
  let anything: Star | undefined;
  while (at < name.length) {
    if (parts[part] === ANYTHING) {
      part += 1;
      [anything, segment] = [{ part, at }, undefined];
    } else if (parts[part] === ONE_SEGMENT) {
      part += 1;
      segment = { part, at };
    } else if (parts[part] === name[at]) {
      part += 1;
      at += 1;
    } else if (segment !== undefined && name[segment.at] !== '/') {
      segment = { part: segment.part, at: segment.at + 1 };
      ({ part, at } = segment);
    } else if (anything !== undefined) {
      [anything, segment] = [{ part: anything.part, at: anything.at + 1 }, undefined];
      ({ part, at } = anything);
    } else {
      return false;
    }
  }
  return parts.slice(part).every((left) => typeof left !== 'string');
}

/** Whether a name that begins like this may fit a pattern, whatever follows. */
export function couldBegin(pattern: string, beginning: string): boolean {
  const parts = partsOf(pattern.toLowerCase());
  /** The places in the pattern that may come next. */
  let places = afterStars(parts, new Set([0]));
  for (const character of beginning.toLowerCase().split('')) {
    const next = new Set<number>();
    for (const place of places) {
      const part = parts[place];
      if (part === ANYTHING || (part === ONE_SEGMENT && character !== '/')) next.add(place);
      else if (part === character) next.add(place + 1);
    }
    places = afterStars(parts, next);
  }
  return places.size > 0;
}

/** A star may stand for nothing, too. */
function afterStars(parts: readonly Part[], places: ReadonlySet<number>): Set<number> {
  const all = new Set(places);
  for (const place of all) if (typeof parts[place] === 'symbol') all.add(place + 1);
  return all;
}

/** Whether a name fits one of several patterns. */
export function anyGlob(patterns: readonly string[] = []): (name: string) => boolean {
  const fits = patterns.map(glob);
  return (name) => fits.some((fit) => fit(name));
}
