import { scopeAddress } from '../../address.ts';
import type { Client, Listing } from '../../api/client.ts';
import { hasErrors, type Diagnostic } from '../../base/diagnostic.ts';
import type { Kind } from '../../kind.ts';
import type { Instance } from '../../model.ts';
import type { ReviewFacts, TokenFacts, UserFacts } from '../../review-facts.ts';
import { whoChanged } from '../drift/who-changed.ts';
import { hostingKind, type Kinds } from '../kinds.ts';
import { addressTest } from '../parts/address-pattern.ts';
import { batchesOf } from '../observe/batches/batch-queue.ts';
import { NO_SEATS, readBotsTokens, readsAsOwner, readSeats, UNTOLD, type Seats } from './as-owner.ts';
import { beginSpent, lastUses } from './spent-tokens.ts';
import { NOBODY_ELSE, readEverybody } from './everybody.ts';
import { lendingSites } from './lending-sites.ts';
import { linksIn, readShares, showsShares, withMakers, type Shares } from './lent.ts';
import { readMembers, sharing, type Members, type Site } from './memberships.ts';
import { readRoleNames } from './role-names.ts';
import type { LeftOut } from './review.ts';
import { placeKey, type Place, type Seen } from './seen.ts';
import { beginSites, readSites, type Sites } from './sites.ts';

/** What a review is read with. */
export interface Reader {
  readonly kinds: Kinds;
  readonly facts: ReviewFacts;
  readonly client: Client;
  readonly instance: Instance;
  readonly targets: readonly string[];
  /** Set where whoever was not active for so many days is looked for. */
  readonly dormant?: number | undefined;
  /** Is told how many requests it will take, as soon as that shows and each time that more of it does; and says why not to make them. */
  readonly permits: (requests: number) => Diagnostic | undefined;
}

/** The kinds that tell who may do what, by what they say of access. */
interface Granting {
  readonly groups: Kind;
  readonly projects: Kind | undefined;
  readonly members: Kind;
  readonly shares: Kind;
  readonly links: readonly Kind[];
}

/**
 * Reads who may do what: of all groups and projects there are, or of those that targets name, by an administrator's token or with what a
 * group's owner is told. What is kept back is left out, and told so. Throws ApiError for trouble that concerns every request.
 */
export async function readReview(reader: Reader): Promise<Seen | Diagnostic> {
  const { client, instance, facts, targets } = reader;
  const granting = grantingKinds(reader.kinds);
  const isAdmin = instance.me.admin;
  const [lists, users, tokens, spent] = await Promise.all([
    beginSites(targets, granting.groups, granting.projects, facts, client),
    isAdmin ? client.list(facts.users.all) : undefined,
    isAdmin ? client.list(facts.tokens.all) : undefined,
    beginSpent(reader, reader.dormant),
  ]);
  const expected = forecast(
    [...lists.groups],
    lists.projects,
    [users, tokens, ...spent].filter((list) => list !== undefined),
  );
  const refusal = reader.permits(expected);
  if (refusal !== undefined && hasErrors([refusal])) return refusal;
  const kindsOfSites = [granting.groups, granting.projects] as const;
  const sites = await readSites(lists, kindsOfSites, targets, instance);
  const meant = sites.all.filter((site) => sites.isMeant(site));
  const own = await sharesOf(meant, granting, reader, expected);
  if ('severity' in own) return own;
  const { lending, shares, left: unlent } = await lendingSites(sites, meant, own, granting, reader);
  const needed = [...new Set([...meant, ...lending])];
  const [members, everybody, all, found] = await Promise.all([
    readMembers(needed, granting.members, facts.members, client, instance),
    isAdmin ? NOBODY_ELSE : readEverybody(meant, granting.members, facts.members, client, instance),
    usersIn(users, facts),
    isAdmin ? tokensIn(tokens, facts) : undefined,
  ]);
  const seats = isAdmin ? NO_SEATS : await readSeats(meant, client, facts);
  const good = found === undefined ? await readBotsTokens(meant, members, client, facts) : { tokens: found, left: [] };
  // Whoever comes from groups that a token may not look into is told of each place by its list of everybody.
  const people = isAdmin ? [...members.left, ...unlent] : [...leftIn(meant, members.left), ...everybody.left];
  const left = [lists.left, shares.left, people, seats.left, good.left, isAdmin ? [] : UNTOLD].flat();
  return {
    places: new Map(
      needed.map((site) => [
        placeKey(site.scope),
        { ...placeOf(site, sites, members, shares, granting, reader), everybody: everybody.of.get(site) ?? [] },
      ]),
    ),
    users: merged(all, new Map([...everybody.users, ...members.users]), seats),
    tokens: good.tokens,
    spent: await lastUses(spent, facts),
    left,
    fits: (target) => sites.all.some(({ scope }) => addressTest(target)(scopeAddress(scope))),
  };
}

