import type { Client } from '../../api/client.ts';
import { isList } from '../../base/shape.ts';
import type { LiveEntry } from '../../model.ts';
import { partsOf } from '../address-parts.ts';
import { firmMoves } from './kept-ownership.ts';
import type { Findings, GuardedPlan } from './guard.ts';
import { liveEntryOf } from './live-entry.ts';
import { locksOut } from './locks-out.ts';
import { isRefused } from '../../api/api-error.ts';
import { uncountedOwners } from './uncounted-owners.ts';

/** The token's own description; a token of any scope may read it (GET /personal_access_tokens/self, 18.9). */
const SELF = { path: '/personal_access_tokens/self' };

/** Reads what only guards ask for, and only where a plan does what they ask it of. What cannot be read is not told. Throws ApiError for trouble that concerns every request. */
export async function findingsFor(
  guarded: Omit<GuardedPlan, 'findings'>,
  waived: ReadonlySet<string>,
  client: Client,
): Promise<Findings> {
  const contents = new Map<string, string>();
  if (!waived.has('scope-deletion')) {
    for (const { address, live } of doomedScopes(guarded)) {
      const told = await contentsOf(address, live, guarded, client);
      if (told !== undefined) contents.set(address, told);
    }
  }
  const asksForScopes =
    !waived.has('own-access') && locksOut(guarded, 'token').some(({ unless }) => unless !== undefined);
  const uncounted = waived.has('last-owner') ? new Set<string>() : await uncountedOwners(guarded, client);
  const asksForMoves = !waived.has('own-access') && !guarded.world.instance.me.admin;
  return {
    contents,
    uncounted,
    firmMoves: asksForMoves ? await firmMoves(guarded, client) : new Set<string>(),
    tokenScopes: asksForScopes ? await tokenScopes(client) : undefined,
  };
}

function doomedScopes(guarded: GuardedPlan): { readonly address: string; readonly live: LiveEntry }[] {
  return guarded.plan.changes.flatMap((change) => {
    if (change.action !== 'delete' || partsOf(change.address, guarded.kinds).kind.host === undefined) return [];
    const live = liveEntryOf(change, guarded);
    return live === undefined ? [] : [{ address: change.address, live }];
  });
}

async function contentsOf(
  address: string,
  { live }: LiveEntry,
  { kinds }: GuardedPlan,
  client: Client,
): Promise<string | undefined> {
  const lists = partsOf(address, kinds).kind.host?.contents?.(live);
  if (lists === undefined) return undefined;
  try {
    const counts = await Promise.all(
      lists.map(async ({ what, read }) => {
        const found = (await (await client.list(read)).all()).length;
        return found === 0 ? [] : [`${found} ${what}${found === 1 ? '' : 's'}`];
      }),
    );
    const told = counts.flat();
    return told.length === 0 ? 'nothing' : told.join(', ');
  } catch (error) {
    if (isRefused(error)) return undefined;
    throw error;
  }
}

async function tokenScopes(client: Client): Promise<readonly string[] | undefined> {
  try {
    const self = await client.read(SELF);
    const scopes = self === undefined || Array.isArray(self) || !('scopes' in self) ? undefined : self['scopes'];
    if (scopes === undefined || !isList(scopes)) return undefined;
    return scopes.filter((scope) => typeof scope === 'string');
  } catch (error) {
    if (isRefused(error)) return undefined;
    throw error;
  }
}
