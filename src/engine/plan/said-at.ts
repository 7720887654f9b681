import type { Place } from '../../base/place.ts';
import type { Action, Declared, FieldChange } from '../../model.ts';
import { fieldOf } from '../field-of.ts';

/** Where it is said what a change brings about: in its entry, or in the one default from which all that it changes comes. */
export function saidAt(declared: Declared, action: Action, fields: readonly FieldChange[]): Place {
  const entry = declared.place();
  const [first, ...others] = action === 'update' ? fields.map(({ path }) => declared.place(fieldOf(path))) : [];
  if (first === undefined || !isOutside(first, entry)) return entry;
  return others.every(({ file, line }) => file === first.file && line === first.line) ? first : entry;
}

/** Whether a field stands before its entry, or in another file: no entry goes on there. */
function isOutside(field: Place, entry: Place): boolean {
  return field.file !== entry.file || field.line < entry.line;
}
