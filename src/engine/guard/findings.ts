import type { Client } from '../../api/client.ts';
import { contentsOf } from './contents.ts';
import { firmMoves } from './kept-ownership.ts';
import type { Findings, GuardedPlan } from './guard.ts';
import { administratorsOf } from './last-administrator.ts';
import { locksOut } from './locks-out.ts';
import { harmlessShares, loweredShares } from './own-shares.ts';
import { soleOwners } from './sole-owners.ts';
import { tokenScopes } from '../token-scopes.ts';
import { uncountedOwners } from './uncounted-owners.ts';

/** Reads what only guards ask for, and only where a plan does what they ask it of. What cannot be read is not told. Throws ApiError for trouble that concerns every request. */
export async function findingsFor(
  guarded: Omit<GuardedPlan, 'findings'>,
  waived: ReadonlySet<string>,
  client: Client,
): Promise<Findings> {
  const contents = new Map<string, string>();
  if (!waived.has('scope-deletion')) {
    for (const change of guarded.plan.changes) {
      const told = await contentsOf(change, guarded, client);
      if (told !== undefined) contents.set(change.address, told);
    }
  }
  const asksForScopes =
    !waived.has('own-access') && locksOut(guarded, 'token').some(({ unless }) => unless !== undefined);
  const uncounted = waived.has('last-owner') ? new Set<string>() : await uncountedOwners(guarded, client);
  const asksForMoves = !waived.has('own-access') && !guarded.world.instance.me.admin;
  return {
    contents,
    uncounted,
    administrators: waived.has('last-administrator') ? undefined : await administratorsOf(guarded, client),
    soleOwners: waived.has('last-owner') ? new Map<string, readonly string[]>() : await soleOwners(guarded, client),
    firmMoves: asksForMoves ? await firmMoves(guarded, client) : new Set<string>(),
    harmlessShares: waived.has('own-access')
      ? new Set<string>()
      : await harmlessShares(guarded, loweredShares(guarded), client),
    tokenScopes: asksForScopes ? await tokenScopes(client) : undefined,
  };
}