function grantingKinds(kinds: Kinds): Granting {
  const all = [...kinds.values()].filter(({ access }) => access?.grants !== undefined);
  const members = all.find(({ access }) => access?.everybody !== undefined);
  const shares = all.find(({ access }) => access?.lentTo !== undefined);
  const groups = hostingKind(kinds, 'group');
  if (groups === undefined || members === undefined || shares === undefined)
    throw new Error('no kind tells who is a member of groups');
  const links = all.filter((kind) => kind !== members && kind !== shares && kind.scopes.includes('group'));
  return { groups, projects: hostingKind(kinds, 'project'), members, shares, links };
}

/** The pages of the lists, and the batches of their rows: the members of each, and of groups whether anybody comes by a share. */
function forecast(groups: readonly Listing[], projects: readonly Listing[], others: readonly Listing[]): number {
  const pages = [...groups, ...projects, ...others].reduce((sum, list) => sum + (list.pages ?? 1), 0);
  const [ofGroups, ofProjects] = [rowsOf(groups), rowsOf(projects)].map(batches);
  return pages + 2 * (ofGroups ?? 0) + (ofProjects ?? 0) + ROLES;
}

/** While batches grow, some are smaller than the platform would answer. */
function batches(rows: number): number {
  return batchesOf(rows) + (rows > GROWN ? GROWING : 0);
}

const GROWN = 100;
const GROWING = 4;

/** How many of each custom role there are, and what they are called. */
const ROLES = 2;

/** At most, until the last page is there. */
function rowsOf(lists: readonly Listing[]): number {
  return lists.reduce((sum, { rows, pages = 1 }) => sum + (pages === 1 ? rows.length : pages * rows.length), 0);
}

/** The shares of all that is meant: each group that has somebody by one is read by itself, and so is a project whose row does not tell. */
async function sharesOf(
  meant: readonly Site[],
  { shares: kind }: Granting,
  { client, instance, facts, kinds, permits }: Reader,
  expected: number,
): Promise<Shares | Diagnostic> {
  const groups = meant.filter(({ scope }) => scope.type === 'group');
  const projects = meant.filter(({ scope }) => scope.type === 'project');
  const open = await sharing(
    groups.filter(({ live }) => !showsShares(live, kind)),
    facts.members,
    client,
  );
  const told = [...groups, ...projects].filter(({ live }) => showsShares(live, kind));
  const untold = [...open, ...projects.filter((site) => !told.includes(site))];
  const more = untold.length + (instance.me.admin ? 0 : readsAsOwner(meant));
  const refusal = more === 0 ? undefined : permits(expected + more);
  if (refusal !== undefined && hasErrors([refusal])) return refusal;
  const { roles, left: lacking } = await readRoleNames(kind, kinds, client, instance);
  const { of, left } = await readShares([...told, ...untold], kind, roles, client, instance);
  const all = [...of.values()].flat();
  const refused = new Set<number>();
  const touches = await whoChanged(
    { changes: [], unmanaged: [], standing: all.map(({ address, id }) => ({ address, id })) },
    client,
    kinds,
    (status) => refused.add(status),
  );
  const events = [...refused].map((status): LeftOut => ({ part: 'events', because: 'refused', status }));
  return {
    of: new Map([...of].map(([site, some]) => [site, withMakers(some, touches)])),
    left: [...left, ...events, ...(all.some(({ role }) => role !== undefined) ? lacking : [])],
  };
}

/** What was left out in places that the review is about. */
function leftIn(meant: readonly Site[], left: readonly LeftOut[]): readonly LeftOut[] {
  const addresses = new Set(meant.map(({ scope }) => scopeAddress(scope)));
  return left.flatMap((one): LeftOut[] => {
    const places = (one.places ?? []).filter((address) => addresses.has(address));
    return places.length === 0 ? [] : [{ ...one, places }];
  });
}

async function usersIn(list: Listing | undefined, { users }: ReviewFacts): Promise<readonly UserFacts[]> {
  const rows = (await list?.all()) ?? [];
  return rows.flatMap((row) => users.of(row) ?? []);
}

async function tokensIn(list: Listing | undefined, { tokens }: ReviewFacts): Promise<readonly TokenFacts[]> {
  const rows = (await list?.all()) ?? [];
  return rows.flatMap((row) => tokens.of(row) ?? []);
}

/** Everybody: those of the list first, which shows most of each. */
function merged(
  listed: readonly UserFacts[],
  members: ReadonlyMap<number, UserFacts>,
  seats: Seats,
): ReadonlyMap<number, UserFacts> {
  const all = new Map(members);
  for (const user of listed) all.set(user.id, user);
  for (const [id, user] of seats.isWhole || seats.taken.size > 0 ? all : []) {
    const seat = seats.taken.get(id);
    if (seat !== undefined) all.set(id, { ...user, ...seat });
    else if (seats.isWhole) all.set(id, { ...user, billable: false });
  }
  return all;
}

function placeOf(
  site: Site,
  sites: Sites,
  members: Members,
  shares: Shares,
  { links }: Granting,
  { facts, instance }: Reader,
): Omit<Place, 'everybody'> {
  return {
    scope: site.scope,
    id: site.id,
    live: site.live,
    isMeant: sites.isMeant(site),
    members: members.of.get(site) ?? [],
    shares: shares.of.get(site) ?? [],
    links: linksIn(site, links, instance),
    owner: facts.ownerOf(site.live),
  };
}
