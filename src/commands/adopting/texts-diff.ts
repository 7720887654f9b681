import { isList, isMap } from '../../base/shape.ts';
import { Secret } from '../../base/secret.ts';
import { maskedText } from '../../config/adopt/masked-text.ts';
import type { FileText } from '../../config/yaml/places.ts';
import type { Desired, Value } from '../../model.ts';
import { unifiedDiff } from '../../report/unified-diff.ts';
import { visible } from '../../report/visible.ts';

/** What the numbers in such a patch are: who does not read one every day looks for the wrong line. */
export const patchNumbers =
  'In `@@ -LINE +LINE @@` the first is a line of the file as it is, the second of the file as it would be; all else is told by the lines of the file as it is.';

/** How the files would change, with no secret in it that stands in them in plain text. */
export function textsDiff(before: readonly FileText[], after: readonly FileText[], desired: Desired): string {
  const secrets = new Set(
    desired.sections.flatMap(({ entries }) => entries.flatMap(({ spec }) => Object.values(spec).flatMap(plainIn))),
  );
  const isSecret = (value: string): boolean => secrets.has(value);
  return after
    .map((source, index) => {
      const old = before[index] ?? { ...source, text: '' };
      if (old.text === source.text) return '';
      return shown(unifiedDiff(source.file, maskedText(old, isSecret), maskedText(source, isSecret)));
    })
    .join('');
}

/** The secrets in a value that stand in the configuration itself. */
function plainIn(value: Value | undefined): readonly string[] {
  if (value instanceof Secret) return value.plainText() === undefined ? [] : [value.plainText() ?? ''];
  if (isList(value)) return value.flatMap(plainIn);
  return isMap(value) ? Object.values(value).flatMap(plainIn) : [];
}

/** As it may be printed: a patch needs its tabs and the ends of its lines, and no terminal is to obey the rest. */
function shown(diff: string): string {
  return diff.replace(/\r(?!\n)/g, '\\r').replace(/[^\t\r\n]+/g, visible);
}
