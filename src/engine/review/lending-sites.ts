import { INSTANCE } from '../../address.ts';
import { isRefused } from '../../api/api-error.ts';
import type { Client } from '../../api/client.ts';
import { parallel } from '../../base/parallel.ts';
import { pathsTo } from '../../base/scope-path.ts';
import type { Kind } from '../../kind.ts';
import type { Instance, LiveObject } from '../../model.ts';
import { readShares, type Shares } from './lent.ts';
import type { Site } from './memberships.ts';
import type { LeftOut } from './review.ts';
import { placeKey } from './seen.ts';
import { siteOf, type Sites } from './sites.ts';

/** Where members come from by shares, and the shares of those places as well. */
export interface Lending {
  readonly lending: readonly Site[];
  readonly shares: Shares;
  /** The invited groups of which nothing is shown. */
  readonly left: readonly LeftOut[];
}

/** GitLab answers so to who may not see something. */
const NOT_FOUND = 404;

/**
 * The groups whose members have access by a share, with those above them, and with those that are invited to any of these: a project lets in
 * all of them.
 */
export async function lendingSites(
  { all }: Sites,
  meant: readonly Site[],
  shares: Shares,
  kinds: { readonly groups: Kind; readonly shares: Kind },
  { client, instance }: { readonly client: Client; readonly instance: Instance },
): Promise<Lending> {
  const known = new Map(all.map((site) => [placeKey(site.scope), site]));
  const hidden = new Map<string, number>();
  const sitesAt = async (paths: ReadonlySet<string>): Promise<readonly Site[]> => {
    const found = await parallel([...paths], client.atATime, async (path): Promise<Site[]> => {
      const site = known.get(placeKey({ type: 'group', path }));
      if (site !== undefined) return [site];
      const [read] = kinds.groups.reads.all(INSTANCE, [path]);
      const row =
        read &&
        (await client.read(read).catch((error: unknown) => {
          if (!isRefused(error)) throw error;
          hidden.set(path, error.status);
        }));
      const other = row === undefined ? undefined : siteOf(row as LiveObject, kinds.groups, instance);
      if (row === undefined && !hidden.has(path)) hidden.set(path, NOT_FOUND);
      return other === undefined ? [] : [other];
    });
    return found.flat();
  };
  const lending = await sitesAt(invitedBy(shares));
  // Those that the review is about have told theirs.
  const others = lending.filter((site) => !meant.includes(site));
  const further = await readShares(others, kinds.shares, new Map(), client, instance);
  const more = await sitesAt(invitedBy(further));
  return {
    lending: [...new Set([...lending, ...more])],
    shares: { of: new Map([...shares.of, ...further.of]), left: [...shares.left, ...further.left] },
    left: [...hidden].map(([path, status]) => ({
      part: 'memberships',
      because: 'refused',
      status,
      places: [`group[${path}]`],
    })),
  };
}

/** The paths of all groups that are invited, and of those above them. */
function invitedBy({ of }: Shares): ReadonlySet<string> {
  return new Set([...of.values()].flat().flatMap(({ group }) => pathsTo(group)));
}
