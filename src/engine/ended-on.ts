import type { Find, Kind } from '../kind.ts';
import type { Attributes } from '../model.ts';
import { hasEnded } from './access.ts';
import { fieldsWith } from './kinds.ts';

/** Something that may have an end of its own. */
interface Ending {
  readonly key: string;
  readonly spec: Attributes;
}

/** The days on which the access that an entry gives, or the entry itself, ends; none where it never does. */
export function endsOf(kind: Kind, { spec, key }: Ending, find: Find): readonly string[] {
  const access = kind.access?.grants?.(spec, key, find).ends;
  const days = [access, ...fieldsWith(kind, 'x-ends').map(([field]) => spec[field])];
  return days.filter((day) => typeof day === 'string');
}

/** The day on which the access that an entry gives, or the entry itself, has ended; undefined where it has not, or never does. */
export function endedOn(kind: Kind, entry: Ending, find: Find, today: string): string | undefined {
  return endsOf(kind, entry, find).find((day) => hasEnded(day, today));
}
