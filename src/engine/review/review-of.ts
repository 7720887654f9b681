import type { Instance } from '../../model.ts';
import type { ReviewFacts, TokenFacts, UserFacts } from '../../review-facts.ts';
import { dayOfRun } from '../day-of-run.ts';
import { holdings } from './holdings.ts';
import type { Person, PlaceScope, Review, Token } from './review.ts';
import type { Seen } from './seen.ts';

const DAY = 86_400_000;

/** Who may do what, of what was read: of the whole instance everybody, and of a part whoever has access there. Pure. */
export function reviewOf(seen: Seen, targets: readonly string[], instance: Instance, facts: ReviewFacts): Review {
  const day = dayOfRun(instance);
  const held = holdings(seen);
  const meant = [...seen.places.values()].filter(({ isMeant }) => isMeant);
  const places = new Map([...seen.places.values()].map(({ scope, id }) => [`${scope.type} ${id}`, scope]));
  const placeOf = ({ username }: UserFacts): PlaceScope | undefined => {
    const place = facts.tokens.placeOf(username);
    return place && places.get(`${place.type} ${place.id}`);
  };
  const tokens = byUser(seen.tokens);
  const people = [...seen.users.values()].flatMap((user): Person[] => {
    const access = held.get(user.id) ?? [];
    if (targets.length > 0 && access.length === 0) return [];
    const place = placeOf(user);
    const spentUse = seen.spent.get(user.id);
    const own = (tokens.get(user.id) ?? []).map((token) => tokenOf(token, place, day));
    return [{ ...user, access, tokens: own, ...(spentUse !== undefined && { spentUse }) }];
  });
  const count = (type: PlaceScope['type']): number => meant.filter(({ scope }) => scope.type === type).length;
  return {
    target: { url: instance.url, version: instance.version },
    day,
    targets,
    people: people.sort((one, other) => (one.username.toLowerCase() < other.username.toLowerCase() ? -1 : 1)),
    places: meant.map(({ scope }) => scope),
    looked: { groups: count('group'), projects: count('project') },
    left: seen.left,
  };
}

function byUser(tokens: readonly TokenFacts[]): ReadonlyMap<number, readonly TokenFacts[]> {
  const found = new Map<number, TokenFacts[]>();
  for (const token of tokens) {
    const known = found.get(token.user);
    if (known === undefined) found.set(token.user, [token]);
    else known.push(token);
  }
  return found;
}

function tokenOf(
  { name, scopes, created, ends, lastUsed }: TokenFacts,
  place: PlaceScope | undefined,
  day: string,
): Token {
  return { name, scopes, created, age: daysBetween(created, day), ends, lastUsed, ...(place && { place }) };
}

/** How many days have gone from a moment to a day; none where nobody knows one of them. */
export function daysBetween(from: string, day: string): number {
  const days = Math.floor((Date.parse(`${day}T00:00:00Z`) - Date.parse(from.slice(0, 10))) / DAY);
  return Number.isNaN(days) ? 0 : Math.max(0, days);
}
