import { withoutSecrets } from '../../base/hidden-values.ts';
import type { Unfinished } from '../../engine/apply/unfinished.ts';
import type { Makers } from '../../engine/drift/whose-making.ts';
import { anyAddressTest } from '../../engine/parts/address-pattern.ts';
import type { PlanOptions } from '../../engine/plan/plan-options.ts';
import type { PlanningOptions } from '../session/options.ts';

/** What an earlier run left unfinished is sent again in full: nobody can see which of its values arrived. */
export function sentAgain(
  unfinished: readonly Unfinished[],
  makers: Makers,
  { resend }: Pick<PlanningOptions, 'resend'>,
): Pick<PlanOptions, 'resend' | 'secretLost' | 'madeBefore' | 'replacedBefore' | 'keptBefore'> {
  const left = new Map(unfinished.map((change) => [change.address, change]));
  // As the journal has it, which holds no secret.
  const leftAt = (address: string): Unfinished | undefined =>
    left.size === 0 ? undefined : left.get(withoutSecrets(address));
  const asked = anyAddressTest(resend);
  return {
    resend: (address) => leftAt(address) !== undefined || asked(address),
    secretLost: (address, id) => makers(address).some((one) => one.id === id && one.isLost),
    madeBefore: (address, id) =>
      (id !== undefined && leftAt(address)?.made === id) || makers(address).some((one) => one.id === id && one.isOwn),
    replacedBefore: (address) => leftAt(address)?.replaces ?? [],
    keptBefore: (address) => leftAt(address)?.keeps,
  };
}
