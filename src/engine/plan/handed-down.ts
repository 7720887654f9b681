import { listed } from '../../base/listed.ts';
import { entryAddress, scopeAddress, sectionAddress } from '../../address.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { isBelow } from '../../base/scope-path.ts';
import { handedFields, isHanded, isKept, takesPlace } from '../../handed-down.ts';
import { identity, type Kind } from '../../kind.ts';
import type { Attributes, Change, Declared, LiveEntry, Scope, World } from '../../model.ts';
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
type Told = Omit<Above, 'change'> & {
  readonly change: Pick<Change, 'address' | 'action' | 'fields'>;
  readonly declared: Pick<Declared, 'spec' | 'place'> | undefined;
  readonly live: LiveEntry | undefined;
};

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
  const concerned = changes.filter((one) => isHandedDown(one) && !made.has(scopeAddress(one.scope)));
  return [...comes.map(handedOut), ...changedBelow(concerned, world, kinds), ...fieldsHandedDown(changes, world)];
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
  return `, among it ${listed(heirs, NAMED)}`;
}

/** What a group's own fields change in the groups below it, which are named where they were looked at and are not set again. */
function fieldsHandedDown(changes: readonly Told[], world: World): Diagnostic[] {
  const setBelow = new Map(
    changes.map(({ change }) => [change.address, new Set(change.fields.map(({ path }) => path))]),
  );
  return changes.flatMap(({ change, kind, scope, key, declared, live }): Diagnostic[] => {
    if (kind.host === undefined || change.action !== 'update' || declared === undefined || live === undefined)
      return [];
    const final = { ...live.spec, ...declared.spec };
    const fields = handedFields(kind).filter(
      ([field, how]) =>
        isHanded(how, final[field]) &&
        change.fields.some(({ path, to }) => path === field || (path === how.lock && to === true)),
    );
    if (fields.length === 0) return [];
    const below = [
      ...(world.sections.get(sectionAddress(scope, kind.section)) ?? []),
      ...(world.beside?.get(kind.section) ?? []),
    ];
    const concerned = below.flatMap((entry) => {
      const now = entry.renamedFrom ?? entry.key;
      const address = entryAddress(kind, scope, now);
      const changed = fields.some(
        ([field, how]) =>
          takesPlace(how, final[field], entry.spec[field]) && setBelow.get(address)?.has(field) !== true,
      );
      return identity(kind, now).startsWith(`${identity(kind, key)}/`) && changed ? [address] : [];
    });
    const [first] = fields;
    return [
      {
        severity: 'warning',
        code: 'handed-down',
        message: `${change.address}: what is set for ${fields.map(([field]) => field).join(', ')} is handed down to the groups and projects below${among([...new Set(concerned)])}`,
        place: declared.place(...(first === undefined ? [] : [first[0]])),
        remedy: remedyOf(fields, final),
      },
    ];
  });
}

function remedyOf(fields: ReturnType<typeof handedFields>, final: Attributes): string {
  const kept = fields.filter(([field, how]) => isKept(field, how, final));
  if (kept.length === 0) return 'declare below what is to be otherwise: it is set after this';
  const instead = kept.map(([field, { lock, values = [] }]) => {
    const other = values.find((one) => one.final !== true);
    return lock === undefined ? `${field}: ${String(other?.value)}` : `${lock}: false`;
  });
  return `nothing below can be otherwise then: write \`${instead.join('`, `')}\` where that is not meant`;
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
    const below = inheriting.filter((one) => one.kind === kind && isInside(one.scope, scope));
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
  const between = groupsAbove(to).filter((group) => isInside(group, from));
  return between.every((group) => {
    const entries = world.sections.get(sectionAddress(group, kind.section));
    const holding = entries && withKey(kind, key, entries);
    return entries !== undefined && (holding === undefined || holding.inherited === true);
  });
}

function withKey(kind: Kind, key: string, entries: readonly LiveEntry[]): LiveEntry | undefined {
  return entries.find((entry) => identity(kind, entry.key) === identity(kind, key));
}

function isInside(scope: Scope, group: Scope): boolean {
  if (scope.type === 'instance' || group.type !== 'group') return false;
  return isBelow(scope.path, group.path);
}

function isHandedDown({ change, kind, scope }: Above): boolean {
  return kind.inheritance?.handsDown === true && scope.type === 'group' && change.action !== 'create';
}
