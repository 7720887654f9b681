import { scopeAddress } from '../../address.ts';
import { unknownIfRefused } from '../../api/api-error.ts';
import type { Client } from '../../api/client.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { parallel } from '../../base/parallel.ts';
import type { Change, Desired, World } from '../../model.ts';
import { kindOf, type Kinds } from '../kinds.ts';
import { outerScopes } from '../observe/decode-context.ts';
import { firstScopes } from './first-scopes.ts';
import { removalsOf, type HeldThing } from './held-things.ts';

const AT_A_TIME = 32;

/**
 * Warns of what may have a role that goes, and keeps the platform from removing it, without showing it: an invitation that waits (400,
 * DELETE /member_roles/:id, 18.9). It is looked for in what a list shows first of groups and of projects, only where such a thing is
 * planned. Throws ApiError for trouble that concerns every request.
 */
export async function perhapsInvited(
  changes: readonly Change[],
  desired: Pick<Desired, 'sections'>,
  world: World,
  kinds: Kinds,
  client: Client,
): Promise<Diagnostic[]> {
  const removals = removalsOf(changes, desired, world, kinds);
  const [first] = removals;
  if (first?.kind.reads.holdersOf?.perhaps === undefined) return [];
  const { section, perhaps } = first.kind.reads.holdersOf;
  const places = await firstScopes(kindOf(kinds, section), world.instance, kinds, client);
  const lists = await parallel(places, AT_A_TIME, async ({ scope, at }) => {
    const listing = await client.list(perhaps.read(at)).catch(unknownIfRefused);
    return { scope, rows: (await listing?.all()) ?? [] };
  });
  return removals.flatMap((removal) => {
    const found = lists.flatMap(({ scope, rows }) => {
      const isInReach = outerScopes(scope).some((outer) => scopeAddress(outer) === scopeAddress(removal.scope));
      const count = isInReach ? rows.filter((row) => perhaps.mayHold(row, removal.live.live)).length : 0;
      return count === 0 ? [] : [`${count} in ${scopeAddress(scope)}`];
    });
    return found.length === 0 ? [] : [mayHold(removal, perhaps.what, found)];
  });
}

function mayHold({ address, declared }: HeldThing, what: string, found: readonly string[]): Diagnostic {
  return {
    severity: 'warning',
    code: 'perhaps-invited',
    message: `${address}: GitLab refuses to remove it while an ${what} that waits has it, and does not tell which have; at its level there are: ${found.join(', ')}`,
    place: declared?.place(),
    remedy: `see in GitLab with which role they were sent, and withdraw those with this one before`,
  };
}
