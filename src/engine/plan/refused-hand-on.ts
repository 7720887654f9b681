import type { Diagnostic } from '../../base/diagnostic.ts';
import { handedOn } from '../../handed-on.ts';
import type { World } from '../../model.ts';
import { kindOf, type Kinds } from '../kinds.ts';
import { standingAt } from '../section-at.ts';
import type { Draft } from './draft.ts';
import { refusedAsNew } from './refusals.ts';

/** What is refused as a new value of that which is to get the secret of what is made. */
export function checkHanded(drafts: readonly Draft[], world: World, kinds: Kinds): Diagnostic[] {
  return drafts.flatMap(({ declared, kind, change }) => {
    if (declared === undefined || change.action === 'delete') return [];
    const brought = new Set(change.calls.flatMap(({ handsOn }) => handsOn?.to ?? []));
    const handed = handedOn(kind, declared, ({ name }) => kindOf(kinds, name));
    return handed.flatMap((one) => {
      if (!brought.has(one.address)) return [];
      const problems = one.kind.rules?.checkNew?.(one.entry.spec, standingAt(one, world)?.spec) ?? [];
      return problems.map(({ message, remedy }) => refusedAsNew(one.address, one.entry, one.field, message, remedy));
    });
  });
}
