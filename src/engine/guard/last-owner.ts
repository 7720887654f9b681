import { sectionAddress } from '../../address.ts';
import { partsOf } from '../address-parts.ts';
import { kindOf } from '../kinds.ts';
import { OWNER } from '../plan/access-order.ts';
import type { Kind } from '../../kind.ts';
import type { Change, Declared, LiveEntry, Section } from '../../model.ts';
import type { Guard, GuardedPlan } from './guard.ts';

/** Fewer owners of a top-level group than the bound, after any part of the plan: nobody could give access any more. */
export const lastOwner: Guard = {
  name: 'last-owner',
  refusals(guarded) {
    const { min_owners: fewest } = guarded.desired.guards;
    const changes = changesBySection(guarded);
    return topLevelSections(guarded).flatMap((section) => {
      const own = changes.get(sectionAddress(section.scope, section.name));
      const lowest = own && fewestOwners(section, own, guarded);
      if (lowest === undefined || lowest.count >= fewest) return [];
      const group = section.scope.type === 'group' ? `group[${section.scope.path}]` : '';
      const message = `${group} would be left with ${lowest.count} of at least ${fewest} owner${fewest === 1 ? '' : 's'}`;
      return [{ message, addresses: [lowest.address] }];
    });
  },
};

function topLevelSections({ desired, kinds }: GuardedPlan): Section[] {
  return desired.sections.filter(
    ({ scope, name }) =>
      scope.type === 'group' && !scope.path.includes('/') && kindOf(kinds, name).grants !== undefined,
  );
}

interface KeyedChange {
  readonly change: Change;
  readonly key: string;
}

/** The changes of access in the order of the plan, by the section that they are made in. */
function changesBySection({ plan, kinds }: GuardedPlan): ReadonlyMap<string, readonly KeyedChange[]> {
  const sections = new Map<string, KeyedChange[]>();
  for (const change of plan.changes) {
    const { scope, kind, key } = partsOf(change.address, kinds);
    if (kind.grants === undefined) continue;
    const address = sectionAddress(scope, kind.section);
    const section = sections.get(address);
    if (section === undefined) sections.set(address, [{ change, key }]);
    else section.push({ change, key });
  }
  return sections;
}

/** The smallest number of owners that the order of the plan passes through by taking one away. */
function fewestOwners(
  section: Section,
  changes: readonly KeyedChange[],
  { world, kinds }: GuardedPlan,
): { count: number; address: string } | undefined {
  const kind = kindOf(kinds, section.name);
  const address = sectionAddress(section.scope, section.name);
  const owners = new Set(
    (world.sections.get(address) ?? []).filter((entry) => ownsAsHuman(kind, entry)).map(({ key }) => key),
  );
  const declared = new Map(section.entries.map((entry) => [entry.key, entry]));
  let fewest: { count: number; address: string } | undefined;
  for (const { change, key } of changes) {
    const owned = owners.has(key);
    if (change.action === 'delete') owners.delete(key);
    else if (willOwn(kind, declared.get(key), owned)) owners.add(key);
    else owners.delete(key);
    const lost = owned && !owners.has(key);
    if (lost && (fewest === undefined || owners.size < fewest.count)) {
      fewest = { count: owners.size, address: change.address };
    }
  }
  return fewest;
}

/** Bots, and people who are blocked, can give nobody access. */
function ownsAsHuman(kind: Kind, entry: LiveEntry): boolean {
  const { state } = entry.live;
  const active = state === undefined || state === 'active';
  return active && entry.held === undefined && (kind.grants?.(entry.spec, entry.key)?.level ?? 0) >= OWNER;
}

function willOwn(kind: Kind, declared: Declared | undefined, owned: boolean): boolean {
  if (declared === undefined) return owned;
  const grant = kind.grants?.(declared.spec, declared.key);
  return grant === undefined ? owned && declared.spec['role'] === undefined : grant.level >= OWNER;
}
