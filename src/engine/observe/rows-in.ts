import type { Kind } from '../../kind.ts';
import type { LiveObject } from '../../model.ts';
import type { Read } from '../../read.ts';
import type { Found } from './read-cache.ts';

/** The live objects in what a read has found, where it has found anything: that itself, unless the kind finds them in it. */
export function rowsIn({ reads }: Pick<Kind, 'reads'>, found: Found, read: Read): readonly LiveObject[] {
  if (found === undefined) return [];
  if (reads.listed !== undefined) return reads.listed(found, read);
  return reads.rows === undefined ? found : found.flatMap((answer) => reads.rows?.(answer, read) ?? []);
}
