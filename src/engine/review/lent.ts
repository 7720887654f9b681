import type { Client } from '../../api/client.ts';
import { isRefused } from '../../api/api-error.ts';
import { parallel } from '../../base/parallel.ts';
import { entryAddress } from '../../address.ts';
import type { Kind } from '../../kind.ts';
import type { Instance, LiveEntry, LiveObject, Touch } from '../../model.ts';
import { accessOf } from '../access.ts';
import { dayOfRun } from '../day-of-run.ts';
import { createDecodeContext } from '../observe/decode-context.ts';
import { decoded } from '../observe/decoded.ts';
import { basedOn, leftOf, type Site } from './memberships.ts';
import type { LeftOut } from './review.ts';
import type { Link, Share } from './seen.ts';

/** A share, and how the audit log knows it. */
export interface SeenShare extends Share {
  readonly address: string;
  readonly id: LiveEntry['id'];
}

/** The entries to which shares refer by number, by the address of their section. */
export type RoleNames = ReadonlyMap<string, readonly LiveEntry[]>;

/** The shares of places. */
export interface Shares {
  readonly of: ReadonlyMap<Site, readonly SeenShare[]>;
  readonly left: readonly LeftOut[];
}

/** The shares of places, from the row that a list has shown of each where that tells, and from one read of each of the others. */
export async function readShares(
  sites: readonly Site[],
  kind: Kind,
  roles: RoleNames,
  client: Client,
  instance: Instance,
): Promise<Shares> {
  const of = new Map<Site, readonly SeenShare[]>();
  const refused: { readonly site: Site; readonly status: number }[] = [];
  await parallel(sites, client.atATime, async (site) => {
    const [read] = kind.reads.all(site.scope, []);
    if (read === undefined) return;
    try {
      const isTold = showsShares(site.live, kind);
      const answer = isTold ? site.live : ((await client.read(read)) as LiveObject);
      of.set(site, sharesIn(answer, site, kind, roles, instance));
    } catch (error) {
      if (!isRefused(error)) throw error;
      refused.push({ site, status: error.status });
    }
  });
  return { of, left: leftOf(refused, 'invited-groups') };
}

/** Whether a row tells of the shares of what it shows: what does not is handed on, as a row that is none. */
export function showsShares(live: LiveObject, kind: Kind): boolean {
  const rows = kind.reads.rows?.(live, { path: '' }) ?? [];
  return !rows.some((row) => Object.keys(row).length === 0);
}

function sharesIn(
  answer: LiveObject,
  { scope }: Site,
  kind: Kind,
  roles: RoleNames,
  instance: Instance,
): readonly SeenShare[] {
  const today = dayOfRun(instance);
  const rows = kind.reads.rows?.(answer, { path: '' }) ?? [];
  return decoded(kind, rows, createDecodeContext(scope, instance, roles)).map((entry) => {
    const access = accessOf(kind, entry, basedOn(entry.spec), today);
    const role = entry.spec['role'];
    return {
      group: entry.key,
      level: access?.level ?? 0,
      kept: access?.kept ?? 0,
      role: typeof role === 'string' ? role : undefined,
      ends: access?.ends,
      made: {},
      address: entryAddress(kind, scope, entry.key),
      id: entry.id,
    };
  });
}

/** The same shares with who made them, as the audit log tells. */
export function withMakers(shares: readonly SeenShare[], touches: ReadonlyMap<string, Touch>): readonly SeenShare[] {
  return shares.map((share) => {
    const touch = touches.get(share.address);
    return touch === undefined ? share : { ...share, made: { at: touch.at, by: touch.author } };
  });
}

/** The links of a group, as its row in the list of groups shows them: whoever they stand for is known to a provider alone. */
export function linksIn(site: Site, kinds: readonly Kind[], instance: Instance): readonly Link[] {
  if (site.scope.type !== 'group') return [];
  const today = dayOfRun(instance);
  return kinds.flatMap((kind) => {
    const rows = kind.reads.rows?.(site.live, { path: '' }) ?? [];
    return decoded(kind, rows, createDecodeContext(site.scope, instance, new Map())).map((entry) => ({
      address: entryAddress(kind, site.scope, entry.key),
      level: accessOf(kind, entry, basedOn(entry.spec), today)?.kept ?? 0,
    }));
  });
}
