import type { Client } from '../../api/client.ts';
import { scopeAddress } from '../../address.ts';
import { isRefused } from '../../api/api-error.ts';
import { parallel } from '../../base/parallel.ts';
import type { Batches } from '../../batches.ts';
import type { Kind } from '../../kind.ts';
import type { Attributes, Instance, LiveObject, Scope } from '../../model.ts';
import type { MemberFacts, UserFacts } from '../../review-facts.ts';
import { accessOf, hasEnded } from '../access.ts';
import { dayOfRun } from '../day-of-run.ts';
import { askBatch } from '../observe/batches/ask-batch.ts';
import { createBatchQueue, type BatchQueue } from '../observe/batches/batch-queue.ts';
import { countUnshown, type UnshownCount } from '../observe/batches/unshown-parts.ts';
import { createDecodeContext } from '../observe/decode-context.ts';
import { decoded } from '../observe/decoded.ts';
import type { LeftOut, PlaceScope } from './review.ts';
import type { Membership } from './seen.ts';

/** A place before its members are known. */
export interface Site {
  readonly scope: PlaceScope;
  readonly id: number;
  readonly live: LiveObject;
}

/** The direct members of places, and whoever they are. */
export interface Members {
  readonly of: ReadonlyMap<Site, readonly Membership[]>;
  readonly users: ReadonlyMap<number, UserFacts>;
  readonly left: readonly LeftOut[];
}

/**
 * The direct members of many places: in batches where these show all that counts, and by REST where they do not: what a directory keeps, and
 * custom roles, of which somebody counts how many there are. Throws ApiError for trouble that concerns every request.
 */
export async function readMembers(
  sites: readonly Site[],
  kind: Kind,
  facts: MemberFacts,
  client: Client,
  instance: Instance,
): Promise<Members> {
  const { batches } = facts;
  const of = new Map<Site, readonly Membership[]>();
  const users = new Map<number, UserFacts>();
  const refused: { readonly site: Site; readonly status: number }[] = [];
  const take = (site: Site, rows: readonly LiveObject[]): void => {
    for (const row of rows) {
      const user = facts.user(row);
      if (user !== undefined && !users.has(user.id)) users.set(user.id, user);
    }
    of.set(site, memberships(site.scope, kind, rows, facts, instance));
  };
  const counted = await countUnshown(client, batches, instance);
  const isShort = (site: Site): boolean =>
    counted === undefined || batches.showsTooLittle?.(site.live, instance) === true;
  const byRest = async (site: Site): Promise<void> => {
    try {
      const answers = await Promise.all(kind.reads.all(site.scope, []).map((read) => client.list(read)));
      const rows = (await Promise.all(answers.map((listing) => listing.all()))).flat();
      counted?.found(rows);
      take(site, rows);
    } catch (error) {
      if (!isRefused(error)) throw error;
      refused.push({ site, status: error.status });
    }
  };
  const { atATime } = client;
  // What only REST tells is read first: it may be all there is of the roles.
  await parallel(sites.filter(isShort), atATime, byRest);
  for (const type of ['group', 'project'] as const) {
    const alike = sites.filter((site) => site.scope.type === type && !isShort(site));
    const queue = queueOf(alike, type, batches, client);
    await parallel(alike, 2 * atATime, async (site) => {
      const rows = await queue.take(site.id);
      if (rows === undefined || mayLack(rows, counted)) await byRest(site);
      else take(site, rows);
    });
  }
  return { of, users, left: leftOf(refused, 'memberships') };
}

function queueOf(sites: readonly Site[], type: 'group' | 'project', batches: Batches, client: Client): BatchQueue {
  return createBatchQueue(
    sites.map(({ id }) => id),
    (ids) => askBatch(client, batches, type, ids),
  );
}

function mayLack(rows: readonly LiveObject[], counted: UnshownCount | undefined): boolean {
  return counted === undefined || counted.mayBeOn(rows);
}

/** The places that somebody has access to by a share, of their own or of a group above: what is shared is told of each by itself. */
export async function sharing(sites: readonly Site[], { lent }: MemberFacts, client: Client): Promise<readonly Site[]> {
  const queue = queueOf(sites, 'group', lent, client);
  const found = await parallel(sites, 2 * client.atATime, async (site) => {
    const rows = await queue.take(site.id);
    // More than one page of them is not shown as rows; where nothing is shown, each is asked.
    return rows?.length === 0 ? [] : [site];
  });
  return found.flat();
}

/** Memberships as the rows of a list show them. */
export function memberships(
  scope: Scope,
  kind: Kind,
  rows: readonly LiveObject[],
  facts: MemberFacts,
  instance: Instance,
): readonly Membership[] {
  const today = dayOfRun(instance);
  const made = new Map(rows.map((row) => [row['id'], row]));
  return decoded(kind, rows, createDecodeContext(scope, instance, new Map())).flatMap((entry): Membership[] => {
    const row = made.get(entry.live['id'] ?? null);
    if (typeof entry.id !== 'number' || row === undefined) return [];
    const access = accessOf(kind, entry, basedOn(entry.spec), today);
    const role = entry.spec['role'];
    const ended = hasEnded(access?.ends ?? null, today);
    return [
      {
        user: entry.id,
        level: access?.level ?? 0,
        kept: access?.kept ?? 0,
        role: typeof role === 'string' ? role : undefined,
        ends: access?.ends,
        idle: entry.dormant ?? (ended ? 'ended' : undefined),
        directory: row['override'] === false ? 'kept' : row['override'] === true ? 'by-hand' : undefined,
        made: facts.made(row),
      },
    ];
  });
}

/** The level that is shown beside a custom role is that on which it stands (18.9). */
export function basedOn(spec: Attributes): () => Attributes {
  return () => ({ base: spec['access_level'] });
}

/** What was kept back, by the status of the answers. */
export function leftOf(
  refused: readonly { readonly site: Site; readonly status: number }[],
  part: LeftOut['part'],
): readonly LeftOut[] {
  const statuses = new Set(refused.map(({ status }) => status));
  return [...statuses].map((status) => ({
    part,
    because: 'refused',
    status,
    places: refused.filter((one) => one.status === status).map(({ site }) => scopeAddress(site.scope)),
  }));
}
