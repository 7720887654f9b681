import type { Kind } from '../kind.ts';
import type { Attributes } from '../model.ts';
import { hasEnded } from './access.ts';
import { fieldsWith } from './kinds.ts';

/** The days on which an entry, or the access that it gives, ends; none where it never does. */
export function endsOf(kind: Kind, spec: Attributes): readonly string[] {
  return fieldsWith(kind, 'x-ends').flatMap(([field]) => {
    const day = spec[field];
    return typeof day === 'string' ? [day] : [];
  });
}

/** The day on which an entry, or the access that it gives, has ended; undefined where it has not, or never does. */
export function endedOn(kind: Kind, spec: Attributes, today: string): string | undefined {
  return endsOf(kind, spec).find((day) => hasEnded(day, today));
}
