import { scopeAddress } from '../../address.ts';
import { pathsAbove, pathsTo } from '../../base/scope-path.ts';
import { OWNER } from '../access.ts';
import type { Held, PlaceScope, Way } from './review.ts';
import { placeKey, type Link, type Membership, type Place, type Seen, type Share } from './seen.ts';

/** Minimal access shows a group, opens nothing in it, and is not handed down (18.9). */
const OPENING = 10;

/** What everybody has, by the number of the user: in each place where a way of theirs begins. */
export function holdings({ places, users }: Seen): ReadonlyMap<number, readonly Held[]> {
  const ways = new Map<number, Map<Place, Way[]>>();
  const add = (user: number, place: Place, way: Way): void => {
    const own = ways.get(user) ?? new Map<Place, Way[]>();
    ways.set(user, own);
    const known = own.get(place);
    if (known === undefined) own.set(place, [way]);
    else known.push(way);
  };
  const isIdle = (user: number): string | undefined => {
    const state = users.get(user)?.state;
    return state === undefined || state === 'active' ? undefined : state;
  };
  for (const place of places.values()) {
    if (!place.isMeant) continue;
    for (const member of place.members) add(member.user, place, directWay(member, place.links));
    for (const share of place.shares)
      for (const lent of lentBy(share, place.scope, places)) add(lent.member.user, place, lentWay(share, lent));
    const { owner } = place;
    if (owner !== undefined && !place.members.some(({ user }) => user === owner))
      add(owner, place, { through: 'namespace', ...counting(OWNER, isIdle(owner)), kept: OWNER });
  }
  for (const place of topDown(places))
    for (const member of place.everybody)
      if (member.kept >= OPENING && member.kept > shownLevel(member, place, ways.get(member.user), places))
        add(member.user, place, hiddenWay(member));
  return new Map([...ways].map(([user, own]) => [user, heldIn(own)]));
}

/** What comes from above is told there, before what is below is looked at. */
function topDown(places: Seen['places']): readonly Place[] {
  const depth = ({ scope }: Place): number => scope.path.split('/').length;
  return [...places.values()].filter(({ isMeant }) => isMeant).sort((one, other) => depth(one) - depth(other));
}

/** The highest level that somebody has by the ways that are shown in a place and above it; one that has ended is no reason for what is listed. */
function shownLevel(
  { idle }: Membership,
  place: Place,
  own: ReadonlyMap<Place, readonly Way[]> | undefined,
  places: Seen['places'],
): number {
  if (own === undefined) return 0;
  const above = pathsAbove(place.scope.path).flatMap((path) => places.get(placeKey({ type: 'group', path })) ?? []);
  const shown = [...above, place].flatMap((one) => own.get(one) ?? []);
  const reasons = shown.filter((way) => way.idle === undefined || way.idle === idle);
  return Math.max(0, ...reasons.map(({ kept }) => kept));
}

function hiddenWay({ level, kept, ends, idle }: Membership): Way {
  return {
    ...{ through: 'hidden', level, kept },
    ...(ends !== undefined && { ends }),
    ...(idle !== undefined && { idle }),
  };
}

function counting(level: number, idle: string | undefined): Pick<Way, 'level' | 'idle'> {
  return idle === undefined ? { level } : { level: 0, idle };
}

function directWay(member: Membership, links: readonly Link[]): Way {
  const { level, kept, role, ends, idle, directory } = member;
  const likely = links.filter((link) => link.level === kept).map(({ address }) => address);
  return {
    through: 'direct',
    ...{ level, kept },
    ...(role !== undefined && { role }),
    ...(directory !== undefined && { directory }),
    ...(likely.length > 0 && { links: likely }),
    ...moments(member.made, ends),
    ...(idle !== undefined && { idle }),
  };
}

interface Lent {
  readonly member: Membership;
  readonly from: PlaceScope;
  /** The shares on the way, of which each lets through no more than it gives. */
  readonly by: readonly Share[];
}

