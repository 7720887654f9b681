import { nameField, type Kind } from '../../kind.ts';
import type { Change } from '../../model.ts';
import { fieldOf } from '../field-of.ts';

/** Whether a change makes something, or gives it another name or path. */
export function comesUnderName({ action, fields }: Change, kind: Kind): boolean {
  if (action === 'delete') return false;
  const name = nameField(kind);
  return action === 'create' || fields.some(({ path }) => fieldOf(path) === name);
}
