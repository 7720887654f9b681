import { scopeAddress, sectionAddress } from '../../address.ts';
import { identity, type Kind } from '../../kind.ts';
import type { Change, LiveEntry, Scope } from '../../model.ts';
import { OWNER, type Access } from '../access.ts';
import { partsOf } from '../address-parts.ts';
import type { Kinds } from '../kinds.ts';
import type { Guard, GuardedPlan } from './guard.ts';
import { leavingPeople } from './leaving-people.ts';
import { movesOf } from './moves.ts';
import { MAKE_ANOTHER, soleOwnerRefusals } from './sole-owners.ts';
import { weighedAccess, type WeighedAccess } from './weighed-access.ts';

/**
 * Fewer owners of a top-level group than the bound, after any part of the plan: nobody could give access any more. Bots, people who are
 * blocked and memberships that have ended do not count, nor does who owes it to a directory once its last owner link is gone.
 */
export const lastOwner: Guard = {
  name: 'last-owner',
  weighedAgain: true,
  refusals(guarded) {
    const { min_owners: fewest } = guarded.desired.guards;
    const alone = soleOwnerRefusals(guarded.findings?.soleOwners ?? new Map<string, never>(), leavingPeople(guarded));
    const fewer = losses(guarded).flatMap(({ address, lowest, passedOver }) => {
      if (lowest.owners.size >= fewest) return [];
      const others = passedOver.length === 0 ? '' : ` (not counted: ${passedOver.join('; ')})`;
      const message = `${address} would be left with ${lowest.owners.size} of at least ${fewest} owner${fewest === 1 ? '' : 's'}${lowest.because}${others}`;
      return [{ message, addresses: [lowest.address], ...(lowest.isRefused && { instead: MAKE_ANOTHER }) }];
    });
    return [...fewer, ...alone];
  },
};

/** The usernames that `last-owner` counts as people in one group, which a plan takes an owner from. */
export interface CountedOwners {
  /** Those who are owners all the while. */
  readonly steady: readonly string[];
  /** Those who are owners for a part of it. */
  readonly others: readonly string[];
}

/** Whom `last-owner` counts as people, where it weighs anything at all: neither what is listed of a member nor a new entry tells it of everybody. */
export function countedOwners(guarded: GuardedPlan): readonly CountedOwners[] {
  return losses(guarded).map(({ steady, counted }) => ({
    steady: [...steady],
    others: [...counted].filter((name) => !steady.has(name)),
  }));
}

/** A group that a plan takes owners from. */
interface Loss {
  readonly address: string;
  readonly lowest: Lowest;
  /** The usernames of those who count whenever it is weighed. */
  readonly steady: ReadonlySet<string>;
  /** The usernames of those who count at any moment. */
  readonly counted: ReadonlySet<string>;
  /** Live owners who can give nobody access, with what they are where it shows: `zoe, blocked`. */
  readonly passedOver: readonly string[];
}

function losses(guarded: GuardedPlan): Loss[] {
  const access = weighedAccess(guarded);
  const tops = new Map(movesToTheTop(guarded).map((change) => [change.address, change]));
  const byScope = changesByScope(guarded);
  const scopes = new Set([...byScope.keys(), ...tops.keys()]);
  return [...scopes].flatMap((address) => {
    const { key: path } = partsOf(address, guarded.kinds);
    const owners = ownersOf({ type: 'group', path }, guarded, access);
    const weighed = weighings(owners, byScope.get(address) ?? [], access, tops.get(address));
    const [first, ...rest] = weighed;
    if (first === undefined) return [];
    const lowest = rest.reduce((least, one) => (one.owners.size < least.owners.size ? one : least), first);
    const steady = [...first.owners].filter((name) => rest.every((one) => one.owners.has(name)));
    const counted = weighed.flatMap((one) => [...one.owners]);
    return [{ address, lowest, steady: new Set(steady), counted: new Set(counted), passedOver: owners.passedOver }];
  });
}

/** What makes people owners of one group: their memberships, and the links of a directory at that level. */
interface Owners {
  readonly scope: Scope;
  /** By section and key: who it is, and whether it is lent by a directory. */
  readonly people: Map<string, { readonly username: string; readonly lent: boolean; readonly declared: boolean }>;
  readonly links: Set<string>;
  /** The shares at that level: who comes by them is nobody's to count, and makes no group ownerless by going but where nobody else is. */
  readonly shares: Set<string>;
  readonly live: ReadonlyMap<string, LiveEntry>;
  /** The usernames behind which there is no active person, as far as it was asked. */
  readonly uncounted: ReadonlySet<string>;
  /** Live owners who can give nobody access, with what they are where it shows. */
  readonly passedOver: readonly string[];
  /** How many of them have only come to their last day: GitLab may count them until it takes them away. */
  readonly ended: number;
}

/** A subgroup at the top has no owners but its own: what it inherited stays behind (POST /groups/:id/transfer, 18.9). */
export function movesToTheTop({ plan, kinds }: Pick<GuardedPlan, 'plan' | 'kinds'>): Change[] {
  return movesOf(plan.changes, kinds).flatMap(({ change, to }) =>
    !to.includes('/') && partsOf(change.address, kinds).kind.host?.type === 'group' ? [change] : [],
  );
}