/**
 * Whom a share lets in. To a group those come who are direct members of the invited one; to a project also those who are so by
 * inheritance, and direct members of groups that are invited to it in turn (Sharing projects and groups, 18.9: the platform's manual).
 */
function lentBy(share: Share, to: PlaceScope, places: Seen['places']): readonly Lent[] {
  const best = new Map<number, Lent>();
  const add = (lent: Lent): void => {
    if (lent.member.kept < OPENING) return;
    const known = best.get(lent.member.user);
    if (known === undefined || isMore(lent, known)) best.set(lent.member.user, lent);
  };
  const from = (path: string, by: readonly Share[]): Place | undefined => {
    const place = places.get(placeKey({ type: 'group', path }));
    for (const member of place?.members ?? []) if (place !== undefined) add({ member, from: place.scope, by });
    return place;
  };
  if (to.type === 'group') from(share.group, [share]);
  else
    for (const path of pathsTo(share.group))
      for (const other of from(path, [share])?.shares ?? []) from(other.group, [share, other]);
  return [...best.values()];
}

function isMore(one: Lent, other: Lent): boolean {
  return levelOf(one) === levelOf(other) ? one.member.kept > other.member.kept : levelOf(one) > levelOf(other);
}

function levelOf({ member, by }: Lent): number {
  return Math.min(member.level, ...by.map(({ level }) => level));
}

/** The lower of what the shares give at most, and what somebody has in the invited group; it ends with whichever ends first. */
function lentWay(share: Share, lent: Lent): Way {
  const { member, from, by } = lent;
  const ends = [member.ends, ...by.map((one) => one.ends)].filter((day) => day !== undefined).sort()[0];
  const idle = member.idle ?? (by.some(({ level }) => level === 0) ? 'ended' : undefined);
  return {
    through: 'lent',
    level: levelOf(lent),
    kept: Math.min(member.kept, ...by.map(({ kept }) => kept)),
    // What the role of the share allows is no more than what its level lends.
    ...(share.role !== undefined && { role: share.role }),
    share: { group: share.group, most: share.kept, member: scopeAddress(from) },
    ...moments(share.made, ends),
    ...(idle !== undefined && { idle }),
  };
}

function moments({ at, by }: Membership['made'], ends: string | undefined): Pick<Way, 'since' | 'by' | 'ends'> {
  return {
    ...(at !== undefined && { since: at }),
    ...(by !== undefined && { by }),
    ...(ends !== undefined && { ends }),
  };
}

/** The ways place by place, by path, each with what comes from above. */
function heldIn(own: ReadonlyMap<Place, readonly Way[]>): readonly Held[] {
  const best = new Map([...own].map(([{ scope }, ways]) => [placeKey(scope), highest(ways)]));
  return [...own]
    .map(([{ scope }, ways]): Held => {
      const inherited = fromAbove(scope, best);
      return {
        place: scope,
        level: Math.max(highest(ways), inherited?.level ?? 0),
        ways: [...ways].sort((one, other) => other.level - one.level || other.kept - one.kept),
        ...(inherited && { inherited }),
      };
    })
    .sort((one, other) => (sortKey(one) < sortKey(other) ? -1 : 1));
}

function sortKey({ place }: Held): string {
  return `${place.path.toLowerCase()} ${place.type}`;
}

function highest(ways: readonly Way[]): number {
  return Math.max(0, ...ways.map(({ level }) => level));
}

/** The highest that counts in a group above; what stands above has the access at least that far up. */
function fromAbove({ path }: PlaceScope, best: ReadonlyMap<string, number>): Held['inherited'] {
  let found: Held['inherited'];
  for (const above of pathsAbove(path)) {
    const level = best.get(placeKey({ type: 'group', path: above })) ?? 0;
    if (level >= OPENING && level > (found?.level ?? 0)) found = { level, from: `group[${above}]` };
  }
  return found;
}
