import { diffArrays } from 'diff';

/** The lines of a text, each with the newline that ends it. */
export function linesOf(text: string): readonly string[] {
  return text === '' ? [] : text.split(/(?<=\n)/);
}

/** The lines that two texts share, in order, as pairs of where each stands: a shortest edit script, its groups placed as git places them. */
export function sharedLines(
  before: readonly string[],
  after: readonly string[],
): readonly (readonly [before: number, after: number])[] {
  const changes = diffArrays([...before], [...after]);
  const gone = changes.flatMap(({ added, removed, count }) => (added ? [] : new Array<boolean>(count).fill(removed)));
  const came = changes.flatMap(({ added, removed, count }) => (removed ? [] : new Array<boolean>(count).fill(added)));
  placeGroups(gone, before);
  placeGroups(came, after);
  const kept = came.flatMap((is, line) => (is ? [] : [line]));
  return gone.flatMap((is, line) => (is ? [] : [line])).map((line, index) => [line, kept[index] ?? 0]);
}

/**
 * Where a line that comes or goes repeats beside it, several scripts are equally short. The library takes the first it
 * finds; git moves every group up, which joins it to those that it meets, and then down as far as it goes.
 */
function placeGroups(changed: boolean[], lines: readonly string[]): void {
  for (let at = 0; at < lines.length; at += 1) {
    if (changed[at] !== true) continue;
    let [start, end] = [at, endOfGroup(changed, at)];
    let length: number;
    do {
      while (start > 0 && lines[start - 1] === lines[end - 1]) {
        [start, end] = [start - 1, end - 1];
        [changed[start], changed[end]] = [true, false];
        while (changed[start - 1] === true) start -= 1;
      }
      length = end - start;
      while (end < lines.length && lines[start] === lines[end]) {
        [changed[start], changed[end]] = [false, true];
        [start, end] = [start + 1, endOfGroup(changed, end)];
      }
    } while (end - start !== length);
    at = end;
  }
}

function endOfGroup(changed: readonly boolean[], from: number): number {
  let end = from;
  while (changed[end] === true) end += 1;
  return end;
}
