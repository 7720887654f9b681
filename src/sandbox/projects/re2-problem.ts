/**
 * Why a text is no pattern to the platform's regular expressions, in their own words; undefined when it is one.
 * It knows of brackets that do not close and of repetitions of nothing (PUT /projects/:id, 18.9).
 */
export function re2Problem(pattern: string): string | undefined {
  const reference = /^(?:[^\\]|\\[^1-9])*?(\\[1-9])/.exec(pattern)?.[1];
  // A guess at the words of these two: RE2 knows neither (google/re2, syntax).
  if (reference !== undefined) return `invalid escape sequence: ${reference}`;
  const bare = pattern.replaceAll(/\\./g, '__');
  const classes = bare.replaceAll(/\[\^?\]?[^\]]*\]/g, (found) => '_'.repeat(found.length));
  const around = /\(\?<?[=!]/.exec(classes)?.[0];
  if (around !== undefined) return `invalid perl operator: ${around.slice(0, 3)}`;
  const open = classes.indexOf('[');
  if (open >= 0) return `missing ]: ${pattern.slice(open)}`;
  const repeated = /(?:^|[(|])([*+?])/.exec(classes.replaceAll('(?', '__'))?.[1];
  if (repeated !== undefined) return `no argument for repetition operator: ${repeated}`;
  const depth = classes.split('(').length - classes.split(')').length;
  if (depth > 0) return `missing ): ${pattern}`;
  return depth < 0 ? `unexpected ): ${pattern}` : undefined;
}
