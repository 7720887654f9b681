import type { Client } from '../../api/client.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { listed } from '../../base/listed.ts';
import { parallel } from '../../base/parallel.ts';
import type { Change, Desired, World } from '../../model.ts';
import { accessEffect } from '../access-effect.ts';
import { kindOf, type Kinds } from '../kinds.ts';
import { countOf, seenHolders } from './counted-holders.ts';
import { heldThings, type HeldThing } from './held-things.ts';

const AT_A_TIME = 32;

/**
 * Tells for how many a change of what they hold changes what they may do: a role that gives more gives it to all who have it, most of whom are
 * declared nowhere near it. Asked only where such a change is planned. Throws ApiError for trouble that concerns every request.
 */
export async function reachesHolders(
  changes: readonly Change[],
  desired: Pick<Desired, 'sections'>,
  world: World,
  kinds: Kinds,
  client: Client,
): Promise<Diagnostic[]> {
  const changing = changes.filter((change) => change.action === 'update' && accessEffect(change, kinds) !== undefined);
  const found = await parallel(heldThings(changing, desired, world, kinds), AT_A_TIME, async (thing) => {
    const count = await countOf(thing, client);
    if (count === 0) return [];
    const seen = seenHolders(thing, world, kinds);
    const unseen = count === undefined ? 0 : count - seen.length;
    const who = [...(seen.length > 0 ? [listed(seen)] : []), ...(unseen > 0 ? [`${unseen} not looked at`] : [])];
    return [reaching(thing, count, who, kinds)];
  });
  return found.flat();
}

function reaching(
  { address, kind, declared }: HeldThing,
  count: number | undefined,
  who: readonly string[],
  kinds: Kinds,
): Diagnostic {
  const { section = '', untold } = kind.reads.holdersOf ?? {};
  const noun = count === 1 ? kindOf(kinds, section).singular : section;
  const many = count === undefined ? `GitLab does not tell how many ${noun}` : `GitLab counts ${count} ${noun}`;
  const named = who.length === 0 ? '' : ` (${who.join(', and ')})`;
  const besides = untold === undefined ? '' : `, and lists no ${untold}`;
  return {
    severity: 'warning',
    code: 'reaches-holders',
    message: `${address} changes for all who have it: ${many}${named}${besides}`,
    place: declared?.place(),
    remedy: 'see that all of them are meant; `keelson review` tells who they are',
  };
}
