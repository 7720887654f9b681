import { INSTANCE } from '../../address.ts';
import { unknownIfRefused } from '../../api/api-error.ts';
import type { Client } from '../../api/client.ts';
import type { Kind } from '../../kind.ts';
import type { World } from '../../model.ts';
import type { Read } from '../../read.ts';
import { createDecodeContext } from '../observe/decode-context.ts';
import { decoded } from '../observe/decoded.ts';

/** What somebody has: the platform's number, and what the YAML calls it. */
export interface Held {
  readonly level: number;
  readonly name: string;
}

/** What people have somewhere, by their keys; undefined where this token may not see it. */
export type People = ReadonlyMap<string, Held> | undefined;

/** What people have by the rows of a list. Throws ApiError for trouble that concerns every request. */
export async function peopleIn(kind: Kind, read: Read, { instance }: World, client: Client): Promise<People> {
  const listing = await client.list(read).catch(unknownIfRefused);
  if (listing === undefined) return undefined;
  const rows = await listing.all();
  const people = decoded(kind, rows, createDecodeContext(INSTANCE, instance, new Map()));
  const short = kind.shape.type === 'map' ? kind.shape.short : undefined;
  return new Map(
    people.map(({ key, dormant, spec, live }): [string, Held] => {
      const level = kind.access?.everybody?.level(live) ?? 0;
      const name = short === undefined ? undefined : spec[short];
      // Who is deactivated is active again by signing in; who is blocked may be let in again.
      const state = dormant === undefined ? '' : `, ${dormant}`;
      return [key, { level, name: `${typeof name === 'string' ? name : String(level)}${state}` }];
    }),
  );
}
