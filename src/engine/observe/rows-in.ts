import type { Kind } from '../../kind.ts';
import type { LiveObject } from '../../model.ts';
import type { Read } from '../../read.ts';

/** The live objects in what a read has found: that itself, unless the kind finds them in it. */
export function rowsIn(
  { reads }: Pick<Kind, 'reads'>,
  found: readonly LiveObject[],
  read: Read,
): readonly LiveObject[] {
  return reads.rows === undefined ? found : found.flatMap((answer) => reads.rows?.(answer, read) ?? []);
}
