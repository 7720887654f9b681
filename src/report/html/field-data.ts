import { isKept } from '../../engine/plan/kept-fields.ts';
import type { Action, FieldChange, Json } from '../../model.ts';
import { isList } from '../../base/shape.ts';
import { defaultText } from '../change-text.ts';
import { fieldText, sideText } from '../field-text.ts';
import { without } from '../list-difference.ts';
import { plainPaint } from '../paint.ts';
import { secretWord, valueText } from '../value-text.ts';
import { visible } from '../visible.ts';
import type { FieldData } from './page-data.ts';

/** A field with both of its sides in full, and the line of the default that says it: the page folds what is long. */
export function fieldData(field: FieldChange, action: Action): FieldData {
  const { place } = field;
  return { ...sidesOf(field, action), ...(place && { place: defaultText(place) }) };
}

function sidesOf(field: FieldChange, action: Action): FieldData {
  const { from, to } = field;
  const path = visible(field.path);
  switch (action) {
    case 'create':
      return { path, to: sideText(to) };
    case 'delete':
      return { path, from: sideText(from) };
    case 'update':
    case 'replace':
      if (to === secretWord) return { path, to: fieldText(field, action, Infinity, plainPaint).join(' ') };
      if (action === 'replace' && from === undefined) return { path, to: sideText(to) };
      if (isKept(field, action)) return { path, from: sideText(from), to: sideText(to), kept: true };
      return { path, from: sideText(from), to: sideText(to), ...listDifference(from, to) };
  }
}

/** What a list gets and loses; nothing where these are no lists, or only their order differs. */
function listDifference(from: Json | undefined, to: Json | undefined): Pick<FieldData, 'added' | 'removed'> {
  if (from === undefined || to === undefined || !isList(from) || !isList(to)) return {};
  const [added, removed] = [without(to, from), without(from, to)];
  if (added.length + removed.length === 0) return {};
  return { added: added.map(valueText), removed: removed.map(valueText) };
}
