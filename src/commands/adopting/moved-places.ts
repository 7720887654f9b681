import type { Diagnostic } from '../../base/diagnostic.ts';
import type { Place } from '../../base/place.ts';
import type { FileText } from '../../config/yaml/places.ts';
import { stepsBetween } from '../../report/unified-diff.ts';

/** Where a line stands in another text; `stays` is false where it is none of it, and the nearest one above is meant. */
interface Standing {
  readonly line: number;
  readonly stays: boolean;
}

/**
 * What is said of some texts, with the places where the same stands in others of the same files: what is told of a file as it would be is looked
 * for in the one that is there. A line that stands in one of them alone is told by the nearest line above it.
 */
export function movedPlaces(
  diagnostics: readonly Diagnostic[],
  from: readonly FileText[],
  to: readonly FileText[],
): readonly Diagnostic[] {
  const files = new Map<string, (line: number) => Standing>();
  const moved = (place: Place): Place => {
    const { file } = place;
    const standing = files.get(file) ?? standingIn(textIn(from, file), textIn(to, file));
    files.set(file, standing);
    const { line, stays } = standing(place.line);
    if (!stays) return { file, line, column: 1 };
    return line === place.line ? place : { ...place, line };
  };
  return diagnostics.map((one) => ({
    ...one,
    ...(one.place !== undefined && { place: moved(one.place) }),
    ...(one.related !== undefined && {
      related: one.related.map((other) => ({ ...other, place: moved(other.place) })),
    }),
  }));
}

function textIn(texts: readonly FileText[], file: string): string | undefined {
  return texts.find((one) => one.file === file)?.text;
}

function standingIn(before: string | undefined, after: string | undefined): (line: number) => Standing {
  const found: Standing[] = [];
  const steps = before === undefined || after === undefined || before === after ? [] : stepsBetween(before, after);
  let at = 0;
  for (const { sign } of steps) {
    if (sign !== '-') at++;
    if (sign !== '+') found.push({ line: Math.max(1, at), stays: sign === ' ' });
  }
  return (line) => found[line - 1] ?? { line, stays: true };
}
