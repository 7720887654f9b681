import type { Kind } from '../../kind.ts';
import type { Entry } from '../../model.ts';

/** An entry that has no name is named by its id, so that whoever reads of it can tell it from others: a runner without a description. */
export function namedById({ shape }: Pick<Kind, 'shape'>, entry: Entry): Entry {
  if (entry.key !== '' || shape.type === 'single' || entry.id === undefined) return entry;
  return { ...entry, key: `#${entry.id}`, nameless: true };
}
