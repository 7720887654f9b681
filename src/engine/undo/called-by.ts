import { nameField, type Kind } from '../../kind.ts';
import type { JsonObject } from '../../model.ts';
import type { UndoEntry } from './undo.ts';

/** The field that an entry is called by, as it is written: of most it says the key, and of some that says more. */
export function calledBy(kind: Kind, { key, name = key }: Pick<UndoEntry, 'key' | 'name'>): JsonObject {
  const field = nameField(kind);
  return field === undefined ? {} : { [field]: name };
}
