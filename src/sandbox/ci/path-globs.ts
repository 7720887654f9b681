/** Whether a path fits a pattern of the CI configuration: `*` stays in a folder, `**` goes into those below (rules:changes, 18.9). */
export function fitsGlob(pattern: string, path: string): boolean {
  return expanded(pattern).some((one) => new RegExp(`^${sourceOf(one)}$`, 'su').test(path));
}

/** The patterns that braces stand for: `{a,b}.md` is `a.md` and `b.md`. */
function expanded(pattern: string): readonly string[] {
  const braces = /\{([^{}]*)\}/.exec(pattern);
  if (braces === null) return [pattern];
  const [whole, inside = ''] = braces;
  const [before, after] = [pattern.slice(0, braces.index), pattern.slice(braces.index + whole.length)];
  return inside.split(',').flatMap((part) => expanded(`${before}${part}${after}`));
}

const wildcard = /\*\*\/|\*\*|\*|\?|[^*?]/gsu;

function sourceOf(pattern: string): string {
  return pattern.replace(wildcard, (part) => {
    if (part === '**/') return '(?:.*/)?';
    if (part === '**') return '.*';
    if (part === '*') return '[^/]*';
    return part === '?' ? '[^/]' : part.replace(/[\\^$.*+?()[\]{}|/-]/u, '\\$&');
  });
}
