import { entryAddresses } from '../../../src/address.ts';
import type { Context } from '../../../src/engine/plan/context.ts';
import { createResourceIndex } from '../../../src/engine/plan/resource-index.ts';
import type { Kinds } from '../../../src/engine/kinds.ts';
import type { Kind } from '../../../src/kind.ts';
import type { Section, World } from '../../../src/model.ts';
import { instance, kinds } from '../instance.ts';
import { desired, section } from '../observe/declared.ts';

/** What a section of a group is computed in, where a test says nothing else. */
export function contextOf(kind: Kind, more: Partial<Context> = {}): Context {
  const within: Section = more.section ?? section(kind.section, 'a');
  const known: Kinds = new Map([...kinds, [kind.section, kind]]);
  const world: World = more.world ?? { instance, sections: new Map() };
  const replaced = more.replaced ?? new Set<string>();
  const resources = createResourceIndex(desired(within), world, known, replaced);
  return {
    section: within,
    kind,
    address: entryAddresses(kind, within.scope),
    callContext: resources.callContext(within.scope),
    resources,
    replaced,
    world,
    kinds: known,
    resend: () => false,
    secretState: () => 'unknown',
    secretLost: () => false,
    madeBefore: () => false,
    replacedBefore: () => [],
    keptBefore: () => undefined,
    handedTo: () => new Map(),
    ...more,
  };
}
