import { nameField, type Kind, type PropertySchema } from '../kind.ts';
import { propertyOf } from './kinds.ts';

/** The sections of those of whom an entry's name is the name: a member is called as the user is. */
export function namedByKey(kind: Kind): readonly string[] {
  const name = nameField(kind);
  return sectionsNamed(name === undefined ? undefined : propertyOf(kind, name));
}

/** The sections of those whom a field names. */
export function sectionsNamed(schema: PropertySchema | undefined): readonly string[] {
  const { 'x-names': people = [], 'x-ref': one } = schema ?? {};
  return one === undefined ? people : [...people, one];
}
