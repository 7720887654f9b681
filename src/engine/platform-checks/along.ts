import type { Client } from '../../api/client.ts';
import { unknownIfRefused } from '../../api/api-error.ts';
import type { ReadCache } from '../observe/read-cache.ts';
import { parallel } from '../../base/parallel.ts';
import type { Change, LiveObject, Seen, World } from '../../model.ts';
import type { Contents } from '../../kind.ts';
import type { Read } from '../../read.ts';
import { partsOf } from '../address-parts.ts';
import { leavesBefore } from '../guard/leaves-before.ts';
import { hostOf } from '../plan/host-of.ts';
import type { Kinds } from '../kinds.ts';
import { nameOfRow } from '../row-name.ts';

const AT_A_TIME = 8;
const FEW = 5;
/** So many of each list are kept by name: who reads the plan is to see what goes, and nobody reads thousands. */
const MOST_NAMED = 100;

/** What goes along with what a change removes: a list that shows it. */
export interface Along {
  readonly read: Read;
  readonly rows: readonly LiveObject[];
  /** The word for one of them. */
  readonly what: string;
  /** Those of the rows that are still there when the removal comes. */
  readonly going: readonly LiveObject[];
}

/** What goes along with each removal, by the address of its change; without the lists that may not be read. Throws ApiError. */
export type AlongWith = ReadonlyMap<string, readonly Along[]>;

/** Reads what goes along with people and groups that are removed: no more than that may go when the plan is applied. Throws ApiError. */
export async function alongWith(
  changes: readonly Change[],
  world: World,
  kinds: Kinds,
  client: Client,
): Promise<AlongWith> {
  const removed = changes.filter(({ action }) => action === 'delete');
  const found = await parallel(removed, AT_A_TIME, async (change) => {
    const leaves = leavesBefore(change, changes, { world, kinds });
    const lists = await Promise.all(
      contentsOf(change, world, kinds).map(async ({ what, read, path }): Promise<Along[]> => {
        const listing = await client.list(read).catch(unknownIfRefused);
        if (listing === undefined) return [];
        const rows = await listing.all();
        return [{ what, read, rows, going: rows.filter((row) => path === undefined || !leaves(row[path])) }];
      }),
    );
    return lists.length === 0 ? [] : [[change.address, lists.flat()] as const];
  });
  return new Map(found.flat());
}

function contentsOf({ address, seen: { id } }: Change, world: World, kinds: Kinds): readonly Contents[] {
  const { kind, key } = partsOf(address, kinds);
  const people = kind.people && typeof id === 'number' ? [kind.people.belongings(id).goesAlong] : [];
  const host = kind.host && hostOf({ type: kind.host.type, path: key }, world, kinds);
  const contents = host === undefined ? [] : (kind.host?.contents?.(host.live) ?? []);
  return [...people, ...contents];
}

/** What goes along, as a plan keeps it. */
export function seenAlong(along: readonly Along[]): NonNullable<Seen['along']> {
  return along.map(({ read, rows, what, going }) => ({
    read,
    ids: rows.flatMap(({ id }) => (typeof id === 'number' ? [id] : [])),
    goes: { what, count: going.length, names: going.slice(0, MOST_NAMED).flatMap((row) => nameOfRow(row) ?? []) },
  }));
}

/** What goes along with a removal by now and was not there when the plan was made: the names of some of it. Throws ApiError. */
export async function moreAlong({ seen: { along = [] } }: Change, cache: ReadCache): Promise<readonly string[]> {
  const found = await Promise.all(
    along.map(async ({ read, ids }) => {
      const known = new Set(ids);
      const rows = (await cache.findWhole({ ...read, mayBeMissing: true })) ?? [];
      const more = rows.filter(({ id }) => typeof id !== 'number' || !known.has(id));
      return more.map(
        (row) => nameOfRow(row) ?? (typeof row['id'] === 'number' ? String(row['id']) : 'one without a name'),
      );
    }),
  );
  const names = found.flat();
  return names.length > FEW ? [...names.slice(0, FEW), `and ${names.length - FEW} more`] : names;
}
