/**
 * Why a text is certainly no pattern to RE2, which is what GitLab reads patterns with; undefined where nothing is known to be wrong. Brackets
 * that do not close, and what RE2 leaves out of other dialects: looking around, and referring back.
 */
export function re2Fault(pattern: string): string | undefined {
  // What stands between \Q and \E, and behind a backslash, is text.
  const plain = pattern.replaceAll(/\\Q.*?(?:\\E|$)/gs, '_');
  if (/(?<!\\)(?:\\\\)*\\[1-9]/.test(plain)) return 'RE2 cannot refer back to a group';
  const bare = plain.replaceAll(/\\./gs, '_');
  const classless = bare.replaceAll(/\[\^?\]?(?:\[:\^?\w+:\]|[^\]])*\]/g, '_');
  if (classless.includes('[')) return 'a [ is not closed';
  if (/\(\?<?[=!]/.test(classless)) return 'RE2 cannot look ahead or behind';
  if (/(?:^|[(|])[*+?]/.test(classless.replaceAll('(?', '('))) return 'a repetition has nothing to repeat';
  let depth = 0;
  for (const character of classless) {
    if (character === '(') depth++;
    if (character === ')') depth--;
    if (depth < 0) return 'a ) has no (';
  }
  return depth > 0 ? 'a ( is not closed' : undefined;
}
