import { entryAddress, scopeAddress } from '../../address.ts';
import type { Plan } from '../../model.ts';
import { partsOf } from '../address-parts.ts';
import { kindOf, referencesOf, type Kinds } from '../kinds.ts';
import { outerScopes } from '../observe/decode-context.ts';
import type { Pair } from './pairs.ts';

/**
 * Tells of what stands in a group of the apply's own making whether it has to go before that: whoever is in a group that waits for its deletion has a role
 * still, so that GitLab keeps the role, and a link keeps them in the group.
 */
export function keptInside(
  { changes }: Pick<Plan, 'changes'>,
  pairs: ReadonlyMap<string, Pair>,
  kinds: Kinds,
): (address: string) => boolean {
  const held = new Set(
    changes.flatMap(({ action, address }) => {
      const isMade = action === 'create' || action === 'replace';
      return isMade && partsOf(address, kinds).kind.reads.holdersOf !== undefined ? [address] : [];
    }),
  );
  if (held.size === 0) return () => false;
  const isHolding = (address: string): boolean => {
    const { kind, scope } = partsOf(address, kinds);
    return referencesOf(kind, pairs.get(address)?.declared?.spec ?? {}).some(({ section, name }) =>
      outerScopes(scope).some((outer) => held.has(entryAddress(kindOf(kinds, section), outer, name))),
    );
  };
  const holding = new Set(changes.flatMap(({ address }) => (isHolding(address) ? [address] : [])));
  const sections = new Set(
    [...holding].map((address) => {
      const { kind, scope } = partsOf(address, kinds);
      return `${scopeAddress(scope)} ${kind.section}`;
    }),
  );
  const isSealing = (address: string): boolean => {
    const { kind, scope } = partsOf(address, kinds);
    return (kind.inheritance?.seals ?? []).some((section) => sections.has(`${scopeAddress(scope)} ${section}`));
  };
  return (address) => holding.has(address) || isSealing(address);
}
