import { entryAddress, scopeAddress, sectionAddress } from '../../address.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { identity, type Kind } from '../../kind.ts';
import type { Change, Declared, LiveEntry, Scope, World } from '../../model.ts';
import { sectionParts } from '../address-parts.ts';
import type { Kinds } from '../kinds.ts';
import { groupsAbove, takesOver } from './from-above.ts';

/** A change, and what it concerns. */
interface Above {
  readonly change: Pick<Change, 'address' | 'action'>;
  readonly kind: Kind;
  readonly scope: Scope;
  readonly key: string;
}

/** The same, with the entry that asks for it. */
type Told = Above & { readonly declared: Pick<Declared, 'spec' | 'place'> | undefined };

const NAMED = 3;

/**
 * What comes, goes or changes below a group without a call of its own, said at the change of what it inherits; named where it was looked
 * at. Below a group that this plan makes there is nothing yet, and what itself takes over the one above hands down nothing new.
 */
export function handedDown(changes: readonly Told[], world: World, kinds: Kinds): Diagnostic[] {
  const made = new Set(changes.flatMap(({ change: { action, address } }) => (action === 'create' ? [address] : [])));
  const comes = changes.filter(
    (one) =>
      one.kind.inheritance?.handsDown === true &&
      one.scope.type === 'group' &&
      one.change.action === 'create' &&
      !made.has(scopeAddress(one.scope)) &&
      !takesOver(one),
  );
  const concerned = changes.filter(isHandedDown);
  return [...comes.map(handedOut), ...changedBelow(concerned, world, kinds)];
}

function handedOut({ change, declared }: Told): Diagnostic {
  return {
    severity: 'warning',
    code: 'handed-down',
    message: `${change.address}: the groups and projects below that have none of their own inherit it`,
    place: declared?.place(),
    remedy: 'declare below what is to be otherwise, with settings of its own',
  };
}

function changedBelow(concerned: readonly Told[], world: World, kinds: Kinds): Diagnostic[] {
  if (concerned.length === 0) return [];
  const heirs = heirsIn(world, kinds);
  return concerned.map((above): Diagnostic => {
    const { change, declared } = above;
    const fate = change.action === 'update' ? 'changes' : 'goes';
    return {
      severity: 'warning',
      code: 'handed-down',
      message: `${change.address}: what inherits it in the groups and projects below ${fate} as well${among(heirs(above))}`,
      place: declared?.place(),
      remedy: 'declare below what is to stay as it is, with settings of its own',
    };
  });
}

function among(heirs: readonly string[]): string {
  if (heirs.length === 0) return '';
  const more = heirs.length > NAMED ? ` and ${heirs.length - NAMED} more` : '';
  return `, among it ${heirs.slice(0, NAMED).join(', ')}${more}`;
}

/** Tells the addresses of what goes or changes with a change in a group: of what was looked at, with all that lies between. */
export function heirsIn(world: World, kinds: Kinds): (above: Above) => readonly string[] {
  const inheriting = [...world.sections].flatMap(([address, entries]) => {
    if (!entries.some(({ inherited }) => inherited)) return [];
    const { kind, scope } = sectionParts(address, kinds);
    return kind.inheritance?.handsDown && scope.type !== 'instance'
      ? [{ kind, scope, entries: entries.filter(({ inherited }) => inherited) }]
      : [];
  });
  return (above) => {
    if (!isHandedDown(above)) return [];
    const { kind, scope, key } = above;
    const below = inheriting.filter((one) => one.kind === kind && isBelow(one.scope, scope));
    return below.flatMap((one) => {
      const entry = withKey(kind, key, one.entries);
      return entry !== undefined && comesFrom(scope, one.scope, kind, key, world)
        ? [entryAddress(kind, one.scope, entry.key)]
        : [];
    });
  };
}

/** Whether what is inherited is that of this group: what was not looked at in between may have one of its own. */
function comesFrom(from: Scope, to: Scope, kind: Kind, key: string, world: World): boolean {
  const between = groupsAbove(to).filter((group) => isBelow(group, from));
  return between.every((group) => {
    const entries = world.sections.get(sectionAddress(group, kind.section));
    const holding = entries && withKey(kind, key, entries);
    return entries !== undefined && (holding === undefined || holding.inherited === true);
  });
}

function withKey(kind: Kind, key: string, entries: readonly LiveEntry[]): LiveEntry | undefined {
  return entries.find((entry) => identity(kind, entry.key) === identity(kind, key));
}

function isBelow(scope: Scope, group: Scope): boolean {
  if (scope.type === 'instance' || group.type !== 'group') return false;
  return scope.path.toLowerCase().startsWith(`${group.path.toLowerCase()}/`);
}

function isHandedDown({ change, kind, scope }: Above): boolean {
  return kind.inheritance?.handsDown === true && scope.type === 'group' && change.action !== 'create';
}
