import type { Client, Listing } from '../../api/client.ts';
import type { Instance } from '../../model.ts';
import type { ReviewFacts } from '../../review-facts.ts';
import { dayOfRun, daysAfter } from '../day-of-run.ts';

/**
 * Begins to read the tokens that are good no longer and were used within the days in which somebody counts as active: that a token has ended
 * since makes nobody absent. Of others' tokens administrators alone are told.
 */
export async function beginSpent(
  { client, facts, instance }: { readonly client: Client; readonly facts: ReviewFacts; readonly instance: Instance },
  dormant: number | undefined,
): Promise<readonly Listing[]> {
  const day = dayOfRun(instance);
  if (dormant === undefined || day === '' || !instance.me.admin) return [];
  const reads = facts.tokens.spent(daysAfter(day, -dormant), daysAfter(day, 1));
  return Promise.all(reads.map((read) => client.list(read)));
}

/** When each user last used one of these. */
export async function lastUses(
  lists: readonly Listing[],
  { tokens }: Pick<ReviewFacts, 'tokens'>,
): Promise<ReadonlyMap<number, string>> {
  const latest = new Map<number, string>();
  for (const list of lists)
    for (const row of await list.all()) {
      const token = tokens.of(row);
      if (token === undefined || token.lastUsed === null) continue;
      if (token.lastUsed > (latest.get(token.user) ?? '')) latest.set(token.user, token.lastUsed);
    }
  return latest;
}
