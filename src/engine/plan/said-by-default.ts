import type { Action, Declared, FieldChange } from '../../model.ts';
import { fieldOf } from '../field-of.ts';
import { isKept } from './kept-fields.ts';

/** A field of a change with the line of the default that it follows, if it does. What is made has so many fields that no line of them is looked up. */
export function saidByDefault(action: Action, declared: Declared | undefined): (field: FieldChange) => FieldChange {
  const placeOf = action === 'update' || action === 'replace' ? declared?.placeInDefault : undefined;
  if (placeOf === undefined) return (field) => field;
  return (field) => {
    const { path } = field;
    const place = isKept(field, action) ? undefined : (placeOf(...path.split('.')) ?? placeOf(fieldOf(path)));
    return place === undefined ? field : { ...field, place };
  };
}
