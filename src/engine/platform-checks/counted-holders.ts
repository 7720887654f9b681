import { entryAddress } from '../../address.ts';
import { unknownIfRefused } from '../../api/api-error.ts';
import type { Client } from '../../api/client.ts';
import { isMap } from '../../base/shape.ts';
import type { World } from '../../model.ts';
import { sectionParts } from '../address-parts.ts';
import type { Kinds } from '../kinds.ts';
import { refersTo, type HeldThing } from './held-things.ts';

/** How many hold something, as the platform counts them; undefined where it does not tell. Throws ApiError for trouble that concerns every request. */
export async function countOf({ kind, scope, live }: HeldThing, client: Client): Promise<number | undefined> {
  const { holdersOf } = kind.reads;
  if (holdersOf === undefined) return undefined;
  const answer = await client.read(holdersOf.read(scope)).catch(unknownIfRefused);
  return isMap(answer) ? holdersOf.count(answer, live.id) : undefined;
}

/** The addresses of those among them that were looked at. */
export function seenHolders(thing: HeldThing, { sections }: Pick<World, 'sections'>, kinds: Kinds): readonly string[] {
  return [...sections].flatMap(([address, entries]) => {
    const { kind, scope } = sectionParts(address, kinds);
    if (kind.section !== thing.kind.reads.holdersOf?.section) return [];
    return entries
      .filter((entry) => refersTo(kind, scope, entry, thing))
      .map(({ key, renamedFrom }) => entryAddress(kind, scope, renamedFrom ?? key));
  });
}
