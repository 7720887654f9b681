import { INSTANCE, scopeAddress } from '../../address.ts';
import type { Kind } from '../../kind.ts';
import type { Attributes, Instance, Scope } from '../../model.ts';
import { OWNER } from '../access.ts';
import type { Kinds } from '../kinds.ts';
import { anyAddressTest } from '../parts/address-pattern.ts';
import type { Person, Review, Way } from './review.ts';
import { userTokenEntries, whyUserTokenKept, type KeptUserToken } from './user-tokens.ts';

/** Why something that was found is not declared to be gone. */
export type Kept =
  | 'own' // the token's own user
  | 'outside' // stands above what the targets name, which inherits it
  | 'last-owner' // nobody else would own the group
  | 'owner-by-share' // owns what the group is invited to as an owner
  | 'perhaps-owner-by-share' // may own what the group is invited to, where nobody looked
  | 'lent' // stands in another group
  | 'hidden' // nobody sees by what it comes
  | 'namespace' // what somebody has of their own
  | 'directory' // a directory gives it anew
  | 'bot' // goes with its token, or with the account
  | 'administrator' // may do everything, whatever they are a member of
  | 'token' // under a name that another token of its place has
  | KeptUserToken;

/** What is left as it is, and why. */
export interface KeptAccess {
  readonly address: string;
  readonly username: string;
  readonly why: Kept;
}

/** Entries of one section that are to be gone. */
export interface Removal {
  readonly scope: Scope;
  readonly section: string;
  readonly keys: readonly string[];
  /** The fields of those that more than one name tells from others, by their keys. */
  readonly specs?: ReadonlyMap<string, Attributes>;
  /** Whose access goes with them. */
  readonly users: ReadonlySet<number>;
}

/** The declarations that would take away what was found, and what they leave. */
export interface Removals {
  readonly removals: readonly Removal[];
  readonly kept: readonly KeptAccess[];
}

/**
 * What would take away all access of some people: their memberships and tokens, and the tokens of bots. Never the access of the run itself, the last
 * owner of a group, an owner of what a group is invited to, or what stands outside of the targets: whatever stays is told.
 */
export function removalsOf(
  found: readonly Person[],
  { people, targets }: Review,
  { members, tokens, userTokens }: RemovableKinds,
  { me }: Instance,
): Removals {
  const sections = new Map<string, Removal & { keys: string[]; users: Set<number>; specs?: Map<string, Attributes> }>();
  const kept: KeptAccess[] = [];
  const remove = (scope: Scope, { section }: Kind, key: string, user: number, spec?: Attributes): void => {
    const name = `${scopeAddress(scope)}/${section}`;
    const known = sections.get(name) ?? { scope, section, keys: [], users: new Set() };
    sections.set(name, known);
    if (!known.keys.includes(key)) known.keys.push(key);
    known.users.add(user);
    if (spec !== undefined) (known.specs ??= new Map()).set(key, spec);
  };
  const going = new Set(found.map(({ id }) => id));
  const isWhole = targets.length === 0;
  const isMeant = isWhole ? () => true : anyAddressTest(targets);
  const ground = { me, lenders: lendingOwners(people), isWhole, isMeant };
  const owners = stayingOwners(people, going, ground);
  const names = tokenNames(people);
  for (const person of found) {
    const stays = (address: string, why: Kept): void => void kept.push({ address, username: person.username, why });
    if (person.admin === true) stays('administrator', whyAdministrator(person, me));
    for (const { place, ways } of person.access) {
      const address = scopeAddress(place);
      for (const way of ways) {
        const why = whyKept(person, address, way, ground) ?? lastOwnerThere(address, way, owners);
        if (why === undefined) remove(place, members, person.username, person.id);
        else stays(address, why);
      }
    }
    for (const token of person.tokens) {
      const { name, place } = token;
      if (place === undefined) {
        const why = whyUserTokenKept(person, name, ground);
        if (why !== undefined) stays(`token ${name}`, why);
        else
          for (const { kind, key, spec } of userTokenEntries(userTokens, person.username, name))
            remove(INSTANCE, kind, key, person.id, spec);
        continue;
      }
      const why = whyTokenKept(person, name, place, names, ground);
      if (why === undefined) remove(place, tokens, name, person.id);
      else stays(`token ${name}`, why);
    }
  }
  return { removals: [...sections.values()], kept };
}

