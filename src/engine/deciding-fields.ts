import { nameField, type Kind } from '../kind.ts';
import { fieldsWith } from './kinds.ts';

/**
 * The fields of an entry that decide together who may do what, and until when: a level means one thing with a role and an end beside it, and another
 * thing without. None of what is about no access.
 */
export function decidingFields(kind: Kind): readonly string[] {
  const { access, admits, people, schema } = kind;
  const name = nameField(kind);
  if (access?.grants !== undefined) return Object.keys(schema.properties).filter((field) => field !== name);
  const ends = fieldsWith(kind, 'x-ends').map(([field]) => field);
  return [...new Set([...Object.keys(admits?.wider ?? {}), ...(people?.rights ?? []), ...ends])];
}
