import type { Desired } from '../../model.ts';
import { kindOf, type Kinds } from '../kinds.ts';
import type { Formerly } from './read-cache.ts';

/** Who is looked for by a name that they are yet to get is found by that which they have: the configuration says both. */
export function formerPeople({ sections }: Pick<Desired, 'sections'>, kinds: Kinds): Formerly {
  const names = new Map<string, string>();
  for (const { name, entries } of sections) {
    const { people, identity } = kindOf(kinds, name);
    if (people === undefined || !identity.renames) continue;
    for (const { key, previously, state } of entries)
      if (previously !== undefined && state === 'present') names.set(key.toLowerCase(), previously);
  }
  return (read) => {
    const { rowOf, query } = read;
    if (rowOf === undefined) return undefined;
    const former = names.get(rowOf.is.toLowerCase());
    // The row of a list is asked for by the field that tells it from others there (GET /users, 18.9).
    return former === undefined
      ? undefined
      : { ...read, query: { ...query, [rowOf.by]: former }, rowOf: { ...rowOf, is: former } };
  };
}