interface Ground {
  readonly me: Instance['me'];
  /** By group, those who own something else by being a member there. */
  readonly lenders: ReadonlySet<string>;
  /** Whether all groups were looked at, and so all that one is invited to. */
  readonly isWhole: boolean;
  /** Whether an address is what the review was asked for. */
  readonly isMeant: (address: string) => boolean;
}

/** Why a way stays whoever else owns the place. */
function whyKept(person: Person, address: string, way: Way, ground: Ground): Kept | undefined {
  const { me, lenders, isWhole, isMeant } = ground;
  if (person.id === me.id) return 'own';
  if (!isMeant(address)) return 'outside';
  if (way.through === 'lent') return 'lent';
  if (way.through === 'hidden') return 'hidden';
  if (way.through === 'namespace') return 'namespace';
  if (person.nature === 'bot' || person.nature === 'service account') return 'bot';
  if (way.directory === 'kept') return 'directory';
  if (lenders.has(`${address} ${person.id}`)) return 'owner-by-share';
  if (!isWhole && way.kept >= OWNER && address.startsWith('group[')) return 'perhaps-owner-by-share';
  return undefined;
}

/** Why somebody stays an administrator, which is nothing that is held in a place. */
function whyAdministrator({ id, nature }: Person, me: Instance['me']): Kept {
  if (id === me.id) return 'own';
  return nature === 'person' ? 'administrator' : 'bot';
}

/** Why a token is not declared to be gone. */
function whyTokenKept(
  { id }: Person,
  name: string,
  place: Scope,
  names: ReadonlyMap<string, number>,
  { me, isMeant }: Ground,
): Kept | undefined {
  if (id === me.id) return 'own';
  if (!isMeant(scopeAddress(place))) return 'outside';
  return names.get(tokenName(name, place)) === 1 ? undefined : 'token';
}

/** A membership that gives nothing leaves nobody without an owner. */
function lastOwnerThere(address: string, way: Way, owners: ReadonlySet<string>): Kept | undefined {
  return way.level >= OWNER && address.startsWith('group[') && !owners.has(address) ? 'last-owner' : undefined;
}

/** The groups of which an active person stays a direct owner for good: who is not found, or found and left all the same. */
function stayingOwners(people: readonly Person[], going: ReadonlySet<number>, ground: Ground): ReadonlySet<string> {
  const stays = (person: Person, address: string, way: Way): boolean =>
    !going.has(person.id) || whyKept(person, address, way, ground) !== undefined;
  const owns = (way: Way): boolean => way.through === 'direct' && way.level >= OWNER && way.ends === undefined;
  const owned = people
    .filter(({ nature, state }) => nature === 'person' && state === 'active')
    .flatMap((person) =>
      person.access
        .map(({ place, ways }) => ({ address: scopeAddress(place), ways }))
        .filter(({ address, ways }) => ways.some((way) => owns(way) && stays(person, address, way))),
    );
  return new Set(owned.map(({ address }) => address));
}

/** The memberships by which somebody is an owner of what their group is invited to. */
function lendingOwners(people: readonly Person[]): ReadonlySet<string> {
  return new Set(
    people.flatMap(({ id, access }) =>
      access.flatMap(({ ways }) =>
        ways.flatMap(({ share, kept }) => (share !== undefined && kept >= OWNER ? [`${share.member} ${id}`] : [])),
      ),
    ),
  );
}

/** How many tokens of each name a group or project has: which of two is meant nobody could tell. */
function tokenNames(people: readonly Person[]): ReadonlyMap<string, number> {
  const names = new Map<string, number>();
  for (const { tokens } of people)
    for (const { name, place } of tokens)
      if (place !== undefined) names.set(tokenName(name, place), (names.get(tokenName(name, place)) ?? 0) + 1);
  return names;
}

function tokenName(name: string, place: Scope): string {
  return `${scopeAddress(place)} ${name}`;
}

/** The kinds of what a review can declare to be gone: members, tokens of groups and projects, and both sorts of tokens of users. */
export interface RemovableKinds {
  readonly members: Kind;
  readonly tokens: Kind;
  readonly userTokens: readonly Kind[];
}

/** Which of the kinds these are. */
export function removableKinds(kinds: Kinds): RemovableKinds {
  const members = [...kinds.values()].find(({ access }) => access?.everybody !== undefined);
  const owned = [...kinds.values()].filter(({ reads }) => reads.tellsOwnToken);
  const tokens = owned.find(({ scopes }) => scopes.includes('project'));
  if (members === undefined || tokens === undefined) throw new Error('no kind has members, or their tokens');
  return { members, tokens, userTokens: owned.filter(({ scopes }) => scopes.includes('instance')) };
}
