import { INSTANCE, scopeAddress, sectionAddress } from '../../address.ts';
import type { Kind } from '../../kind.ts';
import type { Change, GuardBasis, GuardLook, LiveEntry, Scope, World } from '../../model.ts';
import { partsOf, sectionParts } from '../address-parts.ts';
import { fieldsWith, hostingKind, isHosting, type Kinds } from '../kinds.ts';
import { keptOwnershipOf } from './kept-ownership.ts';
import type { GuardedPlan } from './guard.ts';
import { movesOf } from './moves.ts';
import { bySection } from './removable.ts';
import { pathsAbove, rootPath } from '../../base/scope-path.ts';

/** What a saved plan has to hold so that its guards can be weighed again on what is live when it is applied; nothing where they never would refuse. */
export function guardBasis(guarded: GuardedPlan, waived: ReadonlySet<string>): GuardBasis | undefined {
  const { plan, desired, world, kinds } = guarded;
  const wanted = new Map([
    ...wantedLooks(plan.changes, kinds),
    ...(plan.shard === undefined ? [] : inEveryShard(kinds)),
  ]);
  if (wanted.size === 0 && plan.changes.length === 0) return undefined;
  const { max_removals, max_removal_percent, max_plan_removals, max_changes, max_change_percent, min_owners } =
    desired.guards;
  const declared = new Map(desired.sections.map((section) => [sectionAddress(section.scope, section.name), section]));
  const looks = [...wanted].flatMap(([section, scope]): GuardLook[] => {
    const entries = world.sections.get(section);
    if (sectionParts(section, kinds).kind.host !== undefined)
      return entries === undefined ? [] : [{ section, among: numbered(entries) }];
    const at = entries !== undefined ? numberOf(scope, world, kinds) : undefined;
    if (at === undefined) return [];
    const present = declared.get(section)?.entries.filter(({ state }) => state === 'present') ?? [];
    const isTop = scope.type === 'group' && !scope.path.includes('/');
    const names = isTop ? present.map(({ key }) => key).sort() : [];
    return [{ section, ...(at !== null && { at }), ...(names.length > 0 && { declared: names }) }];
  });
  const keptOwnership = keptOwnershipOf(guarded);
  return {
    bounds: { max_removals, max_removal_percent, max_plan_removals, max_changes, max_change_percent, min_owners },
    waived: [...waived].sort(),
    looks: looks.sort((a, b) => (a.section < b.section ? -1 : 1)),
    ...(keptOwnership.length > 0 && { keptOwnership }),
  };
}

/** The sections that every shard has a part of: what one of them removes alone may be much with what the others do. */
function inEveryShard(kinds: Kinds): ReadonlyMap<string, Scope> {
  const hosts = [...kinds.values()].filter(({ host }) => host !== undefined);
  return new Map(hosts.map(({ section }) => [sectionAddress(INSTANCE, section), INSTANCE]));
}

/** The looks that the changes ask for: where less than two of a section's groups or projects change there is no mass, and none of the others is read for it. */
export function neededLooks({ looks }: GuardBasis, changes: readonly Change[], kinds: Kinds): readonly GuardLook[] {
  const changed = bySection(
    changes.filter(({ action }) => action !== 'create'),
    { kinds },
  );
  return looks.filter(({ section, among }) => among === undefined || (changed.get(section)?.length ?? 0) > 1);
}

function numbered(entries: readonly LiveEntry[]): NonNullable<GuardLook['among']> {
  return entries.flatMap(({ key, renamedFrom = key, id, pendingDeletion }) =>
    typeof id === 'number' && pendingDeletion === undefined ? [{ key: renamedFrom, id }] : [],
  );
}

/** The sections that guards look at beyond the changes themselves, with their scopes: where people lose access, where much goes, and what others hold. */
export function wantedLooks(changes: readonly Change[], kinds: Kinds): ReadonlyMap<string, Scope> {
  const wanted = new Map<string, Scope>();
  const want = (kind: Kind, scope: Scope): void => {
    // Of what is read by its name alone, what was said when the plan was made holds.
    if (kind.scopes.includes(scope.type) && kind.reads.whole === undefined)
      wanted.set(sectionAddress(scope, kind.section), scope);
  };
  const granting = [...kinds.values()].filter((kind) => kind.access?.grants !== undefined);
  const referred = granting.flatMap((kind) => fieldsWith(kind, 'x-ref').map(([, section]) => section));
  const roles = new Set(referred.filter((section) => !isHosting(kinds, section)));
  const wantAccess = (scope: Scope): void => {
    for (const within of withScopesAbove(scope)) for (const kind of granting) want(kind, within);
    for (const outer of rootsOf(scope))
      for (const kind of kinds.values()) if (roles.has(kind.section)) want(kind, outer);
  };
  const seen = new Set<string>();
  for (const change of changes) {
    if (change.action === 'create') continue;
    const { kind, scope } = partsOf(change.address, kinds);
    const section = sectionAddress(scope, kind.section);
    // One alone is no mass.
    if (seen.has(section) || (kind.access?.locksOut !== undefined && kind.host === undefined)) want(kind, scope);
    seen.add(section);
    if (kind.access?.grants !== undefined) wantAccess(scope);
    if (kind.reads.holdersOf !== undefined) want(kind, scope);
  }
  // The keptOwnership of a move tell what the own user has there; its people count where it goes to the top.
  for (const { to } of movesOf(changes, kinds)) wantAccess({ type: 'group', path: to });
  return wanted;
}

function withScopesAbove(scope: Scope): Scope[] {
  if (scope.type === 'instance') return [scope];
  return [scope, ...pathsAbove(scope.path).map((path): Scope => ({ type: 'group', path }))];
}

function rootsOf(scope: Scope): Scope[] {
  const instance: Scope = { type: 'instance' };
  return scope.type === 'instance' ? [instance] : [instance, { type: 'group', path: rootPath(scope.path) }];
}

/** The number of a scope, which stays whatever it is called by then; null for the instance, undefined for what is yet to be made. */
function numberOf(scope: Scope, { sections }: World, kinds: Kinds): number | null | undefined {
  if (scope.type === 'instance') return null;
  const kind = hostingKind(kinds, scope.type);
  const hosts = kind && sections.get(sectionAddress({ type: 'instance' }, kind.section));
  const wanted = scopeAddress(scope).toLowerCase();
  const found = hosts?.find(
    ({ key, renamedFrom }) => scopeAddress({ ...scope, path: renamedFrom ?? key }).toLowerCase() === wanted,
  );
  return typeof found?.id === 'number' ? found.id : undefined;
}