/** The changes of access in top-level groups in the order of the plan, by the address of the group. */
function changesByScope({ plan, kinds }: GuardedPlan): ReadonlyMap<string, readonly KeyedChange[]> {
  const scopes = new Map<string, KeyedChange[]>();
  for (const change of plan.changes) {
    const { scope, kind, key } = partsOf(change.address, kinds);
    if (kind.access?.grants === undefined || scope.type !== 'group' || scope.path.includes('/')) continue;
    const address = scopeAddress(scope);
    const keyed = { change, kind, key };
    const known = scopes.get(address);
    if (known === undefined) scopes.set(address, [keyed]);
    else known.push(keyed);
  }
  return scopes;
}

interface KeyedChange {
  readonly change: Change;
  readonly kind: Kind;
  readonly key: string;
}

function ownersOf(scope: Scope, guarded: GuardedPlan, access: WeighedAccess): Owners {
  const { world, kinds, desired, findings } = guarded;
  const uncounted = findings?.uncounted ?? new Set<string>();
  const live = new Map<string, LiveEntry>();
  const passedOver: string[] = [];
  const owners = {
    ended: 0,
    scope,
    people: new Map(),
    links: new Set<string>(),
    shares: new Set<string>(),
    live,
    uncounted,
    passedOver,
  };
  for (const kind of granting(kinds)) {
    const address = sectionAddress(scope, kind.section);
    const section = desired.sections.find((one) => sectionAddress(one.scope, one.name) === address);
    const present = (section?.entries ?? []).filter(({ state }) => state === 'present');
    const declared = new Set(present.map(({ key }) => identity(kind, key)));
    for (const entry of world.sections.get(address) ?? []) {
      live.set(nameOf(kind, entry.key), entry);
      const held = access.before(kind, scope, entry);
      note(owners, kind, entry.key, held, declared.has(identity(kind, entry.key)));
      if (held !== undefined && isPassedOver(held, uncounted))
        passedOver.push([entry.key, ...(entry.dormant === undefined ? [] : [entry.dormant])].join(', '));
      if (held?.person && entry.dormant === undefined && held.kept >= OWNER && held.level < OWNER) owners.ended++;
    }
  }
  return owners;
}

/** Whether somebody is kept as an owner, and can give nobody access. */
function isPassedOver({ username, kept, level, person }: Access, uncounted: ReadonlySet<string>): boolean {
  return username !== undefined && kept >= OWNER && (level < OWNER || !person || uncounted.has(username));
}

function granting(kinds: Kinds): Kind[] {
  return [...kinds.values()].filter((kind) => kind.access?.grants !== undefined && kind.scopes.includes('group'));
}

function nameOf(kind: Kind, key: string): string {
  return `${kind.section} ${identity(kind, key)}`;
}

function note(
  { people, links, shares, uncounted }: Owners,
  kind: Kind,
  key: string,
  access: Access | undefined,
  declared: boolean,
): void {
  const name = nameOf(kind, key);
  people.delete(name);
  links.delete(name);
  shares.delete(name);
  if (access === undefined || access.level < OWNER) return;
  if (access.username === undefined) (kind.access?.lentTo === undefined ? links : shares).add(name);
  else if (access.person && !uncounted.has(access.username))
    people.set(name, { username: access.username, lent: access.lent, declared });
}

/** Who are owners once the order of the plan has taken one away. */
interface Lowest {
  /** Whether GitLab refuses it too: it keeps the last person that is an active owner by a membership (403, PUT and DELETE …/members/:user_id, 18.9). */
  readonly isRefused: boolean;
  readonly owners: ReadonlySet<string>;
  readonly address: string;
  readonly because: string;
}

/** The owners that are left each time that the order of the plan takes one away. */
function weighings(
  owners: Owners,
  changes: readonly KeyedChange[],
  access: WeighedAccess,
  toTheTop: Change | undefined,
): Lowest[] {
  const weighed: Lowest[] = [];
  const weigh = (withoutLinks: boolean, address: string, because: string): void => {
    weighed.push({ owners: counted(owners, withoutLinks), address, because, isRefused: false });
  };
  const hadLink = owners.links.size > 0;
  for (const { change, kind, key } of changes) {
    const name = nameOf(kind, key);
    const [people, links, shares] = [owners.people.has(name), owners.links.has(name), owners.shares.has(name)];
    note(
      owners,
      kind,
      key,
      access.after(kind, owners.scope, key, owners.live.get(name), change),
      change.action !== 'delete',
    );
    const withoutLinks = hadLink && owners.links.size === 0;
    if (links && withoutLinks)
      weigh(true, change.address, ', once the directory takes back what its last owner link gave');
    else if (shares && owners.shares.size === 0)
      weigh(withoutLinks, change.address, ', once nobody is one by a share any more');
    else if (people && !owners.people.has(name)) {
      const left = counted(owners, withoutLinks);
      const isRefused = counted(owners, false).size === 0 && owners.ended === 0;
      weighed.push({ owners: left, address: change.address, because: '', isRefused });
    }
  }
  if (toTheTop !== undefined) weigh(false, toTheTop.address, ' of its own at the top, where it inherits none');
  return weighed;
}

/** Without a link that makes owners, those count whom the configuration names: nobody can tell whom a directory has made one. */
function counted({ people }: Owners, withoutLinks: boolean): ReadonlySet<string> {
  const counting = [...people.values()].filter(({ lent, declared }) => !withoutLinks || (!lent && declared));
  return new Set(counting.map(({ username }) => username));
}
