import { isRefused } from '../../api/api-error.ts';
import type { Client } from '../../api/client.ts';
import { parallel } from '../../base/parallel.ts';
import type { Kind } from '../../kind.ts';
import type { Instance } from '../../model.ts';
import type { MemberFacts, UserFacts } from '../../review-facts.ts';
import { leftOf, memberships, type Members, type Site } from './memberships.ts';

/** No list of everybody is asked for where all groups and shares are shown. */
export const NOBODY_ELSE: Members = { of: new Map(), users: new Map(), left: [] };

/**
 * Everybody who has access to places, each with the highest level, by whatever way. Who is no administrator is shown no shares of groups that
 * are hidden from them, and by nothing else that there is one; of GraphQL nobody has seen whether it tells of such members (a guess: that it
 * does not, as each row belongs to the hidden group). So each place is asked.
 */
export async function readEverybody(
  sites: readonly Site[],
  kind: Kind,
  facts: MemberFacts,
  client: Client,
  instance: Instance,
): Promise<Members> {
  const of = new Map<Site, ReturnType<typeof memberships>>();
  const users = new Map<number, UserFacts>();
  const refused: { readonly site: Site; readonly status: number }[] = [];
  await parallel(sites, client.atATime, async (site) => {
    const read = kind.access?.everybody?.read(site.scope);
    if (read === undefined) return;
    try {
      const rows = await (await client.list(read)).all();
      for (const row of rows) {
        const user = facts.user(row);
        if (user !== undefined) users.set(user.id, user);
      }
      of.set(site, memberships(site.scope, kind, rows, facts, instance));
    } catch (error) {
      if (!isRefused(error)) throw error;
      refused.push({ site, status: error.status });
    }
  });
  return { of, users, left: leftOf(refused, 'everybody') };
}
