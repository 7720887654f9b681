import { sectionAddress } from '../../address.ts';
import { identity, type Kind } from '../../kind.ts';
import type { Change, Declared, Desired, LiveEntry, Scope, World } from '../../model.ts';
import { partsOf } from '../address-parts.ts';
import { referencesOf, type Kinds } from '../kinds.ts';
import { outerScopes } from '../observe/decode-context.ts';

/** Something that others hold and a plan changes or removes, as it is now. */
export interface HeldThing {
  readonly address: string;
  readonly scope: Scope;
  readonly kind: Kind;
  readonly live: LiveEntry;
  readonly declared: Declared | undefined;
}

/** What of the kinds that others hold goes. Of a replacement it is asked once: what that leaves over has no entry of its own yet. */
export function removalsOf(
  changes: readonly Change[],
  desired: Pick<Desired, 'sections'>,
  world: World,
  kinds: Kinds,
): readonly HeldThing[] {
  const removing = changes.filter(({ action }) => action === 'delete' || action === 'replace');
  return heldThings(removing, desired, world, kinds);
}

/** What of the kinds that others hold some changes are about. */
export function heldThings(
  changes: readonly Change[],
  desired: Pick<Desired, 'sections'>,
  world: World,
  kinds: Kinds,
): readonly HeldThing[] {
  return changes.flatMap(({ address }) => {
    const { kind, scope, key } = partsOf(address, kinds);
    if (kind.reads.holdersOf === undefined) return [];
    const isIt = (entry: { readonly key: string; readonly renamedFrom?: string }): boolean =>
      identity(kind, entry.renamedFrom ?? entry.key) === identity(kind, key);
    const section = sectionAddress(scope, kind.section);
    const live = world.sections.get(section)?.find(isIt);
    if (live === undefined) return [];
    const declared = desired.sections
      .find((one) => sectionAddress(one.scope, one.name) === section)
      ?.entries.find(isIt);
    return [{ address, scope, kind, live, declared }];
  });
}

/** Whether an entry of a scope refers to it. */
export function refersTo(kind: Kind, scope: Scope, entry: Pick<LiveEntry, 'spec'>, thing: HeldThing): boolean {
  const key = identity(thing.kind, thing.live.renamedFrom ?? thing.live.key);
  const isInReach = outerScopes(scope).some((outer) => sectionAddress(outer, '') === sectionAddress(thing.scope, ''));
  return (
    isInReach &&
    referencesOf(kind, entry.spec).some(
      ({ section, name }) => section === thing.kind.section && identity(thing.kind, name) === key,
    )
  );
}
