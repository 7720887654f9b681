import { scopeAddress } from '../../address.ts';
import { isRefused } from '../../api/api-error.ts';
import type { Client } from '../../api/client.ts';
import { parallel } from '../../base/parallel.ts';
import { rootPath } from '../../base/scope-path.ts';
import type { ReviewFacts, TokenFacts, UserFacts } from '../../review-facts.ts';
import type { Members, Site } from './memberships.ts';
import type { LeftOut } from './review.ts';

/** What nobody but an administrator is told, and what an owner sees of others' groups. */
export const UNTOLD: readonly LeftOut[] = [
  { part: 'people', because: 'administrator' },
  { part: 'activity', because: 'administrator' },
  { part: 'personal-tokens', because: 'administrator' },
  { part: 'hidden-groups', because: 'owner' },
];

/** Who takes a seat. */
export interface Seats {
  readonly taken: ReadonlyMap<number, Partial<UserFacts>>;
  /** Whether whoever is not among them takes none. */
  readonly isWhole: boolean;
  readonly left: readonly LeftOut[];
}

/** No seats are asked for where the list of users tells of them. */
export const NO_SEATS: Seats = { taken: new Map(), isWhole: false, left: [] };

/** How many reads are made by who is no administrator: of each place everybody who has access, and of each group at the top its seats. */
export function readsAsOwner(meant: readonly Site[]): number {
  return meant.length + topsOf(meant).length + ROLES_AGAIN;
}

/** Custom roles are asked for in the way of administrators first. */
const ROLES_AGAIN = 1;

function topsOf(meant: readonly Site[]): readonly string[] {
  const groups = meant.filter(({ scope }) => scope.type === 'group');
  return [...new Set(groups.map(({ scope }) => rootPath(scope.path)))];
}

/** Who takes a seat of the groups at the top, as their Owners are told, with the last activity of each. */
export async function readSeats(
  meant: readonly Site[],
  client: Client,
  { seats }: Pick<ReviewFacts, 'seats'>,
): Promise<Seats> {
  const tops = topsOf(meant);
  const left: LeftOut[] = [];
  const taken = new Map<number, Partial<UserFacts>>();
  await parallel(tops, client.atATime, async (path) => {
    try {
      for (const row of await (await client.list(seats.in(path))).all()) taken.set(Number(row['id']), seats.of(row));
    } catch (error) {
      if (!isRefused(error)) throw error;
      left.push({ part: 'seats', because: 'refused', status: error.status, places: [`group[${path}]`] });
    }
  });
  return { taken, isWhole: left.length === 0, left };
}

/** The tokens of groups and projects, where a bot of one is a member: no others have any that is good. */
export async function readBotsTokens(
  meant: readonly Site[],
  members: Members,
  client: Client,
  { tokens }: Pick<ReviewFacts, 'tokens'>,
): Promise<{ readonly tokens: readonly TokenFacts[]; readonly left: readonly LeftOut[] }> {
  const isItsBot = (site: Site, username: string): boolean => {
    const place = tokens.placeOf(username);
    return place?.id === site.id && place.type === site.scope.type;
  };
  const hasBot = (site: Site): boolean =>
    (members.of.get(site) ?? []).some(({ user }) => isItsBot(site, members.users.get(user)?.username ?? ''));
  const left: LeftOut[] = [];
  const found = await parallel(meant.filter(hasBot), client.atATime, async ({ scope }) => {
    try {
      const rows = await (await client.list(tokens.in(scope))).all();
      return rows.flatMap((row) => tokens.of(row) ?? []);
    } catch (error) {
      if (!isRefused(error)) throw error;
      left.push({ part: 'tokens', because: 'refused', status: error.status, places: [scopeAddress(scope)] });
      return [];
    }
  });
  return { tokens: found.flat(), left };
}
