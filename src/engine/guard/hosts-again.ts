import { INSTANCE } from '../../address.ts';
import type { Client } from '../../api/client.ts';
import { isList } from '../../base/shape.ts';
import { parallel } from '../../base/parallel.ts';
import type { Kind } from '../../kind.ts';
import type { GuardLook, Instance, LiveEntry, LiveObject } from '../../model.ts';
import type { Read } from '../../read.ts';
import { decoded } from '../observe/decoded.ts';
import { createDecodeContext } from '../observe/decode-context.ts';
import { chooseStrategy } from '../observe/read-strategy.ts';

/**
 * Those of the groups or projects that were looked at for a saved plan which are there still, by their numbers, under the keys that they
 * had then, but for what waits for its deletion: from a list where that costs less. Throws ApiError.
 */
export async function hostsAgain(
  kind: Kind,
  among: NonNullable<GuardLook['among']>,
  client: Client,
  instance: Instance,
): Promise<LiveEntry[]> {
  const keys = new Map(among.map(({ key, id }) => [id, key]));
  const singles = [...keys.keys()].flatMap((id) => kind.reads.all(INSTANCE, [String(id)]));
  const rows =
    (await listed(singles, client)) ?? (await parallel(singles, client.atATime, (read) => one(read, client)));
  const decodeContext = createDecodeContext(INSTANCE, instance, new Map());
  return decoded(kind, rows.flat(), decodeContext).flatMap((entry) => {
    const key = typeof entry.id === 'number' ? keys.get(entry.id) : undefined;
    return key === undefined || entry.pendingDeletion !== undefined ? [] : [{ ...entry, key }];
  });
}

/** All rows of the list that is shorter than the single reads; undefined where there is none, or the platform does not give all of it. */
async function listed(singles: readonly Read[], client: Client): Promise<readonly LiveObject[] | undefined> {
  const { lists } = await chooseStrategy(client, singles);
  const [list] = lists;
  return list?.all();
}

async function one(read: Read, client: Client): Promise<readonly LiveObject[]> {
  const answer = await client.read(read);
  if (answer === undefined) return [];
  return isList(answer) ? answer : [answer];
}
